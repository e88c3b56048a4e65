import sql, { empty, type Sql } from 'sql-template-tag'
import type { Who } from '#platform/access'
import { visibleTo } from '#server/members/record'

/** Leaves the scans `s` of members whom somebody sees. Users who see all venues need no look at each member. */
export function withVisibleMember(who: Pick<Who, 'venues'>): Sql {
  if (who.venues === null) return empty
  return sql`join member m on m.business_id = s.business_id and m.member_id = s.member_id ${visibleTo(who)}`
}
