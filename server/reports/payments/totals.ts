import sql, { type Sql } from 'sql-template-tag'
import type { paymentsApi, PaymentTotals } from '#contract/payments/payments.ts'
import type { Call } from '#platform/call'
import { entriesIn } from './payments-in.ts'

// More are no summary.
const mostDays = 31

const dollars = (cents: Sql) => sql`(coalesce(sum(${cents}), 0) * 0.01)::float8`
const sums = sql`
  count(*) filter (where e.kind = 'Taken') as "Count",
  ${dollars(sql`e.cents) filter (where e.kind = 'Taken'`)} as "Taken",
  ${dollars(sql`-e.cents) filter (where e.kind = 'Refunded'`)} as "Refunded",
  ${dollars(sql`e.cents`)} as "Net"`

type Whole = Omit<PaymentTotals, 'ByMethod' | 'ByDay'>

/** What was taken and given back in all, by method and by day of the business. */
export async function sumPayments({
  db,
  who,
  query,
}: Call<typeof paymentsApi.sumPayments>): Promise<PaymentTotals> {
  const entries = await entriesIn(db, who, query, { isToAdd: true })
  const whole = await db.one<Whole>(
    sql`select ${sums}, ${dollars(sql`e.tax_cents`)} as "NetTax" from ${entries}`,
  )
  const ByMethod = await db.rows<PaymentTotals['ByMethod'][number]>(sql`
    select p.method as "Method", ${sums} from ${entries} group by 1 order by 1`)
  const ByDay = await db.rows<PaymentTotals['ByDay'][number]>(sql`
    select zone_day((select time_zone from business where business_id = ${db.businessId}), e.at)::text as "Day", ${sums}
    from ${entries} group by 1 order by 1 desc limit ${mostDays}`)
  return { ...whole, ByMethod, ByDay }
}
