import sql from 'sql-template-tag'
import { noticeDays } from '#contract/bell/bell.ts'
import { type Database, eachBusiness } from '#platform/database'
import { inLane, type Tasks } from '#platform/jobs'

/** What the clock does with notices: nobody looks back for longer than some months. */
export function bellTasks(database: Database): Tasks {
  return { forget_old_notices: inLane('maintenance', () => forgetOldNotices(database)) }
}

export const bellSchedule: readonly string[] = ['53 4 * * * forget_old_notices']

async function forgetOldNotices(database: Database): Promise<void> {
  const forget = (businessId: string) =>
    database.forTenant(businessId).run(sql`
      delete from user_notice
      where business_id = ${businessId} and at < now() - ${noticeDays} * interval '1 day'`)
  await eachBusiness(database, forget, { whileSuspended: 'What is to be forgotten is.' })
}
