import sql, { empty, type Sql } from 'sql-template-tag'
import type { CloseAccount, CloseTransaction, closePackApi } from '#contract/reports/close-pack.ts'
import { type Call, afterKey, pageOf, rowsToAsk } from '#platform/call'
import { descriptionFor } from '#server/ledger'
import { quartersWithEntries } from '#server/ledger/sums'

export type Period = { startDate: string; endDate: string }

/** The entries `e` of a period. */
export const during = ({ startDate, endDate }: Period): Sql => sql`e.at >= ${startDate} and e.at < ${endDate}`

// What a line is about: dollars, unless it says points.
const accounts: Readonly<Record<CloseAccount, { kind: string; isMoney: boolean }>> = {
  disbursement: { kind: 'disbursement', isMoney: true },
  card: { kind: 'card', isMoney: true },
  purse: { kind: 'purse', isMoney: true },
  points: { kind: 'points', isMoney: false },
  'in-flight': { kind: 'in-flight', isMoney: true },
  breakage: { kind: 'breakage', isMoney: true },
  'points-breakage': { kind: 'breakage', isMoney: false },
}

type Row = Omit<CloseTransaction, 'Amount'> & { hundredths: number }

/**
 * The entries behind a line of the pack, newest first. Only the quarters of an hour are looked into that have some, and
 * of these no more transactions than fill the page ('offset 0' keeps the database from another order).
 */
export async function listCloseTransactions(call: Call<typeof closePackApi.listCloseTransactions>) {
  const { db, who, query } = call
  const { kind, isMoney } = accounts[query.account]
  const after = afterKey(call, 'time', 'integer')
  const limit = rowsToAsk(call)
  const unit = isMoney ? sql`= 'AUD'` : sql`<> 'AUD'`
  const transactionKind = query.kind ? sql`and kind = ${query.kind}` : empty
  const quarters = quartersWithEntries(db, {
    which: sql`account_kind = ${kind} and unit ${unit} ${transactionKind}`,
    from: sql`${query.startDate}::timestamptz`,
    until: sql`least(${query.endDate}::timestamptz, ${after?.[0]}::timestamptz)`,
    limit,
  })
  const rows = await db.rows<Row>(sql`
    select found.* from ${quarters} quarter cross join lateral (
      select e.entry_id::text as "EntryId", e.transaction_id::text as "TransactionId", e.at as "OccurredAt",
        t.kind as "Type", ${descriptionFor(who)} as "TypeDescription", e.amount as hundredths, e.unit as "Unit",
        t.reference as "Reference", t.actor_name as "ActorName"
      from (
        select * from ledger_transaction
        where business_id = ${db.businessId} and at >= quarter.since and at < quarter.until
        order by at desc offset 0) t
      cross join lateral (
        select * from ledger_entry where business_id = ${db.businessId} and transaction_id = t.transaction_id offset 0) e
      cross join lateral (
        select kind from ledger_account where business_id = ${db.businessId} and account_id = e.account_id offset 0) a
      where a.kind = ${kind} and e.unit ${unit} and ${during(query)}
        ${query.kind ? sql`and t.kind = ${query.kind}` : empty}
        ${after ? sql`and (e.at, e.entry_id) < (${after[0]}, ${after[1]})` : empty}
      order by t.at desc, e.entry_id desc limit ${limit}) found
    order by found."OccurredAt" desc, found."EntryId"::bigint desc limit ${limit}`)
  const { Results, _links } = pageOf(call, rows, (row) => [row.OccurredAt, row.EntryId])
  return { Results: Results.map(({ hundredths, ...row }) => ({ ...row, Amount: hundredths / 100 })), _links }
}
