import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Queries } from '#platform/database'
import {
  asSummed,
  countedAt,
  dayOf,
  lastKept,
  measures,
  ofMembers,
  ofTransactions,
  quarterOf,
  transactionsIn,
} from './entries.ts'

const columns = raw(`account_kind, unit, owner_id, venue_no, kind, ${measures.join(', ')}`)

// With an end, whichever, the database takes what lies between for little, and looks it up: behind an id that it doesn't know yet
// it supposes a third of all there is, and reads all of it.
const isAnyId = sql`transaction_id <= 9223372036854775807`

type Part = { readonly days: Sql; readonly quarters: Sql; readonly transactions?: readonly Sql[] }

/** What of the sums is read, with what isn't in them yet: rows of `at` and the columns of the sums, all of one statement. */
function partsOf(db: Queries, { days, quarters, transactions = [] }: Part): Sql {
  const kept = (span: string, which: Sql) => sql`
    select since as at, ${columns} from ledger_sum
    where business_id = ${db.businessId} and span = ${span} and ${which}`
  const some = (which: Sql, venues: Sql) => asSummed(ofTransactions(db, transactionsIn(db, which)), venues)
  const parts = [
    kept('Day', days),
    kept('Quarter', quarters),
    ...transactions.map((which) =>
      some(sql`${which} and transaction_id <= ${lastKept(db)}`, countedAt.summed),
    ),
    some(sql`transaction_id > ${lastKept(db)} and ${isAnyId}`, countedAt.theirs),
    asSummed(
      ofMembers(db, sql`select member_id from points_summed_at where business_id = ${db.businessId}`),
      countedAt.moved,
    ),
  ]
  return sql`(${join(parts, ' union all ')})`
}

/**
 * All that ever moved, as sums that lie before a moment or after it, and none after the end. Whole days, but for those in
 * which the two are: of these the quarters, and of a quarter in which one is the entries.
 */
export function sumsAround(db: Queries, start: string, end: string): Sql {
  const [from, to] = [sql`${start}::timestamptz`, sql`${end}::timestamptz`]
  const [fromDay, toDay] = [dayOf(from), dayOf(to)]
  const [fromQuarter, toQuarter] = [quarterOf(from), quarterOf(to)]
  const parts = partsOf(db, {
    days: sql`since < ${toDay} and (since <> ${fromDay} or ${fromDay} = ${from})`,
    quarters: sql`since < ${toQuarter} and (since <> ${fromQuarter} or ${fromQuarter} = ${from})
      and (since >= ${toDay} or ${fromDay} <> ${from} and since >= ${fromDay} and since < ${fromDay} + interval '1 day')`,
    transactions: [
      sql`at >= ${toQuarter} and at < ${to}`,
      sql`${fromQuarter} <> ${from} and ${fromQuarter} <> ${toQuarter}
        and at >= ${fromQuarter} and at < ${fromQuarter} + interval '15 minutes'`,
    ],
  })
  return sql`(select * from ${parts} sums where at < ${to})`
}

/** All that ever moved, by quarters of an hour from the day of a moment on, and by days before. */
export const sumsSince = (db: Queries, start: Sql): Sql =>
  partsOf(db, { days: sql`since < ${dayOf(start)}`, quarters: sql`since >= ${dayOf(start)}` })

/** All that ever moved. */
export const sumsOfAll = (db: Queries): Sql => partsOf(db, { days: sql`true`, quarters: sql`false` })

/** What the points of each venue's members come to, by unit. */
export const pointsByVenue = (db: Queries): Sql => sql`(
  select venue_no, unit, sum(came_in + went_out) as amount from ${sumsOfAll(db)} sums
  where account_kind = 'points' group by venue_no, unit)`

type Entries = { readonly which: Sql; readonly from: Sql; readonly until: Sql; readonly limit: number }

/**
 * The quarters of an hour with entries, the newest first, that have as many as are asked for: `since` and `until`. The first may have
 * some that are later than asked, so that it doesn't count.
 */
export function quartersWithEntries(db: Queries, { which, from, until, limit }: Entries): Sql {
  const isAsked = (at: Sql) => sql`${at} >= ${quarterOf(from)} and ${at} <= ${until}`
  const sums = partsOf(db, { days: sql`false`, quarters: isAsked(sql`since`) })
  return sql`(
    select since, since + interval '15 minutes' as until from (
      select since, sum(entries) over newest_first - entries - first_value(entries) over newest_first as passed from (
        select ${quarterOf(sql`at`)} as since, sum(entries) as entries from ${sums} sums
        where ${which} and ${isAsked(quarterOf(sql`at`))} group by 1 having sum(entries) > 0) each
      window newest_first as (order by since desc)) quarters
    where passed < ${limit})`
}

/** In which quarter of an hour points last became money. */
export function lastTransfer(db: Queries, which: Sql): Sql {
  const made = (begin: Sql, sums: Sql) => sql`
    select max(since) from (
      select ${begin} as since from ${sums} sums where ${which} group by 1 having sum(made) > 0) each`
  return made(quarterOf(sql`at`), sumsSince(db, sql`(${made(dayOf(sql`at`), sumsOfAll(db))})`))
}
