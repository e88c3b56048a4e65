import sql from 'sql-template-tag'
import { oneByOne } from '#platform/concurrency'
import { type Database, noTenant, type Transaction } from '#platform/database'
import { startJob, workGently } from '#platform/jobs'
import { onPhones } from '#server/passes/designs'
import { raiseNextOfDesign } from '#server/passes/issued'
import { queueNewsOf } from './news.ts'
import { finishRollouts } from './rollouts.ts'

/** The job that takes a change of a design to its passes; saving the design starts it (migration 0075). */
export const rollOutTask = 'roll_out_design'
export type RollOutJob = { readonly businessId: string; readonly passConfigurationId: string }

/** Takes a change of a design to its passes, batch by batch from where it stands, to the end or until its turn is over. */
export async function rollOutDesign(database: Database, job: RollOutJob): Promise<void> {
  const { businessId, passConfigurationId } = job
  await countPhones(database, job)
  const isDone = await workGently(() =>
    database.transaction(businessId, (tx) => rollOutBatch(tx, passConfigurationId)),
  )
  if (isDone) await finishRollouts(database.forTenant(businessId))
  else await database.transaction(businessId, (tx) => startRollOut(tx, job))
}

/** Counts the phones of a rollout that begins: the row is locked only when that is done. */
async function countPhones(database: Database, { businessId, passConfigurationId: id }: RollOutJob) {
  const db = database.forTenant(businessId)
  const begins = sql`
    business_id = ${businessId} and pass_configuration_id = ${id} and walked_at is null and last_pass_id = ''`
  if (!(await db.maybe(sql`select from design_rollout where ${begins}`))) return
  const { apple, google } = await onPhones(db, id)
  await db.run(sql`
    update design_rollout set apple = ${apple}, google = ${google}, total = ${apple + google} where ${begins}`)
}

function startRollOut(tx: Transaction, job: RollOutJob): Promise<void> {
  const key = `${rollOutTask}/${job.businessId}/${job.passConfigurationId}`
  return startJob(tx, rollOutTask, job, { key })
}

/**
 * Takes it to one batch and moves the mark behind that, both or neither. A save of the design meanwhile has put the mark back
 * to the start: what is read here is always the last. False when there is nothing more to do.
 */
async function rollOutBatch(tx: Transaction, passConfigurationId: string): Promise<boolean> {
  const ofDesign = sql`business_id = ${tx.businessId} and pass_configuration_id = ${passConfigurationId}`
  const rollout = await tx.maybe<{ id: string; lastPassId: string }>(sql`
    select rollout_id as id, last_pass_id as "lastPassId" from design_rollout
    where ${ofDesign} and walked_at is null for update`)
  if (!rollout) return false
  const { passes, lastId, isEnd } = await raiseNextOfDesign(tx, passConfigurationId, rollout.lastPassId)
  const queued = passes.length === 0 ? 0 : await queueNewsOf(tx, passes, rollout.id)
  await tx.run(sql`
    update design_rollout set last_pass_id = ${lastId}, queued = queued + ${queued}, worked_at = now(),
      total = greatest(total, queued + ${queued}), walked_at = case when ${isEnd} then now() end
    where ${ofDesign}`)
  return !isEnd
}

/** Has rollouts go on whose server is gone: the queue would give their jobs to another only hours later. */
export async function resumeRollouts(database: Database): Promise<void> {
  const stuck = await database.forTenant(noTenant).rows<RollOutJob>(sql`
    select business_id as "businessId", pass_configuration_id as "passConfigurationId" from design_rollout
    where walked_at is null and worked_at < now() - interval '1 minute'`)
  await oneByOne(stuck, (job) => database.transaction(job.businessId, (tx) => startRollOut(tx, job)))
  const told = await database.forTenant(noTenant).rows<{ businessId: string }>(sql`
    select distinct business_id as "businessId" from design_rollout
    where walked_at is not null and finished_at is null and worked_at < now() - interval '1 minute'`)
  await oneByOne(told, ({ businessId }) => finishRollouts(database.forTenant(businessId)))
}
