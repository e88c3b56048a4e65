import sql from 'sql-template-tag'
import { noticeDays } from '#contract/bell/bell.ts'
import type { Database, Queries } from '#platform/database'
import { forgetInPieces, inLane, type InPieces, type Tasks } from '#platform/jobs'

/** What the clock does with notices: nobody looks back for longer than some months. */
export function bellTasks(database: Database): Tasks {
  return {
    forget_old_notices: inLane('maintenance', (turn: InPieces) => forgetOldNotices(database, turn)),
  }
}

export const bellSchedule: readonly string[] = ['53 4 * * * forget_old_notices']

function forgetOldNotices(database: Database, turn: InPieces): Promise<void> {
  const forget = (db: Queries, most: number) =>
    db.run(sql`
      delete from user_notice where business_id = ${db.businessId} and notice_id in (
        select notice_id from user_notice
        where business_id = ${db.businessId} and at < now() - ${noticeDays} * interval '1 day'
        order by at limit ${most})`)
  return forgetInPieces(database, 'forget_old_notices', forget, turn)
}
