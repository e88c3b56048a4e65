import sql, { type Sql } from 'sql-template-tag'
import type { Who } from '#platform/access'
import type { Queries } from '#platform/database'
import type { VisitsOn } from '#server/events/doors'

/**
 * Those who are in at an event without being members, as far as somebody sees them: a query for `sort_name`, `visit_id`,
 * `first_name`, `last_name`, `kind`, `brought_by`, `occasion` and `since`. Their register stands on this module, and is
 * handed to it.
 */
export type VisitorsIn = (
  businessId: string,
  who: Pick<Who, 'venues'>,
  eventId: string,
  visits: VisitsOn,
) => Sql

/** How many of them are in. */
export async function countVisitors(
  db: Queries,
  visitorsIn: VisitorsIn,
  eventId: string,
  visits: VisitsOn,
): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from (${visitorsIn(db.businessId, { venues: null }, eventId, visits)}) visitors`)
  return count
}
