import type { DoorRules, EventSession } from '#contract/events/door-rules.ts'
import type { ScanResult } from '#contract/events/event-scans.ts'
import {
  addDays,
  checkInTimes,
  dayInWords,
  endOfNight,
  type EventTimes,
  isCheckInTime,
  isEntry,
  zonedTime,
} from '#contract/events/event-times.ts'
import { daysOn, isSessionOn } from '#contract/events/session-days.ts'

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

/**
 * Which occasion a scan at that time is for, and why nobody could be let in to it then. Whoever is let in all the same at a
 * door that was left at the session of another day has come to what is on.
 */
export function occasionAt(
  event: Held,
  at: Date,
  sessionId?: string,
): Occasion & { readonly refusal: Refused | null } {
  const { date, time } = zonedTime(at, event.TimeZoneId)
  const day = dayOccasion(event, onAt(event, at).current)
  if (event.Sessions.length === 0)
    return { ...day, refusal: isCheckInTime(event, at) ? null : outside(event, at) }
  const named = sessionNamed(event, sessionId)
  const checking = event.Sessions.findLast((each) => isChecking(each, date, time))
  const session = named && isSessionOn(named, onAt(event, at)) ? named : checking
  const occasion = session ? sessionOccasion(event, session) : day
  const asked = sessionId === undefined ? checking : named
  if (!asked) return { ...occasion, refusal: noSession(event, date, sessionId) }
  return { ...occasion, refusal: isChecking(asked, date, time) ? null : outsideSession(asked) }
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
  const asked = sessionNamed(event, sessionId)
  if (asked) return inOrder(event, [asked.SessionId])
  const { former, current, date } = onAt(event, now)
  // In the night somebody may have been let in to a session of the day that comes all the same.
  const coming = date === current ? [] : sessionsOf(event, date)
  return inOrder(event, [...idsOf(event, current), ...coming], former === null ? [] : idsOf(event, former))
}

/** What visitors who are in were signed in for, and the days that those entries are of. */
export type VisitsOn = { readonly occasions: readonly string[]; readonly days: readonly string[] }

/** Of which visitors may be in at what is on. They come at any hour: also before check-in begins, to the day that it is. */
export function visitsNow(event: Held, now: Date, sessionId?: string): VisitsOn {
  const asked = sessionNamed(event, sessionId)
  const { own, former } = occasionsNow(event, now, sessionId)
  const { current, date } = onAt(event, now)
  const days = asked ? [asked.Date] : [current, date]
  const formerDays = former.slice(-1)
  return {
    occasions: asked ? own : [...own, ...former, ...days],
    // The register goes by the day of the business, which has another zone, and by no nights.
    days: [...days, ...formerDays].flatMap((day) => [addDays(day, -1), day, addDays(day, 1)]),
  }
}

/**
 * What a visitor is signed in for: the session of the door or, where it stands at none of these days, the one that checks in
 * or is on; or else the day, until the night after it is over.
 */
export function visitAt(event: Held, at: Date, sessionId?: string): Occasion {
  const { date, time } = zonedTime(at, event.TimeZoneId)
  const on = onAt(event, at)
  const isLater = time < endOfNight || (!isEntry(event) && date > event.EventEndDate)
  const day = isLater ? on.current : date
  const named = sessionNamed(event, sessionId)
  const session =
    (named && (isLater ? isSessionOn(named, on) : named.Date === day) ? named : undefined) ??
    event.Sessions.findLast((each) => isChecking(each, date, time)) ??
    lastBegun(event, day, at)
  return session ? sessionOccasion(event, session) : dayOccasion(event, day)
}

/** Those whose people take up the places of an occasion. A session has places of its own. */
export function occasionsBeside(event: Held, { id, session }: Occasion, at: Date): OccasionsOn {
  const former = session ? null : onAt(event, at).former
  return inOrder(event, [id], former === null ? [] : [former])
}

/**
 * A day comes after the one before, a session after those that have stopped checking in when it begins to. Whoever was at
 * one of those can't be there still; at one that goes on beside it they can.
 */
function inOrder({ Sessions }: Held, own: readonly string[], former: readonly string[] = []): OccasionsOn {
  const follows = former.flatMap((earlier) => own.map((later) => ({ earlier, later })))
  for (const days of [own, former]) {
    const held = Sessions.filter(({ SessionId }) => days.includes(SessionId))
    for (const one of held)
      for (const other of held)
        if (`${one.Date} ${one.CheckInEndTime}` < `${other.Date} ${other.CheckInStartTime}`)
          follows.push({ earlier: one.SessionId, later: other.SessionId })
  }
  return { own, former, follows }
}

// Before there were sessions, and by overrides between them, people came to the day itself.
const idsOf = (event: Held, day: string) => [...sessionsOf(event, day), day]

function sessionsOf({ Sessions }: Held, day: string): string[] {
  return Sessions.filter((each) => each.Date === day).map(({ SessionId }) => SessionId)
}

/** The one that a door stands at: of sessions the last that has begun, or else the first to come. */
export function occasionNow(event: Held, now: Date, sessionId?: string): Occasion | null {
  const { current } = onAt(event, now)
  if (event.Sessions.length === 0) return dayOccasion(event, current)
  const session = sessionNamed(event, sessionId) ?? lastBegun(event, current, now)
  return session ? sessionOccasion(event, session) : null
}

/** Of a day's sessions the last that has begun, or else the first to come. */
function lastBegun({ Sessions, TimeZoneId }: Held, day: string, at: Date): EventSession | undefined {
  const { date, time } = zonedTime(at, TimeZoneId)
  const held = Sessions.filter((each) => each.Date === day)
  // In the night after them all have.
  const hasBegun = ({ CheckInStartTime }: EventSession) => day < date || CheckInStartTime <= time
  return held.findLast(hasBegun) ?? held[0]
}

const sessionNamed = ({ Sessions }: Held, sessionId: string | undefined) =>
  Sessions.find(({ SessionId }) => SessionId === sessionId)

const onAt = (event: Held, at: Date) => daysOn(event, at, event.Sessions)

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
