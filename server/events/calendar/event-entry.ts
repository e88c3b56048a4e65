import sql, { type Sql } from 'sql-template-tag'
import type { DoorRules } from '#contract/events/door-rules.ts'
import { isAllDay, spanOfEvent } from '#contract/events/event-instants.ts'
import type { EventStatus } from '#contract/events/event-status.ts'
import { addDays } from '#contract/events/event-times.ts'
import type { EventListItem } from '#contract/events/events.ts'
import type { Queries } from '#platform/database'
import { doorRuleColumns, eventColumns } from '#server/events/record'
import { dayValue, instantValue, type Property, textValue } from './icalendar.ts'

type CalendarEvent = EventListItem &
  Pick<DoorRules, 'Sessions'> & { revision: number; createdAt: string; updatedAt: string }

/** The events `e` that a condition leaves, as entries of a calendar; but for those on days that no calendar knows. */
export async function readEntries(db: Queries, condition: Sql): Promise<Property[][]> {
  const events = await db.rows<CalendarEvent>(sql`
    select ${eventColumns}, ${doorRuleColumns}, e.revision, e.created_at as "createdAt", e.updated_at as "updatedAt" from event e
    where e.business_id = ${db.businessId} and ${condition}`)
  return events
    .filter(isOnKnownDays)
    .flatMap(partsOf)
    .map((part) => entryOf(db.businessId, part))
}

/** An event that has sessions is those: people come to one of them, at its time. */
function partsOf(event: CalendarEvent): CalendarEvent[] {
  if (event.Sessions.length === 0) return [event]
  return event.Sessions.map(({ SessionId, Name, Date: day, CheckInStartTime, CheckInEndTime }) => ({
    ...event,
    id: `${event.id}-${SessionId}`,
    EventName: `${event.EventName}: ${Name}`,
    EventStartDate: day,
    EventEndDate: day,
    CheckInStartTime,
    CheckInEndTime,
  }))
}

/** Years have four digits there, and zones of our own time: on other days nothing can be said, and the rest is to be said. */
function isOnKnownDays({ EventStartDate, EventEndDate }: CalendarEvent): boolean {
  return [EventStartDate, EventEndDate].every((day) => /^(19|[2-9]\d)\d\d-/.test(day) && day < '9999')
}

const statuses: Readonly<Record<EventStatus, string>> = {
  Draft: 'TENTATIVE',
  Published: 'CONFIRMED',
  Completed: 'CONFIRMED',
  Canceled: 'CANCELLED',
  Deleted: 'CANCELLED',
}

function entryOf(businessId: string, event: CalendarEvent): Property[] {
  const changed = instantValue(new Date(event.updatedAt))
  return [
    ['UID', textValue(`${event.id}@${businessId}.hub`)],
    // In a calendar without a method it is the moment of the last change.
    ['DTSTAMP', changed],
    ['CREATED', instantValue(new Date(event.createdAt))],
    ['LAST-MODIFIED', changed],
    ['SEQUENCE', String(event.revision - 1)],
    ...timesOf(event),
    ['SUMMARY', textValue(event.EventName)],
    ['LOCATION', textValue(event.EventLocation)],
    ['DESCRIPTION', textValue(checkInOf(event))],
    ['STATUS', statuses[event.EventStatus]],
  ]
}

// In UTC, which every calendar shows in its reader's own zone, also where clocks are changed between start and end.
function timesOf(event: CalendarEvent): Property[] {
  if (isAllDay(event))
    return [
      ['DTSTART;VALUE=DATE', dayValue(event.EventStartDate)],
      ['DTEND;VALUE=DATE', dayValue(addDays(event.EventEndDate, 1))],
    ]
  const { from, to } = spanOfEvent(event)
  const start: Property = ['DTSTART', instantValue(from)]
  // An end has to be later; without one it is a moment.
  return to > from ? [start, ['DTEND', instantValue(to)]] : [start]
}

function checkInOf(event: CalendarEvent): string {
  if (isAllDay(event)) return 'Check-in all day'
  const hours = `Check-in ${event.CheckInStartTime} – ${event.CheckInEndTime} (${event.TimeZoneId.replaceAll('_', ' ')})`
  return event.EventStartDate === event.EventEndDate ? hours : `${hours} on each day`
}
