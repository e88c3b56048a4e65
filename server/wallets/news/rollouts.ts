import sql from 'sql-template-tag'
import type { Queries } from '#platform/database'

/** Counts what wallets were told of changes of designs: an id of its rollout for each. */
export async function countTold(db: Queries, rolloutIds: readonly string[]): Promise<void> {
  if (rolloutIds.length === 0) return
  await db.run(sql`
    update design_rollout r set told = r.told + t.count, worked_at = now()
    from (select id, count(*) from unnest(${rolloutIds}::text[]) as id group by id) t
    where r.business_id = ${db.businessId} and r.rollout_id = t.id`)
}

/** Ends the rollouts of which all passes were gone through and all wallets told. */
export async function finishRollouts(db: Queries): Promise<void> {
  await db.run(sql`
    update design_rollout r set finished_at = now()
    where r.business_id = ${db.businessId} and r.walked_at is not null and r.finished_at is null
      and not exists (select from wallet_news n
        where n.business_id = r.business_id and n.rollout_id = r.rollout_id)`)
}
