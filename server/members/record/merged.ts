import sql, { type Sql } from 'sql-template-tag'
import { daysToUndoMerge } from '#contract/members/member-merges.ts'
import type { Member } from '#contract/members/members.ts'
import type { Queries } from '#platform/database'
import { conflict } from '#platform/refusals'

/** When the time to undo a merge `g` is over. */
export const undoableUntil: Sql = sql`g.at + make_interval(days => ${daysToUndoMerge})`

/** Whether a merge `g` can be undone. */
export const isUndoable: Sql = sql`(g.undone_at is null and ${undoableUntil} > now())`

/** Refuses to restore a member who was merged into another: what was theirs comes back with the merge's undo. */
export async function requireUnmerged(db: Queries, { id }: Member): Promise<void> {
  const merge = await db.maybe<{ name: string }>(sql`
    select concat_ws(' ', s.first_name, s.last_name) as name from member_merge g
    join member s on s.business_id = g.business_id and s.member_id = g.survivor_id
    where g.business_id = ${db.businessId} and g.other_id = ${id} and ${isUndoable}`)
  if (merge)
    throw conflict(
      'member_merged',
      `This member was merged into ${merge.name}: undo the merge on that page instead.`,
    )
}

/** Who a member is now: the one they were merged into, or themself. */
export async function currentMemberId(db: Queries, memberId: string): Promise<string> {
  const { id } = await db.one<{ id: string }>(sql`select current_member(${memberId}) as id`)
  return id
}

/** The member and those who were merged into it, and into those: their histories are one. */
export function idsMergedInto(businessId: string, memberId: string): Sql {
  return sql`array(
    with recursive one as (
      select ${memberId}::text as id
      union select g.other_id from one join member_merge g
        on g.business_id = ${businessId} and g.survivor_id = one.id and g.undone_at is null
    ) select id from one)`
}
