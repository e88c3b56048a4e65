import sql, { type Sql } from 'sql-template-tag'
import type { Who } from '#platform/access'
import { type Queries, wordsOf } from '#platform/database'
import { dayOf } from '#server/ledger/sums'
import { sumsOfPeriod } from '#server/reports/sums'
import { entriesFound, entriesIn, type Filters, kindsLeft } from './payments-in.ts'

/**
 * Tables of what was taken and given back, added up or one by one: rows of `at`, `kind` (a payment's kind and the entry's, such as
 * 'Cash Renewal Paid Taken'), `records`, `cents` and `tax_cents`.
 */
export type MoneyMoved = {
  readonly all: Sql
  /** What lies in the newest days of any zone that have some, as many as are asked for and a few more. */
  readonly ofDays: (most: number) => Sql
}

const isOf = (entry: 'Taken' | 'Refunded') => sql`filter (where split_part(kind, ' ', 4) = ${entry})`
const dollars = (cents: Sql) => sql`(coalesce(${cents}, 0) * 0.01)::float8`

export const methodOfMoney = sql`split_part(kind, ' ', 1)`
export const sumsOfMoney = sql`
  coalesce(sum(records) ${isOf('Taken')}, 0)::bigint as "Count", ${dollars(sql`sum(cents) ${isOf('Taken')}`)} as "Taken",
  ${dollars(sql`sum(-cents) ${isOf('Refunded')}`)} as "Refunded", ${dollars(sql`sum(cents)`)} as "Net"`
export const netTaxOfMoney = sql`${dollars(sql`sum(tax_cents)`)} as "NetTax"`

/** What moved of the payments that are asked for. Who sees all of them, and looks for no words, has it from the sums. */
export async function moneyMoved(db: Queries, who: Who, filters: Filters): Promise<MoneyMoved> {
  if (who.venues === null && wordsOf(filters.q).length === 0)
    return moneyKept(db, filters, kindsLeft(filters))
  const entries = (await entriesFound(db, who, filters)) ?? (await entriesIn(db, who, filters))
  db.planFor('its values')
  const all = sql`(${asSums(entries)})`
  return { all, ofDays: () => all }
}

/** What moved in a period, of some kinds of payments or of all. */
export function moneyKept(
  db: Queries,
  period: Pick<Filters, 'startDate' | 'endDate'>,
  kinds: readonly string[] | null,
): MoneyMoved {
  const { all, quartersFrom } = sumsOfPeriod(db, 'Payment', period, (from, until) =>
    asSums(
      sql`payment_entry e where e.business_id = ${db.businessId} and e.at >= ${from} and e.at < ${until}`,
    ),
  )
  const ofKinds = (sums: Sql) =>
    kinds ? sql`(select * from ${sums} each where kind = any(${entryKinds(kinds)}::text[]))` : sums
  return {
    all: ofKinds(all),
    ofDays: (most) => newestDays(ofKinds(all), most, (day) => ofKinds(quartersFrom(day))),
  }
}

const entryKinds = (kinds: readonly string[]) =>
  kinds.flatMap((kind) => [`${kind} Taken`, `${kind} Refunded`])

const asSums = (entries: Sql) => sql`
  select e.at, e.payment_kind || ' ' || e.kind as kind, 1 as records, e.cents, e.tax_cents from ${entries}`

// Two days of UTC may be of one day of a zone, and the first of them may be cut.
const newestDays = (all: Sql, most: number, quartersFrom: (day: Sql) => Sql) => {
  const first = sql`(select day from first)`
  return sql`(
    with first as materialized (
      select coalesce(min(day), 'infinity') as day from (
        select ${dayOf(sql`at`)} as day from ${all} moved group by 1 having sum(records) <> 0
        order by 1 desc limit ${2 * most + 2}) newest)
    select * from ${quartersFrom(first)} moved where at >= ${first})`
}
