import type { EventSession } from './door-rules.ts'
import {
  addDays,
  checkInBegins,
  dayInWords,
  dayOn,
  endOfNight,
  type EventTimes,
  isEntry,
  zonedTime,
} from './event-times.ts'
import { weekdayOf } from './open-hours.ts'

/** The days whose people may be in at a moment. */
export type DaysOn = {
  /** The day that people come to. In the night it is the one before. */
  readonly current: string
  /** The day before, until check-in begins: whoever hasn't left is still in. */
  readonly former: string | null
  /** The day by the clocks. */
  readonly date: string
}

type Sessions = readonly Pick<EventSession, 'Date' | 'CheckInStartTime'>[]

export function daysOn(event: EventTimes, at: Date, sessions: Sessions): DaysOn {
  const { date, time } = zonedTime(at, event.TimeZoneId)
  const current = dayOn(event, at, sessions)
  if (current !== date) return { current, former: null, date }
  const opens = isEntry(event)
    ? event.OpenHours?.[weekdayOf(date)]?.From
    : checkInBegins(event, date, sessions)
  // Where a day begins before, as it does where doors are open round the clock, the night isn't over with it.
  const until = opens !== undefined && opens > endOfNight ? opens : endOfNight
  return { current, former: time < until ? addDays(date, -1) : null, date }
}

type Session = Pick<EventSession, 'Date'>

/** Whether people can be at a session at that moment. A door that was left at another day's says nothing of where they come. */
export function isSessionOn({ Date: day }: Session, { current, former, date }: DaysOn): boolean {
  return day === current || day === former || day === date
}

/** Whether a session is of a day that is over, with the night after it. */
export function isSessionPast({ Date: day }: Session, { current, former }: DaysOn): boolean {
  return day < (former ?? current)
}

type Named = Pick<EventSession, 'Name' | 'Date'>

/** What a session is called among those of its event: with its day, where they are on several. */
export function sessionTitle({ Name, Date: day }: Named, sessions: readonly Named[]): string {
  return sessions.every((each) => each.Date === day) ? Name : `${Name}, ${dayInWords(day)}`
}
