import type { z } from 'zod'
import type { EventForm, EventListItem, HubEvent } from '#contract/events/events.ts'

export type EventValues = z.input<typeof EventForm>

/** What a new event has in common with the last one, as a rule: where it is held, and when people are let in. */
export type Usual = Pick<
  EventListItem,
  'EventLocation' | 'TimeZoneId' | 'CheckInStartTime' | 'CheckInEndTime'
>

/** The values of a new event: as the last one was, or held where the business is. */
export function newValues(usual: Usual | undefined, zone: string): EventValues {
  return {
    ...noValues,
    TimeZoneId: usual?.TimeZoneId ?? zone,
    CheckInStartTime: usual?.CheckInStartTime ?? '',
    CheckInEndTime: usual?.CheckInEndTime ?? '',
    EventLocation: usual?.EventLocation ?? '',
  }
}

const noValues = {
  EventName: '',
  EventStartDate: '',
  EventEndDate: '',
  MemberFilterQuery: '',
  Reentry: 'once',
  Capacity: null,
  LetsSuspendedIn: false,
  Sessions: [],
} satisfies Partial<EventValues>

/** The values that the form of an event starts with. */
export function valuesOf(event: HubEvent): EventValues {
  return {
    EventName: event.EventName,
    EventStartDate: event.EventStartDate,
    EventEndDate: event.EventEndDate,
    CheckInStartTime: event.CheckInStartTime,
    CheckInEndTime: event.CheckInEndTime,
    EventLocation: event.EventLocation,
    TimeZoneId: event.TimeZoneId,
    MemberFilterQuery: event.MemberFilterQuery,
    Reentry: event.Reentry,
    Capacity: event.Capacity,
    LetsSuspendedIn: event.LetsSuspendedIn,
    Sessions: event.Sessions,
  }
}

/** The end that goes with another start: an event is on one day, unless somebody has said that it is longer. */
export function endAfter(
  start: string | null,
  { EventStartDate, EventEndDate }: Pick<EventValues, 'EventStartDate' | 'EventEndDate'>,
): string | null {
  const isOneDay = !EventEndDate || EventEndDate === EventStartDate
  return isOneDay ? start : EventEndDate
}
