import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
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
    from (${undecidedAt(db, period.endDate)}) s
    cross join lateral (
      select coalesce(sum(d.cents), 0) as cents from request_discount d
      where d.business_id = s.business_id and d.session_id = s.session_id and d.given_at < ${period.endDate}) let_off
    cross join lateral (
      select coalesce(sum(e.cents), 0) as cents from payment p
      join payment_entry e on e.business_id = p.business_id and e.payment_id = p.payment_id
      where p.business_id = s.business_id and p.session_id = s.session_id and e.at < ${period.endDate}) paid
    -- As it stood then: what was paid for owes nothing, whatever was given back since, unless it was put back.
    where 'Payment Required' = (select t.step from request_step t
      where t.business_id = s.business_id and t.session_id = s.session_id and t.at < ${period.endDate}
        and t.step in ('Payment Required', 'User Completed', 'Error', 'Completed')
      order by t.id desc limit 1)`)
  return { ...moved, Owing }
}

// Each span has an index of its own (0140), which is told by these very words. No days: where clocks change some have 23 hours.
const waits = ['1 hour', '24 hours', '168 hours', '744 hours', '8784 hours'].map((hours) =>
  raw(`interval '${hours}'`),
)

/**
 * The requests with a fee that nobody had decided on at a moment. Those that have been decided on since are looked for by how long
 * they waited: who waited an hour at the most was submitted in the hour before. Neither what came later is read, nor all of before.
 */
function undecidedAt({ businessId }: Queries, at: string): Sql {
  const submitted = sql`
    select business_id, session_id, due_cents from request_session
    where business_id = ${businessId} and due_cents is not null and deleted_at is null and submitted_at < ${at}`
  const since = sql`${submitted} and finalised_at >= ${at}`
  const waited = sql`finalised_at - submitted_at`
  const upTo = waits.map((longest, i) => {
    const longer = i === 0 ? empty : sql`and ${waited} > ${waits[i - 1]}`
    return sql`${since} ${longer} and ${waited} <= ${longest} and submitted_at >= ${at}::timestamptz - ${longest}`
  })
  return join(
    [sql`${submitted} and finalised_at is null`, ...upTo, sql`${since} and ${waited} > ${waits.at(-1)}`],
    ' union all ',
  )
}
