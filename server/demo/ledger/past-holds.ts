import sql from 'sql-template-tag'
import { appRole, type Transaction } from '#platform/database'

/**
 * Writes down as holds what was brought in as such: what put an amount in flight, and what settled it. The ledger lets
 * nobody do this but itself and whoever owns it, as which the demo has come.
 */
export async function registerHolds(tx: Transaction): Promise<void> {
  await tx.run(sql`select set_config('role', 'none', true)`)
  await tx.run(sql`
    insert into ledger_hold (business_id, hold_id, account_id, amount, outcome, captured, settled_by)
    select h.business_id, h.transaction_id, taken.account_id, -taken.amount,
      case when s.transaction_id is null then null when is_back then 'Released' else 'Captured' end,
      case when s.transaction_id is null or is_back then 0 else -taken.amount end, s.transaction_id
    from ledger_transaction h
    join ledger_entry taken on taken.business_id = h.business_id and taken.transaction_id = h.transaction_id
      and taken.amount < 0
    join ledger_entry e on e.business_id = h.business_id and e.transaction_id = h.transaction_id and e.amount > 0
    join ledger_account a on a.business_id = e.business_id and a.account_id = e.account_id and a.kind = 'in-flight'
    left join ledger_transaction s on s.business_id = h.business_id and s.hold_id = h.transaction_id
    cross join lateral (select exists (
      select from ledger_entry b
      where b.business_id = s.business_id and b.transaction_id = s.transaction_id and b.account_id = taken.account_id
    ) as is_back) back
    where h.business_id = ${tx.businessId}
      and not exists (select from ledger_hold k where k.business_id = h.business_id and k.hold_id = h.transaction_id)`)
  await tx.run(sql`select set_config('role', ${appRole}, true)`)
}
