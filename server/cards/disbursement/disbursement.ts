import sql from 'sql-template-tag'
import type { DisbursementAccount, disbursementApi } from '#contract/cards/disbursement.ts'
import { messages } from '#contract/messages.ts'
import { inCents, moneyText } from '#contract/values/decimals.ts'
import type { Who } from '#platform/access'
import { type Call, afterKey, isToCount, pageOf, revisionOf, rowsToAsk, totalOfList } from '#platform/call'
import type { Queries } from '#platform/database'
import { zonedOrBusiness } from '#platform/days'
import { type TableColumn, tableFile } from '#platform/files'
import { conflict } from '#platform/refusals'
import { transactionOf } from '#server/cards/account'
import {
  balanceOf,
  descriptionFor,
  disbursement,
  entriesOf,
  entriesOn,
  type Entry,
  inFlightOf,
  move,
  NotEnough,
  outside,
} from '#server/ledger'
import { noticeOf, readDisbursementNotice } from './disbursement-notice.ts'

/** What a business has to give out. */
export function getDisbursementAccount({ db }: Call<typeof disbursementApi.getDisbursementAccount>) {
  return readAccount(db)
}

async function readAccount(db: Queries): Promise<DisbursementAccount> {
  const available = await balanceOf(db, disbursement)
  const notice = await readDisbursementNotice(db)
  return {
    AccountId: accountId(db),
    FundsAvailable: available / 100,
    FundsHeld: (await balanceOf(db, inFlightOf(disbursement))) / 100,
    CurrencyCode: 'AUD',
    LowBalanceNotice: noticeOf(notice),
    IsLow: notice !== null && available < notice.thresholdCents,
    Revision: revisionOf([noticeOf(notice)]),
  }
}

function accountId({ businessId }: Pick<Queries, 'businessId'>): string {
  return `disbursement-${businessId}`
}

/** Puts money into the account that the bank has received. */
export async function deposit(call: Call<typeof disbursementApi.deposit>): Promise<DisbursementAccount> {
  const { db, who, body } = call
  const amount = inCents(body.Amount)
  const { balances } = await move(
    db,
    { kind: 'Deposit', actor: who, reference: body.Reference },
    { from: outside('bank', 'AUD'), to: disbursement, amount },
  )
  const balance = balances[1] ?? 0
  call.audit({
    record: { kind: 'Disbursement account', id: accountId(db) },
    before: { Balance: moneyText((balance - amount) / 100) },
    after: { Balance: moneyText(balance / 100), Reference: body.Reference },
  })
  return readAccount(db)
}

/** Changes who is told, and when, that the money runs low. */
export async function setLowBalanceNotice(
  call: Call<typeof disbursementApi.setLowBalanceNotice>,
): Promise<DisbursementAccount> {
  const { db } = call
  const { Notice: wanted } = call.body
  // One at a time, also where there is none yet.
  await db.run(sql`select from business where business_id = ${db.businessId} for no key update`)
  const before = noticeOf(await readDisbursementNotice(db))
  await db.run(sql`delete from disbursement_notice where business_id = ${db.businessId}`)
  if (wanted)
    await db.run(sql`
      insert into disbursement_notice (business_id, threshold_cents, email_address)
      values (${db.businessId}, ${inCents(wanted.Threshold)}, ${wanted.EmailAddress})`)
  call.audit({
    record: { kind: 'Disbursement account', id: accountId(db) },
    before: { 'Low-balance notice': before },
    after: { 'Low-balance notice': wanted },
    revision: { was: revisionOf([before]), is: revisionOf([wanted]) },
  })
  return readAccount(db)
}

/** What came into the account and what went out, newest first. */
export async function listDisbursementTransactions(
  call: Call<typeof disbursementApi.listDisbursementTransactions>,
) {
  const { db, who } = call
  if (isToCount(call)) return totalOfList(db, entriesOn(db, disbursement))
  const [before = null] = afterKey(call, 'integer') ?? []
  const entries = await entriesOf(db, disbursement, { before, limit: rowsToAsk(call) })
  const { Results, _links } = pageOf(call, entries, (entry) => [entry.entryId])
  const AccountId = accountId(db)
  // Descriptions name people, who may be of venues that aren't the user's.
  const seen = (entry: Entry) => (who.venues === null ? entry : { ...entry, description: null })
  return { Results: Results.map((entry) => ({ AccountId, ...transactionOf(seen(entry)) })), _links }
}

const columnsFor = (who: Pick<Who, 'venues'>): TableColumn[] => [
  { name: 'TransactionId', header: 'Transaction ID', kind: 'text', value: sql`e.transaction_id::text` },
  { name: 'OccurredAt', header: 'Date', kind: 'instant', value: sql`e.at` },
  { name: 'Type', header: 'Type', kind: 'text', value: sql`t.kind` },
  {
    name: 'TypeDescription',
    header: 'Description',
    kind: 'text',
    value: descriptionFor(who),
  },
  { name: 'Amount', header: 'Amount', kind: 'money', value: sql`e.amount` },
  { name: 'RunningBalanceAmount', header: 'Running Balance', kind: 'money', value: sql`e.balance_after` },
  { name: 'Reference', header: 'Reference', kind: 'text', value: sql`t.reference` },
]

/** All of it as a file. */
export async function exportDisbursementTransactions({
  db,
  who,
  params,
  query,
}: Call<typeof disbursementApi.exportDisbursementTransactions>) {
  const { kind, owner, unit } = disbursement
  const account = sql`${accountId(db)}::text`
  return tableFile(db, {
    name: `disbursement-${db.businessId}`,
    format: params.format,
    columns: [{ name: 'AccountId', header: 'Account ID', kind: 'text', value: account }, ...columnsFor(who)],
    from: sql`
      from ledger_entry e
      join ledger_transaction t on t.business_id = e.business_id and t.transaction_id = e.transaction_id
      where e.business_id = ${db.businessId} and e.account_id = (
        select account_id from ledger_account
        where business_id = ${db.businessId} and kind = ${kind} and owner_id = ${owner} and unit = ${unit})
      order by e.entry_id desc`,
    timeZone: await zonedOrBusiness(db, query.timeZone),
  })
}

/** Says in the words of cards that there is too little to give out; anything else is thrown on. */
export function inFunds(error: unknown): never {
  if (!(error instanceof NotEnough) || error.account.kind !== 'disbursement') throw error
  const available = moneyText(error.available / 100)
  throw conflict(
    'insufficient_funds',
    `${messages.cards.insufficientFunds}: ${available} is available in the disbursement account.`,
  )
}
