import sql from 'sql-template-tag'
import type { PointsEntry, pointsApi } from '#contract/points/points.ts'
import { can, type Who } from '#platform/access'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import { notFound } from '#platform/refusals'
import { balanceOf, entriesOf, entriesOn, type Entry, pointsOf, reverse } from '#server/ledger'
import { readMember } from '#server/members/record'
import { isReversibleKind, requireReversibleKind } from './kinds.ts'
import { lockMemberAndType } from './points-types.ts'
import { inPoints } from './refusals.ts'

/** The history of a member's points of one type, newest first. */
export async function listPointsEntries(call: Call<typeof pointsApi.listPointsEntries>) {
  const { db, who, params } = call
  const { id } = await readMember(db, who, params.memberId, { isDeletedToo: can(who, 'Member.Delete') })
  const account = pointsOf(id, params.pointsTypeId)
  if (isToCount(call)) return totalOfList(db, entriesOn(db, account))
  const [before = null] = afterKey(call, 'integer') ?? []
  const entries = await entriesOf(db, account, { before, limit: rowsToAsk(call) })
  return pageOf(
    call,
    entries.map((entry) => shownEntry(entry, who)),
    (entry) => [entry.EntryId],
  )
}

function shownEntry(entry: Entry, who: Who): PointsEntry {
  return {
    EntryId: entry.entryId,
    TransactionId: entry.transactionId,
    At: entry.at,
    Kind: entry.kind,
    Quantity: entry.amount / 100,
    Balance: entry.balance / 100,
    Note: entry.note,
    Description: entry.description,
    ActorName: entry.actorName,
    IsTakenBack: entry.isTakenBack,
    CanReverse: entry.isReversible && isReversibleKind(entry.kind) && can(who, 'Loyalty.Reverse'),
  }
}

/** Takes an entry back for a reason, with all that belonged to its transaction. */
export async function reversePoints(call: Call<typeof pointsApi.reversePoints>) {
  const { db, who, params, body } = call
  const member = await lockMemberAndType(db, who, params)
  const account = pointsOf(member.memberId, member.PointsTypeId)
  const original = await db.maybe<{ kind: string; amount: number }>(sql`
    select t.kind, e.amount from ledger_entry e
    join ledger_account a on a.business_id = e.business_id and a.account_id = e.account_id
      and a.kind = ${account.kind} and a.owner_id = ${account.owner} and a.unit = ${account.unit}
    join ledger_transaction t on t.business_id = e.business_id and t.transaction_id = e.transaction_id
    where e.business_id = ${db.businessId} and e.transaction_id = ${params.transactionId}`)
  if (!original) throw notFound('The entry')
  requireReversibleKind(original.kind)
  const { transactionId } = await reverse(db, {
    transactionId: params.transactionId,
    reason: body.Reason,
    actor: who,
  }).catch(inPoints)
  const balance = await balanceOf(db, account)
  call.audit({
    record: { kind: 'Member', id: member.memberId, name: `${member.FirstName} ${member.LastName}` },
    before: { [member.DisplayName]: (balance + original.amount) / 100 },
    after: { [member.DisplayName]: balance / 100, Reason: body.Reason },
  })
  return { TransactionId: transactionId, PointsBalanceQuantity: balance / 100 }
}
