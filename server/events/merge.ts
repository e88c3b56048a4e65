import sql from 'sql-template-tag'
import { rowsThatFollow } from '#server/members/merge'

/** Attendance follows when members are merged; where both were in, the other's scan stays theirs: nobody is in twice. */
export const mergeAttendance = rowsThatFollow({
  name: 'attendance',
  label: 'Scans at events',
  table: sql`event_scan`,
  id: sql`r.event_id || ' ' || r.scan_id`,
  follows: ({ survivorId }) => sql`not exists (
    select from event_scan own where own.business_id = r.business_id and own.event_id = r.event_id
      and own.member_id = ${survivorId} and own.result = 'Valid' and own.undone_at is null)`,
})
