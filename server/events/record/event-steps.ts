import sql from 'sql-template-tag'
import type { EventStatus } from '#contract/events/event-status.ts'
import { announceAccessChange } from '#platform/access'
import type { Transaction } from '#platform/database'

/** How those who watch an event are told that something of it changed. */
export const eventSubject = (businessId: string, eventId: string) => JSON.stringify([businessId, eventId])

/** Gives an event another status, and tells those who watch it. What the clock does is no change that somebody made. */
export async function setStatus(
  tx: Transaction,
  eventId: string,
  status: EventStatus,
  by: 'somebody' | 'the clock',
): Promise<void> {
  await tx.run(sql`
    update event set status = ${status}, revision = revision + 1,
      updated_at = case when ${by === 'somebody'} then now() else updated_at end,
      published_at = case when ${status} = 'Published' then now() else published_at end,
      closed_at = case when ${status} in ('Completed', 'Canceled') then now() else closed_at end
    where business_id = ${tx.businessId} and event_id = ${eventId}`)
  // Its doors are shut with it, and those who watch it have nothing to see.
  if (status === 'Deleted') return announceAccessChange(tx, tx.businessId)
  await tx.run(sql`select pg_notify('attendance_changed', ${eventSubject(tx.businessId, eventId)})`)
}
