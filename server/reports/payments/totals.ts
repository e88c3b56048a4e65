import sql, { empty, type Sql } from 'sql-template-tag'
import type { paymentsApi, PaymentTotals } from '#contract/payments/payments.ts'
import type { Call } from '#platform/call'
import { businessZone } from '#platform/days'
import { methodOfMoney, moneyMoved, netTaxOfMoney, sumsOfMoney } from './money-moved.ts'

// More are no summary.
const mostDays = 31

type Whole = Omit<PaymentTotals, 'ByMethod' | 'ByDay'>

/** What was taken and given back in all, by method and by day of the business. */
export async function sumPayments({
  db,
  who,
  query,
}: Call<typeof paymentsApi.sumPayments>): Promise<PaymentTotals> {
  const moved = await moneyMoved(db, who, query)
  const whole = await db.one<Whole>(sql`select ${sumsOfMoney}, ${netTaxOfMoney} from ${moved.all} moved`)
  const ByMethod = await db.rows<PaymentTotals['ByMethod'][number]>(
    sumsBy(sql`${methodOfMoney} as "Method"`, moved.all, empty),
  )
  const day = sql`zone_day(${await businessZone(db)}, at)::text as "Day"`
  const ByDay = await db.rows<PaymentTotals['ByDay'][number]>(
    sumsBy(day, moved.ofDays(mostDays), sql`desc limit ${mostDays}`),
  )
  return { ...whole, ByMethod, ByDay }
}

const sumsBy = (group: Sql, moved: Sql, order: Sql) => sql`
  select ${group}, ${sumsOfMoney} from ${moved} moved group by 1 having sum(records) <> 0 order by 1 ${order}`
