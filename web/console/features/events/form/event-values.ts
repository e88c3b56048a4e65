import type { z } from 'zod'
import { addDays, daysBetween, zonedTime } from '#contract/events/event-times.ts'
import type { EventForm, EventListItem, HubEvent } from '#contract/events/events.ts'

export type EventValues = z.input<typeof EventForm>

/** What a new event has in common with the last one, as a rule: where it is held, and when people are let in. */
export type Usual = Pick<
  EventListItem,
  'EventLocation' | 'TimeZoneId' | 'CheckInStartTime' | 'CheckInEndTime'
>

/** The values of a new event that is as the last one was, but for its name and its day. */
export function asUsual({ EventLocation, TimeZoneId, CheckInStartTime, CheckInEndTime }: Usual): EventValues {
  return { ...noValues, EventLocation, TimeZoneId, CheckInStartTime, CheckInEndTime }
}

const evening = { CheckInStartTime: '18:00', CheckInEndTime: '23:00' }

/** Those of the first event: an evening at the club, tonight or, once that is over, tomorrow. */
export function firstEvening(place: string, zone: string, now: Date): EventValues {
  const { date, time } = zonedTime(now, zone)
  const day = time < evening.CheckInEndTime ? date : addDays(date, 1)
  return {
    ...noValues,
    ...evening,
    EventStartDate: day,
    EventEndDate: day,
    EventLocation: place,
    TimeZoneId: zone,
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
export function eventValuesOf(event: HubEvent): EventValues {
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

type Days = Pick<EventValues, 'EventStartDate' | 'EventEndDate' | 'Sessions'>

/**
 * The days that go with another start: an event is on one day, unless somebody has said that it is longer. Then it stays as
 * long, and its sessions are on the same of its days.
 */
export function movedTo(start: string, { EventStartDate: from, EventEndDate: to, Sessions = [] }: Days) {
  const days = from ? daysBetween(from, start) : 0
  // A date field that was emptied holds nothing.
  const move = (day: string) => day && addDays(day, days)
  return {
    EventEndDate: to ? move(to) : start,
    Sessions: Sessions.map((session) => ({ ...session, Date: move(session.Date) })),
  }
}
