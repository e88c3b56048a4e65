import sql, { type Sql } from 'sql-template-tag'
import type { MemberFilter } from '#contract/members/member-filter.ts'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import { fewHits } from './search.ts'
import { standingMembers } from './standing.ts'

/** The ids of those whom a filter leaves on a day, of members whom this user sees; null where they are more than a few. */
export async function fewMeeting(
  db: Queries,
  who: Pick<Who, 'venues'>,
  filter: MemberFilter,
  day: Sql,
): Promise<string[] | null> {
  db.planFor('its values')
  const rows = await db.rows<{ id: string }>(sql`
    select member_id as id from (${standingMembers(db.businessId, who, filter, day)(sql`limit ${fewHits + 1}`)}) few`)
  return rows.length > fewHits ? null : rows.map(({ id }) => id)
}
