/** When an event is, always told by the clock of its own time zone. */
export type EventTimes = {
  readonly EventStartDate: string
  readonly EventEndDate: string
  readonly CheckInStartTime: string
  readonly CheckInEndTime: string
  readonly TimeZoneId: string
}

/** A day (YYYY-MM-DD) and a time (HH:MM) as the clocks of a zone show them. */
export type ZonedTime = { readonly date: string; readonly time: string }

// Making one takes longer than using it a thousand times. There are fewer zones, but each can be spelt in many ways.
const clocks = new Map<string, Intl.DateTimeFormat>()
const mostClocks = 1_000

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  if (clocks.size >= mostClocks) clocks.clear()
  clocks.set(timeZone, clock)
  return clock
}

/** What the clocks of a zone show at an instant. Every instant has one such time, also when clocks are changed. */
export function zonedTime(at: Date, timeZone: string): ZonedTime {
  const parts: Record<string, string> = {}
  for (const { type, value } of clockOf(timeZone).formatToParts(at)) parts[type] = value
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}`,
  }
}

// Of other names, such as AET or NST, some are unknown to PostgreSQL, and others mean another zone there.
const zoneName =
  /^(UTC|(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)(\/[\w+-]+)+)$/i

/** True for a zone that there is, by its name in the IANA's list: a region and a place. */
export function isTimeZone(name: string): boolean {
  if (!zoneName.test(name)) return false
  try {
    clockOf(name)
    return true
  } catch {
    return false
  }
}

/** The day that is so many days after another, by the calendar. */
export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** True from the first minute of check-in to the last one, which counts whole, on each day of the event. */
export function isCheckInTime(event: EventTimes, at: Date): boolean {
  const { date, time } = zonedTime(at, event.TimeZoneId)
  const isOnDay = event.EventStartDate <= date && date <= event.EventEndDate
  return isOnDay && event.CheckInStartTime <= time && time <= event.CheckInEndTime
}

/** True once the last day of the event is past, there where it is. */
export function isOver(event: EventTimes, at: Date): boolean {
  return zonedTime(at, event.TimeZoneId).date > event.EventEndDate
}

/** How long an event is, in days begun: '1 day' or '3 days'. */
export function durationOf({ EventStartDate, EventEndDate }: EventTimes): string {
  const days = Math.round((Date.parse(EventEndDate) - Date.parse(EventStartDate)) / 86_400_000) + 1
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
export function daysOf({ EventStartDate, EventEndDate }: EventTimes): string {
  return EventStartDate === EventEndDate
    ? dayInWords(EventStartDate)
    : `${dayInWords(EventStartDate)} – ${dayInWords(EventEndDate)}`
}
