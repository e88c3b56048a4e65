import sql, { type Sql } from 'sql-template-tag'
import type { AttendanceKpi } from '#contract/events/attendance.ts'
import { zonedTime } from '#contract/events/event-times.ts'
import type { HubEvent } from '#contract/events/events.ts'
import type { Who } from '#platform/access'
import { rightNow } from '#platform/clock'
import type { Queries } from '#platform/database'
import { countsAt, isInBy, occasionsNow } from '#server/events/doors'
import { withVisibleMember } from './visible-members.ts'

type Arrival = AttendanceKpi['Arrivals'][number]
type Day = AttendanceKpi['Days'][number]

/** How many came in a quarter of an hour, and to what: '' where only the time was kept. */
export type ArrivalSum = { readonly From: string; readonly Count: number; readonly occasion: string }

/** Those sums by the day or session that they are counted for, in the order of time. */
export function arrivalsOf(event: HubEvent, sums: readonly ArrivalSum[]): Arrival[] {
  const occasionOf = occasionsOf(event, sums)
  const arrivals = new Map<string, Arrival>()
  for (const sum of sums) {
    const { From } = sum
    const occasion = occasionOf(sum)
    const key = JSON.stringify([From, occasion])
    const Count = (arrivals.get(key)?.Count ?? 0) + sum.Count
    arrivals.set(key, { From, Count, ...occasion })
  }
  // What came in one quarter to several sessions has an order of its own, too: it is the same whenever it is asked for.
  const placeOf = ({ From, Date, SessionId }: Arrival) => `${From} ${Date} ${SessionId ?? ''}`
  return [...arrivals.values()].toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
}

const isDay = /^\d{4}-\d\d-\d\d$/

/** What finds the day or session of a sum. */
function occasionsOf({ Sessions, TimeZoneId }: HubEvent, sums: readonly ArrivalSum[]) {
  const dayAt = (at: string) => zonedTime(new Date(at), TimeZoneId).date
  const sessions = new Map(Sessions.map(({ SessionId, Date }) => [SessionId, { Date, SessionId }]))
  const firsts = new Map<string, string>()
  for (const { occasion, From } of sums) {
    if (occasion === '') continue
    const first = firsts.get(occasion)
    if (first === undefined || From < first) firsts.set(occasion, From)
  }
  return ({ occasion, From }: ArrivalSum): Pick<Arrival, 'Date' | 'SessionId'> => {
    if (occasion === '') return { Date: dayAt(From), SessionId: null }
    if (isDay.test(occasion)) return { Date: occasion, SessionId: null }
    // Of a session that was removed while somebody came to it only the day is known.
    return sessions.get(occasion) ?? { Date: dayAt(firsts.get(occasion) ?? From), SessionId: null }
  }
}

/** How many came on each day or to each session, also to those that nobody came to. */
export function attendanceDaysOf({ Sessions }: HubEvent, arrivals: readonly Arrival[]): Day[] {
  const sessions = Sessions.map(({ SessionId, Name, Date }): Day => ({ Date, SessionId, Name, CameIn: 0 }))
  const days = new Map(sessions.map((day) => [day.SessionId ?? day.Date, day]))
  for (const { Date, SessionId, Count } of arrivals) {
    const key = SessionId ?? Date
    const day = days.get(key) ?? { Date, SessionId: null, Name: null, CameIn: 0 }
    days.set(key, { ...day, CameIn: day.CameIn + Count })
  }
  return [...days.values()].toSorted((one, other) =>
    one.Date < other.Date ? -1 : one.Date > other.Date ? 1 : 0,
  )
}

/** How many are in now, and how many two doors let in. */
export async function readPresence(
  db: Queries,
  who: Pick<Who, 'venues'>,
  event: HubEvent,
  since: Sql,
): Promise<Pick<AttendanceKpi, 'PeopleIn' | 'LetInTwice'>> {
  const on = occasionsNow(event, rightNow())
  const { PeopleIn } = await db.one<Pick<AttendanceKpi, 'PeopleIn'>>(sql`
    select count(distinct s.member_id) as "PeopleIn" from event_scan s ${withVisibleMember(who)}
    where s.business_id = ${db.businessId} and s.event_id = ${event.id} and ${countsAt(on)} and ${isInBy(on)}`)
  const { LetInTwice } = await db.one<Pick<AttendanceKpi, 'LetInTwice'>>(sql`
    select count(distinct s.member_id) as "LetInTwice" from event_scan s ${withVisibleMember(who)}
    where s.business_id = ${db.businessId} and s.event_id = ${event.id} and s.is_let_in_twice ${since}`)
  return { PeopleIn, LetInTwice }
}
