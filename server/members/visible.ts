import sql, { empty, type Sql } from 'sql-template-tag'
import type { Who } from '#platform/who.ts'

/** The condition under which this user sees a member `m`: users confined to some venues see the members of those. */
export function visibleTo(who: Who): Sql {
  return who.venues === null ? empty : sql`and m.venue_no = any(${who.venues})`
}
