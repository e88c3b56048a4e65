import sql, { raw, type Sql } from 'sql-template-tag'
import type { Queries } from '#platform/database'
import type { Moments } from './spans.ts'

const columns = raw('kind, records, cents, tax_cents')

/**
 * What there is of some records between two moments at which quarters of an hour begin: by days where it says so, and by quarters
 * of an hour before and after these. Rows of `at`, `kind`, `records`, `cents` and `tax_cents`, of which those of one kind and time add up.
 */
export function recordSums(
  db: Queries,
  about: 'Payment' | 'Card',
  { from, until, days }: Moments & { readonly days: Moments },
): Sql {
  const isAsked = sql`business_id = ${db.businessId} and about = ${about}`
  const kept = (span: 'Day' | 'Quarter', within: Moments) => sql`
    select since as at, ${columns} from record_sum
    where ${isAsked} and span = ${span} and since >= ${within.from} and since < ${within.until}`
  // What was noted and isn't added yet, in the same statement: it is in one of the two at any moment.
  return sql`(
    ${kept('Day', days)}
    union all ${kept('Quarter', { from, until: days.from })}
    union all ${kept('Quarter', { from: days.until, until })}
    union all select since, ${columns} from record_sum_change
    where ${isAsked} and since >= ${from} and since < ${until})`
}
