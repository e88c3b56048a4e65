import sql from 'sql-template-tag'
import { type Database, noTenant, type Transaction } from '#platform/database'
import { jobStart, type Task, type Tasks } from '#platform/jobs'
import type { Standings } from './standings.ts'

/** The tasks that go on while their business is suspended, and why. All others of a business rest. */
const goesOn: Readonly<Record<string, string>> = {
  open_checkout: 'Somebody has pressed Pay, and waits for the page.',
  check_payment: 'What was paid is taken in.',
  refund_payment: 'What was promised back is given back.',
  check_refund: 'What was promised back is given back.',
  open_reload_payment: 'Somebody has pressed Pay, and waits for the page.',
  check_reload_payment: 'What was paid is taken in.',
  refund_reload_payment: 'What was promised back is given back.',
  finish_renewal: 'What was paid for is done.',
  carry_out_renewal: 'What was paid for is done.',
  carry_out_application: 'What was paid for is done.',
  forget_member_import: 'What is to be forgotten is.',
  let_fall_away: 'What is to be forgotten is.',
}

/** Their names. */
export const tasksGoingOn: readonly string[] = Object.keys(goesOn)

/** The tasks, of which those of a suspended business are put aside until it is open again. */
export function restWhileSuspended(database: Database, standings: Standings, tasks: Tasks): Tasks {
  const resting = ([name, task]: [string, Task]): [string, Task] => {
    if (name in goesOn) return [name, task]
    const work = async (payload: never, attempt: Parameters<Task>[1]) => {
      const { businessId = noTenant } = (payload ?? {}) as { businessId?: string }
      const isResting =
        (await standings.of(businessId)) !== 'Open' && (await putAside(database, businessId, name, payload))
      if (!isResting) await task(payload, attempt)
    }
    return [name, Object.assign(work, { lane: task.lane, waitsFor: task.waitsFor })]
  }
  return Object.fromEntries(Object.entries(tasks).map(resting))
}

/** Keeps a job for later; false if its business has been opened meanwhile, and nobody would start it again. */
function putAside(database: Database, businessId: string, task: string, payload: object): Promise<boolean> {
  return database.transaction(businessId, async (tx) => {
    // Whoever lifts the suspension waits for this row, or has changed it before we read it.
    const row = await tx.maybe<{ standing: string }>(
      sql`select standing from business where business_id = ${businessId} for share`,
    )
    if (row?.standing === 'Open') return false
    await tx.run(sql`
      insert into resting_job (business_id, task, payload)
      values (${businessId}, ${task}, ${JSON.stringify(payload)}) on conflict do nothing`)
    return true
  })
}

/** Starts again, in the transaction that opens the business, what was put aside. */
export async function wakeJobs(tx: Transaction): Promise<number> {
  return tx.run(sql`
    with woken as (delete from resting_job where business_id = ${tx.businessId} returning job_id, task, payload)
    select ${jobStart(sql`task`, sql`payload::json`)} from woken order by job_id`)
}
