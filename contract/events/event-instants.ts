import { addDays, type EventTimes, zonedTime, type ZonedTime } from './event-times.ts'

const dayMs = 86_400_000

/**
 * The instant at which the clocks of a zone show a day and a time, as calendars understand it (RFC 5545, 3.3.5): the first
 * of two where clocks are put back, and as if they hadn't been touched yet where they skip it.
 */
export function instantIn(zone: string, { date, time }: ZonedTime): Date {
  const asUtc = (shown: ZonedTime) => Date.parse(`${shown.date}T${shown.time}:00Z`)
  const wanted = asUtc({ date, time })
  const offsetAt = (at: number) => asUtc(zonedTime(new Date(at), zone)) - at
  const before = wanted - offsetAt(wanted - dayMs)
  const after = wanted - offsetAt(wanted + dayMs)
  const isShown = (at: number) => at + offsetAt(at) === wanted
  return new Date([before, after].toSorted((one, other) => one - other).find(isShown) ?? before)
}

/** True where people are let in from the first minute of a day to the last one: it is no time that they come at. */
export function isAllDay({
  CheckInStartTime,
  CheckInEndTime,
}: Pick<EventTimes, 'CheckInStartTime' | 'CheckInEndTime'>): boolean {
  return CheckInStartTime === '00:00' && CheckInEndTime === '23:59'
}

/** From the first check-in of an event to the end of its last one. */
export function spanOfEvent(event: EventTimes): { readonly from: Date; readonly to: Date } {
  const { EventStartDate, EventEndDate, CheckInStartTime, CheckInEndTime, TimeZoneId } = event
  // The last minute counts whole: of a day's that is the next midnight.
  const end =
    CheckInEndTime === '23:59'
      ? { date: addDays(EventEndDate, 1), time: '00:00' }
      : { date: EventEndDate, time: CheckInEndTime }
  return {
    from: instantIn(TimeZoneId, { date: EventStartDate, time: CheckInStartTime }),
    to: instantIn(TimeZoneId, end),
  }
}
