import sql from 'sql-template-tag'
import type { calendarApi } from '#contract/events/calendar.ts'
import { eventFileName } from '#contract/events/event-files.ts'
import { isEntry } from '#contract/events/event-times.ts'
import type { Call } from '#platform/call'
import type { Download } from '#platform/formats'
import { conflict } from '#platform/refusals'
import { readSeenEvent } from '#server/events/record'
import { readEntries } from './event-entry.ts'
import { icalendar } from './icalendar.ts'

export const calendarType = 'text/calendar; charset=utf-8'

/** One event as a file that calendars take in. */
export async function getEventCalendar({
  db,
  who,
  params,
}: Call<typeof calendarApi.getEventCalendar>): Promise<Download> {
  const event = await readSeenEvent(db, who, params.eventId)
  if (isEntry(event))
    throw conflict(
      'event_is_entry',
      'This is the entry of a venue, which is open every day: there is no file of it for calendars.',
    )
  const entries = await readEntries(db, sql`e.event_id = ${event.id}`)
  return { type: calendarType, name: eventFileName(event, 'ics'), content: icalendar([], entries) }
}
