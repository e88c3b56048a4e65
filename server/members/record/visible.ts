import sql, { empty, type Sql } from 'sql-template-tag'
import type { Who } from '#platform/access'

/** The condition under which this user sees a member `m`: users confined to some venues see the members of those. */
export function visibleTo({ venues }: Pick<Who, 'venues'>): Sql {
  if (venues === null) return empty
  // Of one venue an index has the members in the order of their names; of several it doesn't.
  return venues.length === 1 ? sql`and m.venue_no = ${venues[0]}` : sql`and m.venue_no = any(${venues})`
}
