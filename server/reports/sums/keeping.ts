import sql from 'sql-template-tag'
import type { Database, Transaction } from '#platform/database'
import type { InPieces } from '#platform/jobs'
import { dayOf, keepByTurns } from '#server/ledger/sums'
import { mayAdd } from './turns.ts'

// So much in one transaction.
const changesAtOnce = 5_000

/** Adds what was noted since to the sums of payments and cards of every business. */
export function keepRecordSums(database: Database, turn: InPieces = {}): Promise<void> {
  return keepByTurns(
    database,
    'keep_record_sums',
    // What was noted is gone once it is added: the next begins at the same place.
    async (businessId, after, alone) => ((await alone(businessId, keepSome)) ? after : null),
    turn,
  )
}

/** Adds the next of what was noted; false if there is no more for now. */
async function keepSome(tx: Transaction): Promise<boolean> {
  if (!(await mayAdd(tx))) return false
  // In their order, so that two who add at once wait for each other and never in a circle.
  const { noted } = await tx.one<{ noted: number }>(sql`
    with noted as (
      delete from record_sum_change where business_id = ${tx.businessId} and change_id = any(array(
        select change_id from record_sum_change where business_id = ${tx.businessId}
        order by change_id limit ${changesAtOnce} for update skip locked))
      returning *
    ), added as (
      insert into record_sum as kept (business_id, about, span, since, kind, records, cents, tax_cents)
      select ${tx.businessId}, about, span, case span when 'Day' then ${dayOf(sql`since`)} else since end as start, kind,
        sum(records), sum(cents), sum(tax_cents)
      from noted cross join unnest(array['Day', 'Quarter']) span group by about, span, start, kind
      order by about, span, start, kind
      on conflict (business_id, about, span, since, kind) do update set records = kept.records + excluded.records,
        cents = kept.cents + excluded.cents, tax_cents = kept.tax_cents + excluded.tax_cents
    )
    select count(*) as noted from noted`)
  return noted === changesAtOnce
}
