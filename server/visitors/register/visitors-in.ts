import sql from 'sql-template-tag'
import type { VisitorsIn } from '#server/events/presence'
import { entriesFor, memberName, visitsSeenBy } from './entries.ts'

/** The visitors who were signed in for what is on and haven't left. */
export const visitorsIn: VisitorsIn = (businessId, who, eventId, { occasions, days }) => sql`
  select plain(v.last_name || ' ' || v.first_name) collate "C" as sort_name, v.visit_id, v.first_name, v.last_name, v.kind,
    coalesce(${memberName}, nullif(v.host_typed, ''), nullif(v.club_name, '')) as brought_by,
    coalesce(v.occasion, to_char(v.day, 'YYYY-MM-DD')) as occasion, v.signed_in_at as since
  from ${entriesFor(who)}
  where ${visitsSeenBy(businessId, who)} and v.event_id = ${eventId} and v.day = any(${days}::date[])
    and coalesce(v.occasion, to_char(v.day, 'YYYY-MM-DD')) = any(${occasions})
    and v.left_at is null and v.voided_at is null`
