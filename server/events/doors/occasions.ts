import type { DoorRules, EventSession } from '#contract/events/door-rules.ts'
import type { ScanResult } from '#contract/events/event-scans.ts'
import {
  addDays,
  checkInTimes,
  dayInWords,
  dayOn,
  type EventTimes,
  isCheckInTime,
  isEntry,
  zonedTime,
} from '#contract/events/event-times.ts'
import { weekdayOf } from '#contract/events/open-hours.ts'

/** Why somebody isn't let in. */
export type Refused = { readonly result: ScanResult; readonly reason: string }

/** What members are counted once for: a session, or a day of an event that has none. */
export type Occasion = {
  /** The session's id, or the day. */
  readonly id: string
  readonly session: EventSession | null
  /** How many may be in at the same time. */
  readonly capacity: number | null
}

/** An event, by what can be on at it. */
export type Held = EventTimes & Pick<DoorRules, 'Sessions' | 'Capacity'>

/** What a device's clock says of before counts as of this moment: of earlier ones days have no name, and the database no time. */
export const firstMoment = Date.parse('1900-01-01T00:00:00Z')

/** Which occasion a scan at that time is for, and why nobody could be let in to it then. */
export function occasionAt(
  event: Held,
  at: Date,
  sessionId?: string,
): Occasion & { readonly refusal: Refused | null } {
  const { date, time } = zonedTime(at, event.TimeZoneId)
  const day = dayOccasion(event, currentDay(event, at))
  if (event.Sessions.length === 0)
    return { ...day, refusal: isCheckInTime(event, at) ? null : outside(event, at) }
  const session =
    sessionId === undefined
      ? event.Sessions.findLast((each) => isChecking(each, date, time))
      : event.Sessions.find(({ SessionId }) => SessionId === sessionId)
  if (!session) return { ...day, refusal: noSession(event, date, sessionId) }
  const refusal = isChecking(session, date, time) ? null : outsideSession(session)
  return { ...sessionOccasion(event, session), refusal }
}

/** The ids of the occasions that are on. */
export type OccasionsOn = {
  readonly own: readonly string[]
  /** Those of the day before, while whoever came then may still be in. */
  readonly former: readonly string[]
  /** Which of them come after which: who came to the later one is in or out by that. */
  readonly follows: readonly { readonly earlier: string; readonly later: string }[]
}

/** What is on: the session that was asked for, or the day with its sessions, and the night before. */
export function occasionsNow(event: Held, now: Date, sessionId?: string): OccasionsOn {
  const asked = event.Sessions.find(({ SessionId }) => SessionId === sessionId)
  if (asked) return inOrder(event, [asked.SessionId], [])
  const former = formerDay(event, now)
  return inOrder(event, idsOf(event, currentDay(event, now)), former === null ? [] : idsOf(event, former))
}

/** What visitors who are in were signed in for, and the days that those entries are of. */
export type VisitsOn = { readonly occasions: readonly string[]; readonly days: readonly string[] }

/** Of which visitors may be in at what is on. They come at any hour: also before check-in begins, to the day that it is. */
export function visitsNow(event: Held, now: Date, sessionId?: string): VisitsOn {
  const asked = event.Sessions.find(({ SessionId }) => SessionId === sessionId)
  const { own, former } = occasionsNow(event, now, sessionId)
  const days = asked ? [asked.Date] : [currentDay(event, now), zonedTime(now, event.TimeZoneId).date]
  const formerDays = former.slice(-1)
  return {
    occasions: asked ? own : [...own, ...former, ...days],
    // The register goes by the day of the business, which has another zone, and by no nights.
    days: [...days, ...formerDays].flatMap((day) => [addDays(day, -1), day, addDays(day, 1)]),
  }
}

/**
 * What a visitor is signed in for: the session of the door or, where it stands at none, the one that checks in or is on; or
 * else the day, until the night after it is over.
 */
export function visitAt(event: Held, at: Date, sessionId?: string): Occasion {
  const { date, time } = zonedTime(at, event.TimeZoneId)
  const session =
    event.Sessions.find((each) => each.SessionId === sessionId) ??
    event.Sessions.findLast((each) => isChecking(each, date, time)) ??
    occasionNow(event, at)?.session
  if (session) return sessionOccasion(event, session)
  const isLater = time < endOfNight || (!isEntry(event) && date > event.EventEndDate)
  return dayOccasion(event, isLater ? currentDay(event, at) : date)
}

/** Those whose people take up the places of an occasion. A session has places of its own. */
export function occasionsBeside(event: Held, { id, session }: Occasion, at: Date): OccasionsOn {
  const former = session ? null : formerDay(event, at)
  return inOrder(event, [id], former === null ? [] : [former])
}

/**
 * A day comes after the one before, a session after those that have stopped checking in when it begins to. Whoever was at
 * one of those can't be there still; at one that goes on beside it they can.
 */
function inOrder({ Sessions }: Held, own: readonly string[], former: readonly string[]): OccasionsOn {
  const follows = former.flatMap((earlier) => own.map((later) => ({ earlier, later })))
  for (const day of [own, former]) {
    const held = Sessions.filter(({ SessionId }) => day.includes(SessionId))
    for (const one of held)
      for (const other of held)
        if (one.CheckInEndTime < other.CheckInStartTime)
          follows.push({ earlier: one.SessionId, later: other.SessionId })
  }
  return { own, former, follows }
}

// Before there were sessions, and by overrides between them, people came to the day itself.
function idsOf({ Sessions }: Held, day: string): string[] {
  return [...Sessions.filter((each) => each.Date === day).map(({ SessionId }) => SessionId), day]
}

/** The one that a door stands at: of sessions the last that has begun, or else the first to come. */
export function occasionNow(event: Held, now: Date, sessionId?: string): Occasion | null {
  const day = currentDay(event, now)
  if (event.Sessions.length === 0) return dayOccasion(event, day)
  const asked = event.Sessions.find(({ SessionId }) => SessionId === sessionId)
  const sessions = asked ? [asked] : event.Sessions.filter((each) => each.Date === day)
  const { time } = zonedTime(now, event.TimeZoneId)
  const session = sessions.findLast(({ CheckInStartTime }) => CheckInStartTime <= time) ?? sessions[0]
  return session ? sessionOccasion(event, session) : null
}

const currentDay = (event: Held, now: Date) => dayOn(event, now, event.Sessions)

// Where a day begins before, as it does where doors are open round the clock, the night isn't over with it.
const endOfNight = '06:00'

/** The day before, where another one has begun in the night; of an entry also until it opens again. */
function formerDay(event: Held, now: Date): string | null {
  const { date, time } = zonedTime(now, event.TimeZoneId)
  if (currentDay(event, now) !== date) return null
  const opens = isEntry(event) ? event.OpenHours?.[weekdayOf(date)]?.From : undefined
  const until = opens !== undefined && opens > endOfNight ? opens : endOfNight
  return time < until ? addDays(date, -1) : null
}

function dayOccasion({ Capacity }: Held, date: string): Occasion {
  return { id: date, session: null, capacity: Capacity }
}

function sessionOccasion({ Capacity }: Held, session: EventSession): Occasion {
  return { id: session.SessionId, session, capacity: session.Capacity ?? Capacity }
}

function isChecking(session: EventSession, date: string, time: string): boolean {
  return session.Date === date && session.CheckInStartTime <= time && time <= session.CheckInEndTime
}

function outside(event: Held, at: Date): Refused {
  return { result: 'OutsideCheckIn', reason: checkInTimes(event, at) }
}

function outsideSession({
  Name,
  Date: date,
  CheckInStartTime: from,
  CheckInEndTime: to,
}: EventSession): Refused {
  const reason = `Check-in of ${Name} is from ${from} to ${to}, ${dayInWords(date)}.`
  return { result: 'OutsideCheckIn', reason }
}

function noSession({ Sessions }: Held, date: string, sessionId: string | undefined): Refused {
  if (sessionId !== undefined)
    return { result: 'OutsideCheckIn', reason: 'There is no such session any more. Choose another one.' }
  const times = Sessions.filter((each) => each.Date === date).map(
    ({ Name, CheckInStartTime: from, CheckInEndTime: to }) => `${Name} from ${from} to ${to}`,
  )
  const reason =
    times.length > 0 ? `Check-in today: ${times.join(', ')}.` : 'No session checks in on this day.'
  return { result: 'OutsideCheckIn', reason }
}
