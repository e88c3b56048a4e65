import sql from 'sql-template-tag'
import { messages } from '#contract/messages.ts'
import {
  type pointsTransferApi,
  type TransferCard,
  transferLimits,
} from '#contract/points/points-transfer.ts'
import { pointsProblems } from '#contract/points/points.ts'
import { inCents } from '#contract/values/decimals.ts'
import { type Call, limitedAct } from '#platform/call'
import { businessToday } from '#platform/days'
import { conflict, invalid } from '#platform/refusals'
import { lockUsableCard, cardName, readCard } from '#server/cards/account'
import { inFunds } from '#server/cards/disbursement'
import { requireReloadable, requireRoomOnCard } from '#server/cards/reload'
import { type Account, cardBalance, disbursement, NotEnough, outside, pointsOf, post } from '#server/ledger'
import { readableMember, readMember } from '#server/members/record'
import { aboutPoints, balancesOf, lockMemberAndType, transferKind } from '#server/points'

/** What the form for a transfer needs: the member, their points, and the cards that points can be put on. */
export async function getPointsTransferModal({
  db,
  who,
  params,
}: Call<typeof pointsTransferApi.getPointsTransferModal>) {
  const member = await readMember(db, who, params.memberId)
  const cards = await db.rows<TransferCard>(sql`
    select c.card_id as "CardId", c.external_account_id as "ExternalAccountId",
      p.program_type as "CardProgramType", p.description as "CardProgramDescription", c.status as "AccountStatus"
    from card c join card_program p on p.business_id = c.business_id and p.card_program_id = c.card_program_id
    where c.business_id = ${db.businessId} and c.member_id = ${member.id} and c.status = 'Active'
      and p.program_type = 'Reloadable' and coalesce(c.plastic_expiry_date >= ${businessToday}, true)
    order by c.created_at desc limit 100`)
  return {
    Member: readableMember(who, member),
    PointsTypes: await balancesOf(db, who, member.id),
    CherryPayCards: cards,
    ...transferLimits,
  }
}

async function aboutTransfer({ db, who, params, body }: Call<typeof pointsTransferApi.transferPointsToCard>) {
  const about = await aboutPoints(db, who, params, body)
  const card = await readCard(db, who, params.cardId)
  return { ...about, details: { ...about.details, Card: cardName(card), Description: body.Description } }
}

/** Turns points into money on a card. */
export const transferPointsToCard = limitedAct<Row>(aboutTransfer, async (call) => {
  const { db, who, params } = call
  const member = await lockMemberAndType(db, who, params)
  const card = await lockUsableCard(db, who, params.cardId)
  if (card.MemberId !== member.memberId)
    throw conflict('not_their_card', 'This card belongs to somebody else.')
  requireReloadable(card)
  requireRightPoints(call.body, member)
  await requireRoomOnCard(db, card, inCents(call.body.PointsByDollarValue))
  const { answer, balance } = await transferPoints(call, member, cardBalance(card.CardId), cardName(card))
  return { ...answer, CardBalance: balance }
})

type Row = typeof pointsTransferApi.transferPointsToCard
type Transferring = Pick<Call<typeof pointsTransferApi.transferPointsToCard>, 'db' | 'who' | 'body' | 'audit'>
type Points = Awaited<ReturnType<typeof lockMemberAndType>>

/** Turns a locked member's points into money on an account that can be spent from, which people know by the name. */
export async function transferPoints(call: Transferring, member: Points, to: Account, name: string) {
  const { body } = call
  requireRightPoints(body, member)
  const moved = await movePoints(call, pointsOf(member.memberId, member.PointsTypeId), to)
  call.audit({
    record: { kind: 'Member', id: member.memberId, name: `${member.FirstName} ${member.LastName}` },
    before: { [member.DisplayName]: inUnits(moved.points + moved.quantity) },
    after: { [member.DisplayName]: inUnits(moved.points), Card: name, Note: body.Note },
  })
  return {
    answer: { TransactionId: moved.transactionId, PointsBalanceQuantity: inUnits(moved.points) },
    balance: inUnits(moved.money),
  }
}

function requireRightPoints(body: Transferring['body'], { PointsToDollarRatio }: Points): void {
  const problems = pointsProblems(body, PointsToDollarRatio, transferLimits, { isPaidOut: true })
  const [problem] = Object.values(problems)
  if (problem) throw invalid(problem, problems)
}

/** One transaction of the ledger: points, disbursement account and money move together. */
async function movePoints({ db, who, body }: Transferring, points: Account, to: Account) {
  const [quantity, cents] = [Math.round(body.PointsByQuantity * 100), inCents(body.PointsByDollarValue)]
  const about = {
    kind: transferKind,
    actor: who,
    // A card has a page of its own to be found at.
    reference: to.kind === 'card' ? to.owner : `Digital card ${to.owner.slice(0, 8)}`,
    description: body.Description,
    note: body.Note,
  }
  const { transactionId, balances } = await post(db, about, [
    { account: points, amount: -quantity },
    { account: to, amount: cents },
    { account: disbursement, amount: -cents },
    { account: outside('transfers', points.unit), amount: quantity },
  ]).catch(inPointsOrFunds)
  return { transactionId, quantity, points: balances[0] ?? 0, money: balances[1] ?? 0 }
}

// Cents and hundredths of a point alike.
function inUnits(hundredths: number): number {
  return hundredths / 100
}

function inPointsOrFunds(error: unknown): never {
  if (error instanceof NotEnough && error.account.kind === 'points')
    throw conflict('not_enough_points', messages.points.notEnough)
  return inFunds(error)
}
