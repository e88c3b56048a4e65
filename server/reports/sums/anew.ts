import sql from 'sql-template-tag'
import { type Database, retryOnDeadlock, type Transaction } from '#platform/database'
import { dayOf, forgetLedgerSums, quarterOf } from '#server/ledger/sums'
import { mayAddUpAnew } from './turns.ts'

/** Adds up anew what is kept of a business, whatever it was, while others write and read. */
export async function addUpAnew(database: Database, businessId: string): Promise<void> {
  for (const part of [forgetLedgerSums, addUpRecords])
    await retryOnDeadlock(() =>
      database.transaction(businessId, async (tx) => {
        // Whoever is adding may have much to add.
        await tx.run(sql`set local lock_timeout = 0`)
        await part(tx)
      }),
    )
}

async function addUpRecords(tx: Transaction): Promise<void> {
  if (!(await mayAddUpAnew(tx))) return
  // What is noted is left to those who add it: it is taken off here, in the statement that sees what it is of.
  await tx.run(sql`delete from record_sum where business_id = ${tx.businessId}`)
  await tx.run(sql`
    insert into record_sum (business_id, about, span, since, kind, records, cents, tax_cents)
    select ${tx.businessId}, about, span, case span when 'Day' then ${dayOf(sql`at`)} else ${quarterOf(sql`at`)} end as start,
      kind, sum(records), sum(cents), sum(tax_cents)
    from (
      select 'Payment' as about, at, payment_kind || ' ' || kind as kind, 1 as records, cents, tax_cents
      from payment_entry where business_id = ${tx.businessId}
      union all select 'Card', created_at, card_program_id, 1, initial_cents, 0
      from card where business_id = ${tx.businessId}
      union all select about, since, kind, -records, -cents, -tax_cents
      from record_sum_change where business_id = ${tx.businessId}
    ) each cross join unnest(array['Day', 'Quarter']) span group by about, span, start, kind`)
}
