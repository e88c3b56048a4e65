import sql, { empty } from 'sql-template-tag'
import type { Database } from '#platform/database'
import { failureOf, inLane, inPieces, type InPieces, type Piece, type Tasks } from '#platform/jobs'
import { undoableUntil } from '#server/members/record'

/** The work behind merges, which goes on after their calls have been answered. */
export function memberMergeTasks(database: Database): Tasks {
  return {
    forget_merged_photos: inLane('maintenance', (turn: InPieces) => forgetMergedPhotos(database, turn)),
  }
}

/** When it is due. */
export const memberMergeSchedule = ['37 3 * * * forget_merged_photos']

// So many merges are looked at in one statement, of however many years.
const slice = 1_000

/** Erases what nobody can see any more: photos of those who were merged into others, once that can't be undone. */
async function forgetMergedPhotos(database: Database, turn: InPieces = {}): Promise<void> {
  const forgetIn = async (id: string, after: string): Promise<Piece> => {
    const db = database.forTenant(id)
    const last = await db.maybe<{ mergeId: string }>(sql`
      select merge_id as "mergeId" from member_merge where business_id = ${id} and merge_id > ${after}
      order by merge_id offset ${slice - 1} limit 1`)
    const work = db.run(sql`
      delete from member_photo p using member_merge g, member m
      where p.business_id = ${id} and g.business_id = p.business_id and g.other_id = p.member_id
        and g.merge_id > ${after} ${last ? sql`and g.merge_id <= ${last.mergeId}` : empty}
        and g.undone_at is null and ${undoableUntil} <= now()
        and m.business_id = p.business_id and m.member_id = p.member_id and m.deleted_at is not null`)
    return { next: last?.mergeId ?? null, failure: await failureOf(work) }
  }
  const whileSuspended = 'What is to be forgotten is.'
  await inPieces(database, 'forget_merged_photos', forgetIn, { ...turn, whileSuspended })
}
