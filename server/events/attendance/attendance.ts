import sql, { empty, type Sql } from 'sql-template-tag'
import {
  type attendanceApi,
  type AttendanceKpi,
  type AttendanceRow,
  entryDays,
} from '#contract/events/attendance.ts'
import { isRefusal, type ScanResult, scanResults } from '#contract/events/event-scans.ts'
import { addDays, isEntry, zonedTime } from '#contract/events/event-times.ts'
import type { HubEvent } from '#contract/events/events.ts'
import type { Who } from '#platform/access'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import { rightNow } from '#platform/clock'
import type { Queries } from '#platform/database'
import { readEvent } from '#server/events/record'
import { visibleTo } from '#server/members/record'
import { arrivalsOf, type ArrivalSum, attendanceDaysOf, readPresence } from './occasion-sums.ts'
import { withVisibleMember } from './visible-members.ts'

type Place = { readonly scannedAt: string; readonly scanId: string }

/** Who came to an event, the latest first. */
export async function listAttendance(call: Call<typeof attendanceApi.listAttendance>) {
  const { db, who, params } = call
  const event = await readEvent(db, params.eventId)
  const { day, sessionId } = call.query
  const at = sql`${day === undefined ? empty : sql`and ${isOnDay(event, day)}`}
    ${sessionId === undefined ? empty : sql`and s.occasion = ${sessionId}`}`
  if (isToCount(call)) return totalOfList(db, sql`${scansWithMember} where ${cameTo(db, who, event)} ${at}`)
  const after = afterKey(call, 'time', 'text')
  const place = after && { scannedAt: after[0], scanId: after[1] }
  const rows = await readAttendance(db, who, event, rowsToAsk(call), { before: place, at })
  return pageOf(call, rows, (row) => [row.ScanDateTime, row.ScanId])
}

/** So many who came, the latest first, or those before a place. */
export async function readAttendance(
  db: Queries,
  who: Pick<Who, 'venues'>,
  event: HubEvent,
  limit: number,
  { before = null, at = empty }: { before?: Place | null; at?: Sql } = {},
): Promise<AttendanceRow[]> {
  type Row = AttendanceRow['Member'] & Omit<AttendanceRow, 'Member' | 'SessionId'> & { occasion: string }
  const rows = await db.rows<Row>(sql`
    select s.scan_id as "ScanId", s.scanned_at as "ScanDateTime", s.is_out as "IsOut", s.occasion,
      exists (
        select from event_scan twice where twice.business_id = s.business_id and twice.event_id = s.event_id
          and twice.member_id = s.member_id and twice.occasion = s.occasion and twice.is_let_in_twice
      ) as "IsLetInTwice", m.first_name as "FirstName", m.last_name as "LastName",
      coalesce(level.value, m.member_level) as "MemberLevelDescription"
    from ${scansWithMember}
    left join option_list_item level
      on level.business_id = m.business_id and level.list = 'MemberLevel' and level.key = m.member_level
    where ${cameTo(db, who, event)} ${at}
      ${before ? sql`and (s.scanned_at, s.scan_id) < (${before.scannedAt}, ${before.scanId})` : empty}
    order by s.scanned_at desc, s.scan_id desc limit ${limit}`)
  const sessions = new Set(event.Sessions.map(({ SessionId }) => SessionId))
  return rows.map(({ ScanId, ScanDateTime, IsOut, IsLetInTwice, occasion, ...Member }) => {
    const SessionId = sessions.has(occasion) ? occasion : null
    return { ScanId, ScanDateTime, IsOut, IsLetInTwice, SessionId, Member }
  })
}

const scansWithMember = sql`
  event_scan s join member m on m.business_id = s.business_id and m.member_id = s.member_id`

const cameTo = (db: Queries, who: Pick<Who, 'venues'>, event: HubEvent): Sql => sql`
  s.business_id = ${db.businessId} and s.event_id = ${event.id} and ${isCounted} ${visibleTo(who)}`

/** The condition that a scan `s` was for a day: the day itself, or a session of it. */
function isOnDay(event: HubEvent, day: string): Sql {
  const sessions = event.Sessions.filter((session) => session.Date === day).map(({ SessionId }) => SessionId)
  const isOn = sql`s.occasion = any(${[day, ...sessions]})`
  // A night of a front door ends on the day after: by its time it is found among all that door ever had.
  return isEntry(event)
    ? sql`${isOn} and s.scanned_at between ${addDays(day, -1)} and ${addDays(day, 3)}`
    : isOn
}

/** The condition that what happened at a time is among the figures: those of a front door, which has no end, are of late. */
function sinceOf(event: HubEvent): (at: Sql) => Sql {
  if (!isEntry(event)) return () => empty
  const first = addDays(zonedTime(rightNow(), event.TimeZoneId).date, 1 - entryDays)
  return (at) => sql`and ${at} >= ${first}::date::timestamp at time zone ${event.TimeZoneId}`
}

/** The figures of an event's attendance. */
export async function getAttendanceKpi({ db, who, params }: Call<typeof attendanceApi.getAttendanceKpi>) {
  const event = await readEvent(db, params.eventId)
  return readKpi(db, who, event)
}

/** The same for an event that is known to be there. */
export async function readKpi(
  db: Queries,
  who: Pick<Who, 'venues'>,
  event: HubEvent,
): Promise<AttendanceKpi> {
  const { id: eventId } = event
  const since = sinceOf(event)
  const arrivals = await db.rows<ArrivalSum>(sql`
    select date_bin('15 minutes', s.scanned_at, 'epoch') as "From", s.occasion, count(*) as "Count" from event_scan s
    ${withVisibleMember(who)}
    where s.business_id = ${db.businessId} and s.event_id = ${eventId} and ${isCounted} ${since(sql`s.scanned_at`)}
    group by 1, 2`)
  const refused = await db.rows<AttendanceKpi['Refused'][number]>(sql`
    select s.result as "Result", count(*) as "Count" from event_scan s
    ${withVisibleMember(who)}
    where s.business_id = ${db.businessId} and s.event_id = ${eventId} and s.result <> all(${notRefused})
      and s.undone_at is null ${since(sql`s.scanned_at`)}
    group by 1`)
  const fallen = await readSums(db, who, eventId, since(sql`quarter`))
  const { PeopleIn, LetInTwice } = await readPresence(db, who, event, since(sql`s.scanned_at`))
  const Arrivals = arrivalsOf(event, [...arrivals, ...fallen.filter(isValid)])
  return {
    ValidScanCount: Arrivals.reduce((sum, { Count }) => sum + Count, 0),
    Arrivals,
    Refused: refusals([...refused, ...fallen.filter(({ Result }) => isRefusal(Result))]),
    Days: attendanceDaysOf(event, Arrivals),
    PeopleIn,
    LetInTwice: fallen.reduce((sum, { twice }) => sum + twice, LetInTwice),
    IsFallenAway: fallen.length > 0,
  }
}

const notRefused = scanResults.filter((result) => !isRefusal(result))

type Sum = ArrivalSum & AttendanceKpi['Refused'][number] & { readonly twice: number }

/** What is left of scans that the business keeps no longer. */
function readSums(db: Queries, { venues }: Pick<Who, 'venues'>, eventId: string, since: Sql): Promise<Sum[]> {
  return db.rows<Sum>(sql`
    select quarter as "From", result as "Result", occasion, sum(scans) as "Count", sum(twice) as twice
    from event_scan_sum
    where business_id = ${db.businessId} and event_id = ${eventId} ${since}
      ${venues === null ? empty : sql`and venue_no = any(${venues})`}
    group by 1, 2, 3`)
}

const isValid = ({ Result }: Sum) => Result === 'Valid'

/** The counts of what is there and of what has fallen away, by result, most first. */
function refusals(counts: readonly AttendanceKpi['Refused'][number][]): AttendanceKpi['Refused'] {
  const sums = new Map<ScanResult, number>()
  for (const { Result, Count } of counts) sums.set(Result, (sums.get(Result) ?? 0) + Count)
  return [...sums]
    .map(([Result, Count]) => ({ Result, Count }))
    .toSorted((one, other) => other.Count - one.Count || (one.Result < other.Result ? -1 : 1))
}

const isCounted = sql`s.result = 'Valid' and s.undone_at is null`
