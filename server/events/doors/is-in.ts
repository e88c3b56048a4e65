import sql, { type Sql } from 'sql-template-tag'
import type { OccasionsOn } from './occasions.ts'

/** The condition that a scan `s` counts, and is of those occasions. */
export function countsAt({ own, former }: Pick<OccasionsOn, 'own' | 'former'>): Sql {
  return sql`s.occasion = any(${[...own, ...former]}) and s.result = 'Valid' and s.undone_at is null`
}

/**
 * The condition that somebody is in by such a scan. Who came to what follows is in or out by that, unless somebody let them
 * in again here since.
 */
export function isInBy({ follows }: Pick<OccasionsOn, 'follows'>): Sql {
  if (follows.length === 0) return sql`not s.is_out`
  const [earlier, later] = [follows.map((pair) => pair.earlier), follows.map((pair) => pair.later)]
  const isTheirs = (scan: Sql) => sql`${scan}.business_id = s.business_id and ${scan}.event_id = s.event_id
    and ${scan}.member_id = s.member_id and ${scan}.undone_at is null`
  return sql`not s.is_out and not exists (
    select from unnest(${earlier}::text[], ${later}::text[]) as pair (earlier, later)
    join event_scan since on since.occasion = pair.later and since.result = 'Valid' and ${isTheirs(sql`since`)}
    where pair.earlier = s.occasion and not exists (
      select from event_scan again where again.occasion = s.occasion and again.result = 'Reentry'
        and again.scanned_at > since.scanned_at and ${isTheirs(sql`again`)}))`
}
