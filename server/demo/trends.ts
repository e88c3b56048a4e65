import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import { countAll } from '#server/today/trends'

/** Counts what the nights before would have, and makes up the months of what is known of today alone. */
export async function seedTrends(tx: Transaction): Promise<void> {
  const businesses = await tx.rows<{ id: string }>(sql`select business_id as id from business`)
  for (const { id: businessId } of businesses)
    await tx.asTenant(businessId, async (own) => {
      await countAll(own)
      await own.run(sql`
        insert into trend (business_id, figure, month, venue_no, value, counted_on)
        select business_id, figure, (month - make_interval(months => ago))::date, venue_no,
          round(value * (1 - ago * case figure when 'Lapsed' then -0.015 when 'Points' then 0.04 else 0.02 end)),
          (month - make_interval(months => ago - 1))::date - 1
        from trend, generate_series(1, 11) ago
        where business_id = ${businessId} and figure = any(array['Financial', 'In grace', 'Lapsed', 'No date', 'Points'])
        on conflict do nothing`)
    })
}
