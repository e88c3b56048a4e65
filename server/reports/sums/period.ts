import sql, { type Sql } from 'sql-template-tag'
import type { Queries } from '#platform/database'
import { recordSums } from './reading.ts'
import { momentsOf, spanBetween, wholeWithin } from './spans.ts'

type Period = { readonly startDate?: string | undefined; readonly endDate?: string | undefined }

/** Tables with the rows of `recordSums`. */
export type SumsOfPeriod = {
  readonly all: Sql
  /** What lies behind a day of UTC, by quarters of an hour, and some before it. */
  readonly quartersFrom: (day: Sql) => Sql
}

/**
 * What there is of some records in a period, or ever: from the sums, and one by one in the quarters of an hour that the period cuts,
 * as a query between two moments has them.
 */
export function sumsOfPeriod(
  db: Queries,
  about: 'Payment' | 'Card',
  { startDate = '-infinity', endDate = 'infinity' }: Period,
  oneByOne: (from: Sql, until: Sql) => Sql,
): SumsOfPeriod {
  const whole = wholeWithin(spanBetween(startDate, endDate), 'quarter')
  const { from, until } = momentsOf(whole)
  const [start, end] = [sql`${startDate}::timestamptz`, sql`${endDate}::timestamptz`]
  // A period without a whole quarter isn't cut in two: its ends may lie closer than the milliseconds that are reckoned with.
  const withCut = (sums: Sql) =>
    whole[0] < whole[1]
      ? sql`(select * from ${sums} kept union all ${oneByOne(start, from)} union all ${oneByOne(until, end)})`
      : sql`(${oneByOne(start, end)})`
  return {
    all: withCut(recordSums(db, about, { from, until, days: momentsOf(wholeWithin(whole, 'day')) })),
    quartersFrom: (day) =>
      withCut(
        recordSums(db, about, { from: sql`greatest(${from}, ${day})`, until, days: { from: until, until } }),
      ),
  }
}
