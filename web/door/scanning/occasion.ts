import type { Door } from '#contract/events/event-scans.ts'
import { isCheckInTime, type EventTimes, openDate, zonedTime } from '#contract/events/event-times.ts'

type Session = Door['Sessions'][number]

/** When a session lets people in, as an event of its own. */
export function timesOf({ TimeZoneId }: EventTimes, session: Session): EventTimes {
  const { Date: day, CheckInStartTime, CheckInEndTime } = session
  return { EventStartDate: day, EventEndDate: day, CheckInStartTime, CheckInEndTime, TimeZoneId }
}

/** The session that a scan is for: the one that the door is set to, else the one that checks in at that time. */
export function sessionAt(
  { Event, Sessions }: Pick<Door, 'Event' | 'Sessions'>,
  chosen: string | null | undefined,
  at: Date,
): Session | null {
  if (chosen) return Sessions.find(({ SessionId }) => SessionId === chosen) ?? null
  return Sessions.findLast((session) => isCheckInTime(timesOf(Event, session), at)) ?? null
}

/** What somebody is let in to once: a session where the event has some, else the day there, or the evening. */
export function occasionOf(door: Door, chosen: string | null | undefined, at: Date): string {
  return sessionAt(door, chosen, at)?.SessionId ?? openDate(door.Event, zonedTime(at, door.Event.TimeZoneId))
}
