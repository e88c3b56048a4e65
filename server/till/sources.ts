import type { TillSource } from '#contract/till/till.ts'
import type { Who } from '#platform/access'
import type { Queries, Transaction } from '#platform/database'
import { conflict, invalid } from '#platform/refusals'
import { lockUsableCard } from '#server/cards/account'
import { lockMember } from '#server/members/record'
import { activePasses, lockPass } from '#server/passes/issued'
import { balancesOf, lockMemberAndType, noSuchType } from '#server/points'
import { find, passToPayWith } from './find.ts'
import { type Purse, purseOfCard, purseOfMember, purseOfPass } from './purse.ts'

type Wanted = { Code: string; Source?: TillSource | undefined; PointsTypeId?: string | undefined }
type FoundMember = NonNullable<Awaited<ReturnType<typeof find>>['member']>

/** What is paid with by a code, kept from changing under us: a card that may be used, or points or a purse of a member. */
export async function lockPurse(tx: Transaction, who: Who, wanted: Wanted): Promise<Purse> {
  const { card, member } = await find(tx, who, wanted.Code)
  const source = wanted.Source ?? (card ? 'card' : 'points')
  if (card) {
    requireOnCard(source, wanted.PointsTypeId)
    return purseOfCard(await lockUsableCard(tx, who, card.CardId))
  }
  if (source === 'card') throw noCard()
  if (source === 'points') return lockPoints(tx, who, member, wanted.PointsTypeId)
  if (wanted.PointsTypeId !== undefined) throw noPointsInPurse()
  return lockPurseOfPass(tx, who, member)
}

async function lockPoints(tx: Transaction, who: Who, { id }: FoundMember, given: string | undefined) {
  const pointsTypeId = given ?? (await defaultType(tx, who, id))
  return purseOfMember(await lockMemberAndType(tx, who, { memberId: id, pointsTypeId }))
}

async function defaultType(db: Queries, who: Who, memberId: string): Promise<string> {
  const [first] = await balancesOf(db, who, memberId)
  if (!first) throw noSuchType()
  return first.PointsTypeId
}

async function lockPurseOfPass(tx: Transaction, who: Who, member: FoundMember): Promise<Purse> {
  await lockMember(tx, who, member.id)
  const passes = await activePasses(tx, member.id)
  const paying = passToPayWith(member, passes)
  if (!paying) throw noSuchPurse(member, passes.length)
  const pass = await lockPass(tx, member.id, paying.InvitationId)
  // Revoked while we waited for it.
  if (pass.State !== 'Active') throw noSuchPurse(member, 0)
  return purseOfPass(pass)
}

function noSuchPurse({ passId }: FoundMember, active: number) {
  if (passId !== null) return conflict('pass_not_active', 'This pass is no longer active.')
  return active === 0
    ? conflict('no_purse', 'This member has no active digital card: pay with points or with a prepaid card.')
    : conflict(
        'several_purses',
        'This member has several digital cards: scan the code of the one to pay with.',
      )
}

/** Refuses a sale's next step that says it was paid with something else. */
export function requireSource({ account }: Purse, source: TillSource | undefined): void {
  if (source === undefined || source === account.kind) return
  const sentence = `This sale is paid with ${paidWith[account.kind]}: send '${account.kind}' as its source, or none.`
  throw invalid(sentence, { Source: sentence })
}

const paidWith: Readonly<Record<TillSource, string>> = {
  card: 'a prepaid card',
  points: 'points',
  purse: 'the purse of a digital card',
}

function requireOnCard(source: TillSource, pointsTypeId: string | undefined): void {
  if (source === 'card' && pointsTypeId === undefined) return
  const sentence =
    source === 'purse'
      ? 'A prepaid card has no purse: pay with the card, or scan a digital card.'
      : 'There are no points on a card.'
  throw invalid(sentence, { [source === 'card' ? 'PointsTypeId' : 'Source']: sentence })
}

function noCard() {
  const sentence = 'This is no prepaid card: scan one, or pay with points or a purse.'
  return invalid(sentence, { Source: sentence })
}

function noPointsInPurse() {
  const sentence = 'There are no points in a purse: leave the type of points out.'
  return invalid(sentence, { PointsTypeId: sentence })
}
