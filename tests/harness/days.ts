import { addDays, zonedTime } from '#contract/events/event-times.ts'
import type { TestHub } from './hub.ts'

/** The zone of the demo's businesses and of the events that tests make. */
export const demoZone = 'Australia/Sydney'

/** A day (YYYY-MM-DD) so many days from today in the demo's businesses. */
export function inDays(days: number): string {
  return addDays(zonedTime(new Date(), demoZone).date, days)
}

/** Sets the clock that the database tells days by, in this test's own database. */
export async function setClock(hub: TestHub, at: Date): Promise<void> {
  await hub.owner.query(
    `create or replace function current_instant() returns timestamptz language sql stable parallel safe
       return timestamptz '${at.toISOString()}'`,
  )
}
