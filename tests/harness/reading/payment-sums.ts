import type { TestHub } from '#tests/hub.ts'
import type { SomePeriod } from '#tests/samples/periods.ts'

export type AskedOfPayments = SomePeriod & { method?: string; paidFor?: string; state?: string; q?: string }

const sums = `
  count(*) filter (where e.kind = 'Taken')::int as "Count",
  coalesce(sum(e.cents) filter (where e.kind = 'Taken'), 0)::float8 / 100 as "Taken",
  coalesce(-sum(e.cents) filter (where e.kind = 'Refunded'), 0)::float8 / 100 as "Refunded",
  coalesce(sum(e.cents), 0)::float8 / 100 as "Net"`

// Nothing here that the answer is made of: neither the kind that entries have with them, nor the business's clock.
const asked = `
  from payment_entry e join payment p using (business_id, payment_id)
  left join request_session s on s.business_id = p.business_id and s.session_id = p.session_id
  where e.business_id = 'harbourside' and coalesce(p.method = $1, true) and coalesce(p.paid_for = $2, true)
    and coalesce($3 = case when p.refunded_cents = 0 then 'Paid' when p.refunded_cents = p.amount_cents then 'Refunded'
      else 'PartlyRefunded' end, true)
    and coalesce(p.reference like '%' || $4 || '%', $4 is null) and coalesce(e.at >= $5, true) and coalesce(e.at < $6, true)
    and coalesce(s.venue_no = $7, $7 is null)`

/** What Harbourside's payments come to, from their entries and nothing else; of the requests of one venue, where it is named. */
export async function paymentsAnew(
  hub: TestHub,
  { method, paidFor, state, q, startDate, endDate }: AskedOfPayments,
  { zone, venueNo }: { zone: string; venueNo?: string },
) {
  const values = [method, paidFor, state, q, startDate, endDate, venueNo]
  const ask = async (columns: string, rest = '', more: unknown[] = []) =>
    (await hub.owner.query<object>(`select ${columns} ${asked} ${rest}`, [...values, ...more])).rows
  const [whole] = await ask(`${sums}, coalesce(sum(e.tax_cents), 0)::float8 / 100 as "NetTax"`)
  return {
    ...whole,
    ByMethod: await ask(`p.method as "Method", ${sums}`, 'group by 1 order by 1'),
    ByDay: await ask(
      `((e.at at time zone $8)::date)::text as "Day", ${sums}`,
      'group by 1 order by 1 desc limit 31',
      [zone],
    ),
  }
}
