import sql, { empty, type Sql } from 'sql-template-tag'
import type { OccasionsOn } from './occasions.ts'

/** The condition that a scan `s` counts, and is of those occasions. */
export function countsAt({ own, former }: OccasionsOn): Sql {
  return sql`s.occasion = any(${[...own, ...former]}) and s.result = 'Valid' and s.undone_at is null`
}

/** The condition that somebody is in by such a scan. Who came again since the day before is in or out by that. */
export function isInBy({ own, former }: OccasionsOn): Sql {
  const sinceThen = sql`
    select from event_scan since where since.business_id = s.business_id and since.event_id = s.event_id
      and since.member_id = s.member_id and since.occasion = any(${own}) and since.result = 'Valid'
      and since.undone_at is null`
  return sql`not s.is_out ${former.length === 0 ? empty : sql`and (s.occasion = any(${own}) or not exists (${sinceThen}))`}`
}
