import sql, { empty } from 'sql-template-tag'
import { paymentWords as words } from '#contract/payments/payment-words.ts'
import type { PaymentEntry, paymentsApi } from '#contract/payments/payments.ts'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import { zonedOrBusiness } from '#platform/days'
import { shownColumns, type TableColumn, tableFile } from '#platform/files'
import { findByWords, firstOfParts, type Page } from '#platform/search'
import { column, fileName } from '#server/reports'
import {
  entriesFound,
  entriesIn,
  paidWithin,
  kindsLeft,
  payer,
  receiptNumber,
  recordState,
  searchedEntries,
} from './payments-in.ts'

const columns: readonly TableColumn[] = [
  column('At', 'Date', 'instant', sql`e.at`),
  column('ReceiptNumber', 'Receipt', 'text', receiptNumber),
  column('Kind', 'Kind', 'text', sql`e.kind`),
  column('PaidFor', 'For', 'text', sql`p.paid_for`),
  column('Name', 'Name', 'text', sql`nullif(${payer}, '')`),
  column('MembershipNumber', 'Membership Number', 'text', sql`m.membership_number`),
  column('Method', 'Method', 'text', sql`p.method`),
  column('Amount', 'Amount', 'money', sql`e.cents`),
  column('TaxAmount', 'Tax in it', 'money', sql`e.tax_cents`),
  column('Currency', 'Currency', 'text', sql`p.currency`),
  column('Reference', 'Reference', 'text', sql`p.reference`),
  column('ActorName', 'By', 'text', sql`e.actor_name`),
  column('State', 'State', 'text', recordState),
]

// People read a file: it has the words of the page.
const spellings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Kind: words.entries,
  PaidFor: words.paidFor,
  Method: words.methods,
  State: words.states,
}
const fileColumns = columns.map((each) => {
  const spelled = spellings[each.name]
  return spelled ? { ...each, value: sql`${JSON.stringify(spelled)}::jsonb ->> (${each.value})` } : each
})

/** What was taken and given back, newest first. */
export async function listPayments(call: Call<typeof paymentsApi.listPayments>) {
  const { db, query } = call
  if (isToCount(call)) return totalOfList(db, await entriesFound(db, call.who, query))
  const after = afterKey(call, 'time', 'integer')
  const page = {
    columns: sql`${shownColumns(columns)}, e.entry_id::text as "EntryId", e.payment_id as "PaymentId"`,
    after: after ? sql`and (e.at, e.entry_id) < (${after[0]}, ${after[1]})` : empty,
    order: sql`e.at desc, e.entry_id desc`,
    limit: rowsToAsk(call),
  }
  const rows = await findByWords<PaymentEntry>(db, query.q, await ofKinds(call, page), page)
  return pageOf(call, rows, (row) => [row.At, row.EntryId])
}

type Listing = Call<typeof paymentsApi.listPayments>

/** Of some kinds of payments the first entries of each, which an index has in their order: of the rarest there may be few in years. */
async function ofKinds(
  { db, who, query }: Listing,
  { after, order, limit }: Pick<Page, 'after' | 'order' | 'limit'>,
) {
  const list = await searchedEntries(db, who, query)
  const kinds = kindsLeft(query)
  if (kinds === null || query.q || who.venues !== null) return list
  const parts = kinds.map(
    (kind) => sql`
      select e.* from payment_entry e where ${list.base} and e.payment_kind = ${kind} ${paidWithin(query)} ${after}`,
  )
  return { ...list, table: sql`(${firstOfParts(parts, order, limit)})` }
}

/** The same as a file. */
export async function exportPayments(call: Call<typeof paymentsApi.exportPayments>) {
  const { db, who, query, params } = call
  return tableFile(db, {
    name: await fileName(db, 'payments', query),
    format: params.format,
    columns: fileColumns,
    from: sql`from ${await entriesIn(db, who, query)} order by e.at desc, e.entry_id desc`,
    timeZone: await zonedOrBusiness(db, query.timeZone),
  })
}
