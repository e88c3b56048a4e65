import { dayHours, isOfEvening, isOpenAt, type OpenHours, weekdayOf, weekdays } from './open-hours.ts'

export const eventKinds = ['Event', 'Entry'] as const
export type EventKind = (typeof eventKinds)[number]

/** The last day of what has no end, for those who need one. */
export const endlessDay = '2999-12-31'

/** When an event is, always told by the clock of its own time zone. */
export type EventTimes = {
  readonly EventStartDate: string
  readonly EventEndDate: string
  readonly CheckInStartTime: string
  readonly CheckInEndTime: string
  readonly TimeZoneId: string
  /** Not said of an event by a door that has not been opened again since the former version. */
  readonly Kind?: EventKind | undefined
  readonly OpenHours?: OpenHours | null | undefined
}

/** True for the front door of a venue, which has no end. */
export function isEntry({ Kind }: Pick<EventTimes, 'Kind'>): boolean {
  return Kind === 'Entry'
}

/** A day (YYYY-MM-DD) and a time (HH:MM) as the clocks of a zone show them. */
export type ZonedTime = { readonly date: string; readonly time: string }

// Making one takes longer than using it a thousand times. There are fewer zones, but each can be spelt in many ways.
/** The clock of a zone, and what it showed when it was last looked at: a scan looks four times, and reading it is slow. */
type Clock = {
  readonly format: Intl.DateTimeFormat
  last: { readonly minute: number; readonly shown: ZonedTime } | null
}

const clocks = new Map<string, Clock>()
const mostClocks = 1_000
const minuteMs = 60_000

function clockOf(timeZone: string): Clock {
  const known = clocks.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const clock: Clock = { format, last: null }
  if (clocks.size >= mostClocks) clocks.clear()
  clocks.set(timeZone, clock)
  return clock
}

/** What the clocks of a zone show at an instant. Every instant has one such time, also when clocks are changed. */
export function zonedTime(at: Date, timeZone: string): ZonedTime {
  const clock = clockOf(timeZone)
  // Since there are time zones, their clocks turn to the next minute together.
  const minute = Math.floor(at.getTime() / minuteMs)
  if (clock.last?.minute !== minute) clock.last = { minute, shown: read(clock.format, at) }
  return clock.last.shown
}

function read(format: Intl.DateTimeFormat, at: Date): ZonedTime {
  const parts: Record<string, string> = {}
  for (const { type, value } of format.formatToParts(at)) parts[type] = value
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}`,
  }
}

/** The day that is so many days after another, by the calendar. */
export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** How many days one day is after another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

/** True from the first minute of check-in to the last one, which counts whole, on each day of the event. */
export function isCheckInTime(event: EventTimes, at: Date): boolean {
  const now = zonedTime(at, event.TimeZoneId)
  const { date, time } = now
  if (isEntry(event) && event.OpenHours) return isOpenAt(event.OpenHours, now)
  const isOnDay = event.EventStartDate <= date && date <= event.EventEndDate
  return isOnDay && event.CheckInStartTime <= time && time <= event.CheckInEndTime
}

/** The day that a moment belongs to: of an entry that is open past midnight, the night is the evening's. */
export function openDate({ OpenHours: hours }: Pick<EventTimes, 'OpenHours'>, now: ZonedTime): string {
  return hours && isOfEvening(hours, now) ? addDays(now.date, -1) : now.date
}

type Start = Pick<EventTimes, 'CheckInStartTime'>

/** Until when it is night, and whoever is in has come on the evening before. */
export const endOfNight = '06:00'

// Who is let in so long before check-in begins is there for that, also in the night.
const earlyMinutes = 120

/** The time so many minutes earlier on the same day. */
function earlier(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const at = Math.max(0, hour * 60 + minute - minutes)
  return [Math.trunc(at / 60), at % 60].map((each) => String(each).padStart(2, '0')).join(':')
}

type Sessions = readonly (Start & { readonly Date: string })[]

/** When check-in begins on a day, of the event or of the first of its sessions there. */
export function checkInBegins(event: Start, date: string, sessions: Sessions): string {
  const ofDay = sessions.filter((each) => each.Date === date)
  return [event, ...ofDay].map(({ CheckInStartTime }) => CheckInStartTime).toSorted()[0]!
}

/**
 * The day that is on, one of the event's. Night belongs to the day before; whoever is let in after it, or soon before
 * check-in begins, has come for the day to come.
 */
export function dayOn(event: EventTimes, now: Date, sessions: Sessions = []): string {
  const { date, time } = zonedTime(now, event.TimeZoneId)
  if (isEntry(event)) return openDate(event, { date, time })
  const { EventStartDate: first, EventEndDate: last } = event
  if (date > last) return last
  if (date <= first) return first
  const begins = earlier(checkInBegins(event, date, sessions), earlyMinutes)
  return time >= endOfNight || time >= begins ? date : addDays(date, -1)
}

/** Why it isn't check-in time at that moment: when it is. */
export function checkInTimes(event: EventTimes, at: Date): string {
  const { CheckInStartTime: from, CheckInEndTime: to } = event
  if (!isEntry(event) || !event.OpenHours) return `Check-in is from ${from} to ${to}, ${eventDaysOf(event)}.`
  const today = weekdayOf(zonedTime(at, event.TimeZoneId).date)
  return `Open hours of ${weekdays[today]}: ${dayHours(event.OpenHours[today])}.`
}

/** How far upcoming reaches: a week ahead, tomorrow included. */
export const daysAhead = 7

/** True from a week before an event until the day after it, whose first hours are those of a long night. */
export function isOnOrSoon({ EventStartDate, EventEndDate, TimeZoneId }: EventTimes, at: Date): boolean {
  const { date } = zonedTime(at, TimeZoneId)
  return EventStartDate <= addDays(date, daysAhead) && EventEndDate >= addDays(date, -1)
}

/** True once the last day of the event is past, there where it is. */
export function isOver(event: EventTimes, at: Date): boolean {
  return zonedTime(at, event.TimeZoneId).date > event.EventEndDate
}

/** How long an event is, in days begun: '1 day' or '3 days'. */
export function durationOf({ EventStartDate, EventEndDate }: EventTimes): string {
  const days = daysBetween(EventStartDate, EventEndDate) + 1
  return days === 1 ? '1 day' : `${days} days`
}

/** Since when somebody is in: 'In since 18:05.', with the day if it isn't today there. */
export function sinceWhen(at: Date, timeZone: string, now: Date): string {
  const { date, time } = zonedTime(at, timeZone)
  const isToday = zonedTime(now, timeZone).date === date
  return isToday ? `In since ${time}.` : `In since ${time} on ${dayInWords(date)}.`
}

/** A day as '14 Nov 2026'. */
export function dayInWords(date: string): string {
  return dayFormat.format(new Date(`${date}T00:00:00Z`))
}

const dayFormat = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** The days of an event: '14 Nov 2026', or '14 Nov 2026 – 16 Nov 2026'. */
export function eventDaysOf({ EventStartDate, EventEndDate, Kind }: EventTimes): string {
  if (isEntry({ Kind })) return 'Every day'
  return EventStartDate === EventEndDate
    ? dayInWords(EventStartDate)
    : `${dayInWords(EventStartDate)} – ${dayInWords(EventEndDate)}`
}
