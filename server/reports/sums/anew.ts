import sql from 'sql-template-tag'
import type { Database, Transaction } from '#platform/database'
import { addUpLedgerSums, dayOf, inPatience, quarterOf, sumsThatAreOut } from '#server/ledger/sums'
import { mayAddUpAnew } from './turns.ts'

/**
 * Adds up anew what is kept of a business, while others write and read: of payments and cards in any case; of the ledger, which is far
 * more, where it is out. Tells whether that was so.
 */
export async function addUpAnew(database: Database, businessId: string): Promise<boolean> {
  await inPatience(database, businessId, addUpRecords)
  const wrong = await database.forTenant(businessId).rows(sumsThatAreOut({ businessId }))
  const isLedgerOut = wrong.length > 0
  if (isLedgerOut) await addUpLedgerSums(database, businessId)
  return isLedgerOut
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
