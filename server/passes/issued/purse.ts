import sql from 'sql-template-tag'
import type { passPurseApi, PurseEntry } from '#contract/passes/pass-purse.ts'
import { moneyText } from '#contract/values/decimals.ts'
import { can, type Who } from '#platform/access'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict, notFound } from '#platform/refusals'
import {
  type Account,
  balanceOf,
  entriesOf,
  entriesOn,
  type Entry,
  lockHolder,
  move,
  NotEnough,
  purseOf,
  reverse,
  type Unit,
} from '#server/ledger'
import { lockMember, readMember } from '#server/members/record'
import { requireGiven, transferKind } from '#server/points'
import { auditPass, readPass } from './pass-record.ts'

/** The history of the purse of a pass, newest first. */
export async function listPassFunds(call: Call<typeof passPurseApi.listPassFunds>) {
  const { db, who, params } = call
  const { id } = await readMember(db, who, params.memberId, { isDeletedToo: can(who, 'Member.Delete') })
  const pass = await readPass(db, id, params.invitationId)
  if (isToCount(call)) return totalOfList(db, entriesOn(db, purseOf(pass.InvitationId)))
  const current = await currentPurse(db, pass.InvitationId)
  const [before = null] = afterKey(call, 'integer') ?? []
  const window = { before, limit: rowsToAsk(call) }
  const entries = await entriesOf(db, purseOf(pass.InvitationId), window)
  const available = await balanceOf(db, current)
  return pageOf(
    call,
    entries.map((entry) => shownEntry(entry, who, available)),
    (entry) => [entry.EntryId],
  )
}

function shownEntry(entry: Entry, who: Who, available: number): PurseEntry {
  return {
    EntryId: entry.entryId,
    TransactionId: entry.transactionId,
    At: entry.at,
    Kind: entry.kind,
    Amount: entry.amount / 100,
    Balance: entry.balance / 100,
    Note: entry.note,
    Description: entry.description,
    Reference: entry.reference,
    ActorName: entry.actorName,
    IsTakenBack: entry.isTakenBack,
    CanGoBack:
      entry.kind === transferKind &&
      entry.isReversible &&
      entry.amount <= available &&
      can(who, 'Cardholder.PointsToMoney'),
  }
}

/** Turns the money of one transfer back into the points it was, once, while the purse holds it. */
export async function transferPassToPoints(call: Call<typeof passPurseApi.transferPassToPoints>) {
  const { db, who, params, body } = call
  const member = await lockMember(db, who, params.memberId)
  await lockHolder(db, purseOf(params.invitationId))
  const pass = await readPass(db, member.id, params.invitationId)
  const transfer = await readTransfer(db, pass.InvitationId, body.TransactionId)
  if (transfer.memberId !== member.id)
    throw conflict(
      'not_their_points',
      'These points were another member’s: reverse the transfer in the history of their points.',
    )
  await requireGiven(db, member.id, [transfer.unit])
  const purse = await currentPurse(db, pass.InvitationId)
  const transactionId = await undo(call, transfer, purse).catch((error: unknown) =>
    inPurse(error, transfer.cents),
  )
  const balance = await balanceOf(db, purse)
  const points = await balanceOf(db, { kind: 'points', owner: member.id, unit: transfer.unit })
  call.audit({
    record: auditPass(pass),
    before: { Purse: moneyText((balance + transfer.cents) / 100) },
    after: {
      Purse: moneyText(balance / 100),
      'Back to points': transfer.hundredths / 100,
      Reason: body.Reason,
    },
  })
  return { TransactionId: transactionId, PointsBalanceQuantity: points / 100, PassBalance: balance / 100 }
}

/**
 * The ledger reverses a transfer entry by entry, on the accounts that it was on. What has gone on from these since, to another pass or with
 * a merge to another member, comes from there before, and goes there after.
 */
async function undo({ db, who, body }: Undoing, transfer: Transfer, purse: Account): Promise<string> {
  const about = { kind: 'Back to points', actor: who, note: body.Reason }
  const former = purseOf(transfer.passId)
  if (purse.owner !== former.owner) await move(db, about, { from: purse, to: former, amount: transfer.cents })
  const { transactionId } = await reverse(db, {
    transactionId: body.TransactionId,
    reason: body.Reason,
    actor: who,
  })
  const { ownerId: owner, memberId, unit, hundredths: amount } = transfer
  if (owner !== memberId)
    await move(db, about, {
      from: { kind: 'points', owner, unit },
      to: { kind: 'points', owner: memberId, unit },
      amount,
    })
  return transactionId
}

type Undoing = Pick<Call<typeof passPurseApi.transferPassToPoints>, 'db' | 'who' | 'body'>
type Transfer = {
  readonly passId: string
  readonly cents: number
  readonly hundredths: number
  readonly unit: Unit
  /** Whose points it took, and who that is by now. */
  readonly ownerId: string
  readonly memberId: string
}

/** What a transfer put into the purse of a pass, or of one that it took the place of, and whose points; a 404 if there is none. */
async function readTransfer(tx: Transaction, passId: string, transactionId: string): Promise<Transfer> {
  const transfer = await tx.maybe<Transfer>(sql`
    select purse.owner_id as "passId", money.amount as cents, -points.amount as hundredths, points.unit, holder.owner_id as "ownerId",
      current_member(holder.owner_id) as "memberId"
    from ledger_transaction t
    join ledger_entry money on money.business_id = t.business_id and money.transaction_id = t.transaction_id
    join ledger_account purse on purse.business_id = t.business_id and purse.account_id = money.account_id
      and purse.kind = 'purse' and current_pass(purse.owner_id) = current_pass(${passId})
    join ledger_entry points on points.business_id = t.business_id and points.transaction_id = t.transaction_id
    join ledger_account holder on holder.business_id = t.business_id and holder.account_id = points.account_id
      and holder.kind = 'points'
    where t.business_id = ${tx.businessId} and t.transaction_id = ${transactionId} and t.kind = ${transferKind}`)
  if (!transfer) throw notFound('The transfer')
  return transfer
}

/** The purse that has by now what a pass's had. */
export async function currentPurse(db: Pick<Transaction, 'one'>, passId: string): Promise<Account> {
  const { id } = await db.one<{ id: string }>(sql`select current_pass(${passId}) as id`)
  return purseOf(id)
}

function inPurse(error: unknown, cents: number): never {
  if (!(error instanceof NotEnough)) throw error
  throw conflict(
    'not_enough',
    `The purse holds ${moneyText(error.available / 100)} of the ${moneyText(cents / 100)} of this transfer: what was spent can not go back.`,
  )
}
