import sql, { type Sql } from 'sql-template-tag'
import type { reportsApi } from '#contract/reports/reports.ts'
import type { Call } from '#platform/call'
import { type Database, eachBusiness, type Queries, type Transaction } from '#platform/database'
import { disbursement } from '#server/ledger'

/** The account of a business that money is given out from. */
export const disbursementAccount = (db: Queries): Sql => sql`
  select account_id from ledger_account
  where business_id = ${db.businessId} and kind = ${disbursement.kind} and owner_id = ${disbursement.owner}
    and unit = ${disbursement.unit}`

/** What an hour had of a kind of transaction, from the entries `e` of the disbursement account. */
const sumsOfHours = (db: Queries, which: Sql): Sql => sql`
  select date_trunc('hour', e.at) as hour, t.kind, count(*)::integer as entries,
    sum(greatest(e.amount, 0))::bigint as came_in, sum(least(e.amount, 0))::bigint as went_out,
    coalesce(sum(sign(moved.amount)), 0)::integer as transfers,
    coalesce(-sum(e.amount) filter (where moved.amount is not null), 0)::bigint as transferred_cents,
    coalesce(sum(moved.amount), 0)::bigint as transferred_points,
    max(e.at) filter (where moved.amount > 0) as last_transfer_at
  from ledger_entry e
  join ledger_transaction t on t.business_id = e.business_id and t.transaction_id = e.transaction_id
  left join ledger_entry moved on moved.business_id = e.business_id and moved.transaction_id = e.transaction_id
    and moved.account_id = any(array(
      select account_id from ledger_account
      where business_id = ${db.businessId} and kind = 'external' and owner_id = 'transfers'))
  where e.business_id = ${db.businessId} and e.account_id = (${disbursementAccount(db)}) and ${which}
  group by 1, 2`

/** All that ever moved the account, by hour and kind: what is kept, and what has come since. */
export const disbursementHours = (db: Queries): Sql => sql`(
  select hour, kind, entries, came_in, went_out, transfers, transferred_cents, transferred_points, last_transfer_at
  from disbursement_hour where business_id = ${db.businessId}
  union all ${sumsOfHours(
    db,
    sql`e.entry_id > coalesce((
      select entry_id from disbursement_kept where business_id = ${db.businessId}), 0)`,
  )}
)`

type Totals = { Count: number; CameIn: number; WentOut: number; Balance: number }

/** All that came in and went out, in dollars: the difference is what is there. */
export async function sumDisbursementTransactions({
  db,
}: Call<typeof reportsApi.sumDisbursementTransactions>): Promise<Totals> {
  const { count, cameIn, wentOut } = await db.one<{ count: number; cameIn: number; wentOut: number }>(sql`
    select coalesce(sum(entries), 0)::bigint as count, coalesce(sum(came_in), 0)::bigint as "cameIn",
      coalesce(-sum(went_out), 0)::bigint as "wentOut"
    from ${disbursementHours(db)} hours`)
  return { Count: count, CameIn: cameIn / 100, WentOut: wentOut / 100, Balance: (cameIn - wentOut) / 100 }
}

// So many entries in one transaction: what a business brings along is kept in turns.
const batch = 20_000

/** Adds what has come since to the sums of every business. */
export async function keepDisbursementSums(database: Database): Promise<void> {
  await eachBusiness(
    database,
    async (businessId) => {
      while (await database.transaction(businessId, keepSome));
    },
    { whileSuspended: 'Super administrators read the reports.' },
  )
}

/** Keeps the next entries; false if there are no more for now. */
async function keepSome(tx: Transaction): Promise<boolean> {
  await tx.run(sql`
    insert into disbursement_kept (business_id, entry_id) values (${tx.businessId}, 0) on conflict do nothing`)
  const { from } = await tx.one<{ from: string }>(sql`
    select entry_id::text as from from disbursement_kept where business_id = ${tx.businessId} for update`)
  const { to, count } = await tx.one<{ to: string | null; count: number }>(sql`
    select max(entry_id)::text as to, count(*) from (
      select entry_id from ledger_entry
      where business_id = ${tx.businessId} and account_id = (${disbursementAccount(tx)}) and entry_id > ${from}
      order by entry_id limit ${batch}) next`)
  if (to === null) return false
  await tx.run(sql`
    insert into disbursement_hour as kept (business_id, hour, kind, entries, came_in, went_out, transfers,
      transferred_cents, transferred_points, last_transfer_at)
    select ${tx.businessId}, added.* from (
      ${sumsOfHours(tx, sql`e.entry_id > ${from} and e.entry_id <= ${to}`)}) added
    on conflict (business_id, hour, kind) do update set entries = kept.entries + excluded.entries,
      came_in = kept.came_in + excluded.came_in, went_out = kept.went_out + excluded.went_out,
      transfers = kept.transfers + excluded.transfers,
      transferred_cents = kept.transferred_cents + excluded.transferred_cents,
      transferred_points = kept.transferred_points + excluded.transferred_points,
      last_transfer_at = greatest(kept.last_transfer_at, excluded.last_transfer_at)`)
  await tx.run(sql`
    update disbursement_kept set entry_id = ${to} where business_id = ${tx.businessId}`)
  return count === batch
}
