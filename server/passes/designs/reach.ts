import sql from 'sql-template-tag'
import type { passConfigurationsApi, PassReach } from '#contract/passes/pass-configurations.ts'
import type { Call } from '#platform/call'
import { readConfiguration } from './configuration-record.ts'
import { onPhonesAfter } from './on-phones.ts'

/** How far the change of a design `c` has come that is on its way to phones; null if none is. */
export const rolloutOf = sql`(
  select json_build_object('Total', r.total, 'Told', least(r.told, r.total)) from design_rollout r
  where r.business_id = c.business_id and r.pass_configuration_id = c.pass_configuration_id
    and r.finished_at is null and r.total > 0)`

/** On how many phones a design is, and how far its last change has come there. */
export async function getPassReach({
  db,
  params,
}: Call<typeof passConfigurationsApi.getPassReach>): Promise<PassReach> {
  const { PassConfigurationId: id } = await readConfiguration(db, params.passConfigurationId)
  const ofDesign = sql`c.business_id = ${db.businessId} and c.pass_configuration_id = ${id}`
  // Who watches it asks every second: what its job has counted will do, once it has begun.
  const begun = await db.maybe<PassReach>(sql`
    select c.apple as "Apple", c.google as "Google", ${rolloutOf} as "Rollout"
    from design_rollout c where ${ofDesign} and c.finished_at is null`)
  if (begun?.Rollout) return begun
  // Of very many passes the first are looked at, of all of them only by the job that tells them.
  const { apple: Apple, google: Google, end } = await onPhonesAfter(db, id, '')
  const Total = Apple + Google
  const Rollout = begun && Total > 0 ? { Total, Told: 0 } : null
  return { Apple, Google, ...(end !== null && { IsMore: true }), Rollout }
}
