import sql from 'sql-template-tag'
import { type Database, eachBusiness } from '#platform/database'
import { inLane, type Tasks } from '#platform/jobs'
import { undoableUntil } from '#server/members/record'

/** The work behind merges, which goes on after their calls have been answered. */
export function memberMergeTasks(database: Database): Tasks {
  return { forget_merged_photos: inLane('maintenance', () => forgetMergedPhotos(database)) }
}

/** When it is due. */
export const memberMergeSchedule = ['37 3 * * * forget_merged_photos']

/** Erases what nobody can see any more: photos of those who were merged into others, once that can't be undone. */
async function forgetMergedPhotos(database: Database): Promise<void> {
  await eachBusiness(
    database,
    (id) =>
      database.forTenant(id).run(sql`
      delete from member_photo p using member_merge g, member m
      where p.business_id = ${id} and g.business_id = p.business_id and g.other_id = p.member_id
        and g.undone_at is null and ${undoableUntil} <= now()
        and m.business_id = p.business_id and m.member_id = p.member_id and m.deleted_at is not null`),
    { whileSuspended: 'What is to be forgotten is.' },
  )
}
