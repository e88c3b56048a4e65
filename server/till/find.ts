import sql from 'sql-template-tag'
import type { TillFound, tillApi } from '#contract/till/till.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
import { conflict, invalid, notFound } from '#platform/refusals'
import { type Card, cardByNumber, lockUsableCard, masked } from '#server/cards/account'
import { balanceOf, cardBalance } from '#server/ledger'
import { resolveCode } from '#server/members/codes'
import { memberOfPass } from '#server/passes/issued'
import { balancesOf, lockMemberAndType, noSuchType } from '#server/points'
import { type Purse, purseOfCard, purseOfMember } from './purse.ts'

type FoundMember = { id: string; number: string | null; name: string }
type Found = { card: Card; member: null } | { card: null; member: FoundMember }

/** The card or the member that a code stands for; a 404 if there is none. A pass stands for its member while it is active. */
async function find(db: Queries, who: Who, code: string): Promise<Found> {
  const holder = await resolveCode(db, code)
  const card = holder?.kind === 'Card' ? await cardByNumber(db, who, holder.id) : null
  if (card) return { card, member: null }
  const memberId = holder?.kind === 'Pass' ? await memberByPass(db, holder.id) : holder?.id
  const member = await db.maybe<FoundMember>(sql`
    select m.member_id as id, m.membership_number as number, m.first_name || ' ' || m.last_name as name from member m
    where m.business_id = ${db.businessId} and m.member_id = ${memberId} and m.deleted_at is null`)
  if (!member) throw notFound('A card or member with this number')
  return { card: null, member }
}

async function memberByPass(db: Queries, passId: string): Promise<string> {
  const memberId = await memberOfPass(db, passId)
  if (memberId === null) throw conflict('pass_not_active', 'This pass is no longer active.')
  return memberId
}

/** Tells a till what a code stands for. */
export async function tillLookup({ db, who, body }: Call<typeof tillApi.tillLookup>): Promise<TillFound> {
  const { card, member } = await find(db, who, body.Code)
  return card ? shownCard(db, card) : shownMember(db, who, member)
}

async function shownCard(db: Queries, card: Card): Promise<TillFound> {
  const Status = card.isExpired ? 'Expired' : card.AccountStatus
  return {
    Kind: 'Card',
    CardId: card.CardId,
    MaskedCardNumber: masked(card.cardNumber ?? ''),
    CardProgramDescription: card.CardProgramDescription,
    HolderName: `${card.FirstName} ${card.LastName}`,
    Status,
    IsUsable: Status === 'Active',
    PlasticExpiryDate: card.plasticExpiryDate,
    Balance: (await balanceOf(db, cardBalance(card.CardId))) / 100,
  }
}

async function shownMember(db: Queries, who: Who, { id, number, name }: FoundMember): Promise<TillFound> {
  const points = await balancesOf(db, who, id)
  return {
    Kind: 'Member',
    MemberId: id,
    MembershipNumber: number,
    DisplayName: name,
    Points: points.map((type) => ({
      PointsTypeId: type.PointsTypeId,
      DisplayName: type.DisplayName,
      IsDefault: type.IsDefault,
      Balance: type.PointsBalanceQuantity,
      DollarValue: type.PointsBalanceDollarValue,
    })),
  }
}

type Wanted = { Code: string; PointsTypeId?: string | undefined }

/** What is paid with by a code, kept from changing under us: a card that may be used, or points of a member. */
export async function lockPurse(tx: Transaction, who: Who, wanted: Wanted): Promise<Purse> {
  const { card, member } = await find(tx, who, wanted.Code)
  if (card) {
    if (wanted.PointsTypeId !== undefined) throw noPoints()
    return purseOfCard(await lockUsableCard(tx, who, card.CardId))
  }
  const pointsTypeId = wanted.PointsTypeId ?? (await defaultType(tx, who, member.id))
  return purseOfMember(await lockMemberAndType(tx, who, { memberId: member.id, pointsTypeId }))
}

async function defaultType(db: Queries, who: Who, memberId: string): Promise<string> {
  const [first] = await balancesOf(db, who, memberId)
  if (!first) throw noSuchType()
  return first.PointsTypeId
}

function noPoints() {
  const sentence = 'There are no points on a card.'
  return invalid(sentence, { PointsTypeId: sentence })
}
