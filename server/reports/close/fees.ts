import sql from 'sql-template-tag'
import type { ClosePack } from '#contract/reports/close-pack.ts'
import type { Queries } from '#platform/database'
import { kindsLeft, moneyKept, netTaxOfMoney, sumsOfMoney } from '#server/reports/payments'
import type { Period } from './close-transactions.ts'

type Fees = ClosePack['Fees']

const fees = (['Application', 'Renewal'] as const).flatMap((paidFor) => kindsLeft({ paidFor }) ?? [])

/** What applications and renewals paid and got back in a period, and what they owed at its end. */
export async function feesIn(db: Queries, period: Period): Promise<Fees> {
  const { all } = moneyKept(db, period, fees)
  const moved = await db.one<Omit<Fees, 'Owing'>>(
    sql`select ${sumsOfMoney}, ${netTaxOfMoney} from ${all} moved`,
  )
  const { Owing } = await db.one<Pick<Fees, 'Owing'>>(sql`
    select (coalesce(sum(greatest(0, s.due_cents - let_off.cents - paid.cents)), 0) * 0.01)::float8 as "Owing"
    from request_session s
    cross join lateral (
      select coalesce(sum(d.cents), 0) as cents from request_discount d
      where d.business_id = s.business_id and d.session_id = s.session_id and d.given_at < ${period.endDate}) let_off
    cross join lateral (
      select coalesce(sum(e.cents), 0) as cents from payment p
      join payment_entry e on e.business_id = p.business_id and e.payment_id = p.payment_id
      where p.business_id = s.business_id and p.session_id = s.session_id and e.at < ${period.endDate}) paid
    where s.business_id = ${db.businessId} and s.due_cents is not null and s.deleted_at is null
      and s.submitted_at < ${period.endDate}
      and (s.finalised_at is null or s.finalised_at >= ${period.endDate})
      -- As it stood then: what was paid for owes nothing, whatever was given back since, unless it was put back.
      and 'Payment Required' = (select t.step from request_step t
        where t.business_id = s.business_id and t.session_id = s.session_id and t.at < ${period.endDate}
          and t.step in ('Payment Required', 'User Completed', 'Error', 'Completed')
        order by t.id desc limit 1)`)
  return { ...moved, Owing }
}
