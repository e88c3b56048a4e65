import sql from 'sql-template-tag'
import { type MergeStep, rowsThatFollow } from '#server/members/merge'

const scansThatFollow = rowsThatFollow({
  name: 'attendance',
  label: 'Scans at events',
  table: sql`event_scan`,
  id: sql`r.event_id || ' ' || r.scan_id`,
  follows: ({ survivorId }) => sql`not exists (
    select from event_scan own where own.business_id = r.business_id and own.event_id = r.event_id
      and own.occasion = r.occasion and own.member_id = ${survivorId} and own.result = 'Valid' and own.undone_at is null)`,
})

/** Attendance follows when members are merged; where both were in, the other's scan stays theirs: nobody is in twice. */
export const mergeAttendance: MergeStep = {
  ...scansThatFollow,
  // Where the other one came in since, what they had there before stays the survivor's.
  undo: async ({ db }, { survivorId, otherId }, moved) => {
    await db.run(sql`
      update event_scan r set member_id = ${otherId}
      where r.business_id = ${db.businessId} and r.member_id = ${survivorId}
        and r.event_id || ' ' || r.scan_id = any(${moved})
        and not exists (
          select from event_scan own where own.business_id = r.business_id and own.event_id = r.event_id
            and own.occasion = r.occasion and own.member_id = ${otherId} and own.result = 'Valid' and own.undone_at is null)`)
  },
}
