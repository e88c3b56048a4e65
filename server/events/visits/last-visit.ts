import sql from 'sql-template-tag'
import type { Visit, visitsApi } from '#contract/events/visits.ts'
import type { Call } from '#platform/call'
import { readMember } from '#server/members/record'

/** When a member was last let in, and where. It reads their own scans alone, by the index that merges use. */
export async function getLastVisit({ db, who, params }: Call<typeof visitsApi.getLastVisit>) {
  const { id } = await readMember(db, who, params.memberId)
  const LastVisit = await db.maybe<Visit>(sql`
    select s.scanned_at as "At", e.event_id as "EventId", e.name as "EventName", e.time_zone as "TimeZoneId"
    from event_scan s join event e on e.business_id = s.business_id and e.event_id = s.event_id
    where s.business_id = ${db.businessId} and s.member_id = ${id} and s.result = 'Valid' and s.undone_at is null
    order by s.scanned_at desc, s.scan_id limit 1`)
  return { LastVisit }
}
