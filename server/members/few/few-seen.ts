import sql, { type Sql } from 'sql-template-tag'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { fewOf } from '#platform/search'

/**
 * The ids of the members whom a user confined to some venues sees, and of the deleted ones of these venues, whose cards and the like
 * are seen as well; null where they are more than a few, or the user sees all.
 */
export async function fewMembersSeenBy(
  db: Queries,
  { venues }: Pick<Who, 'venues'>,
): Promise<string[] | null> {
  if (venues === null) return null
  // Each has an index of its own.
  const some = (which: Sql) => sql`
    select m.member_id as id from member m
    where m.business_id = ${db.businessId} and m.venue_no = any(${venues}) and ${which}`
  return fewOf(db, sql`${some(sql`m.deleted_at is null`)} union all ${some(sql`m.deleted_at is not null`)}`)
}
