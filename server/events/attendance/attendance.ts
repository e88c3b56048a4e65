import sql, { empty, type Sql } from 'sql-template-tag'
import type { attendanceApi, AttendanceKpi, AttendanceRow } from '#contract/events/attendance.ts'
import type { Who } from '#platform/access'
import { type Call, afterKey, pageOf, rowsToAsk } from '#platform/call'
import type { Queries } from '#platform/database'
import { readEvent } from '#server/events/record'
import { visibleTo } from '#server/members/search'

type Place = { readonly scannedAt: string; readonly scanId: string }

/** Who came to an event, the latest first. */
export async function listAttendance(call: Call<typeof attendanceApi.listAttendance>) {
  const { db, who, params } = call
  const event = await readEvent(db, params.eventId)
  const after = afterKey(call, 'time', 'text')
  const place = after && { scannedAt: after[0], scanId: after[1] }
  const rows = await readAttendance(db, who, event.id, rowsToAsk(call), place)
  return pageOf(call, rows, (row) => [row.ScanDateTime, row.ScanId])
}

/** So many who came, the latest first, or those before a place. */
export async function readAttendance(
  db: Queries,
  who: Pick<Who, 'venues'>,
  eventId: string,
  limit: number,
  before: Place | null = null,
): Promise<AttendanceRow[]> {
  const rows = await db.rows<AttendanceRow['Member'] & Omit<AttendanceRow, 'Member'>>(sql`
    select s.scan_id as "ScanId", s.scanned_at as "ScanDateTime", m.first_name as "FirstName", m.last_name as "LastName",
      coalesce(level.value, m.member_level) as "MemberLevelDescription"
    from event_scan s join member m on m.business_id = s.business_id and m.member_id = s.member_id
    left join option_list_item level
      on level.business_id = m.business_id and level.list = 'MemberLevel' and level.key = m.member_level
    where s.business_id = ${db.businessId} and s.event_id = ${eventId} and ${isCounted} ${visibleTo(who)}
      ${before ? sql`and (s.scanned_at, s.scan_id) < (${before.scannedAt}, ${before.scanId})` : empty}
    order by s.scanned_at desc, s.scan_id desc limit ${limit}`)
  return rows.map(({ ScanId, ScanDateTime, ...Member }) => ({ ScanId, ScanDateTime, Member }))
}

/** The figures of an event's attendance. */
export async function getAttendanceKpi({ db, who, params }: Call<typeof attendanceApi.getAttendanceKpi>) {
  const event = await readEvent(db, params.eventId)
  return readKpi(db, who, event.id)
}

/** The same for an event that is known to be there. */
export async function readKpi(
  db: Queries,
  who: Pick<Who, 'venues'>,
  eventId: string,
): Promise<AttendanceKpi> {
  const arrivals = await db.rows<AttendanceKpi['Arrivals'][number]>(sql`
    select date_bin('15 minutes', s.scanned_at, 'epoch') as "From", count(*) as "Count" from event_scan s
    ${withVisibleMember(who)}
    where s.business_id = ${db.businessId} and s.event_id = ${eventId} and ${isCounted}
    group by 1 order by 1`)
  const refused = await db.rows<AttendanceKpi['Refused'][number]>(sql`
    select s.result as "Result", count(*) as "Count" from event_scan s
    ${withVisibleMember(who)}
    where s.business_id = ${db.businessId} and s.event_id = ${eventId} and s.result <> 'Valid'
      and s.undone_at is null
    group by 1 order by 2 desc, 1`)
  const fallen = await readSums(db, who, eventId)
  const Arrivals = addedUp(arrivals, fallen.filter(isValid), 'From').toSorted(byTime)
  return {
    ValidScanCount: Arrivals.reduce((sum, { Count }) => sum + Count, 0),
    Arrivals,
    Refused: addedUp(
      refused,
      fallen.filter((sum) => !isValid(sum)),
      'Result',
    ).toSorted(mostFirst),
    IsFallenAway: fallen.length > 0,
  }
}

type Sum = AttendanceKpi['Arrivals'][number] & AttendanceKpi['Refused'][number]

/** What is left of scans that the business keeps no longer. */
function readSums(db: Queries, { venues }: Pick<Who, 'venues'>, eventId: string): Promise<Sum[]> {
  return db.rows<Sum>(sql`
    select quarter as "From", result as "Result", sum(scans) as "Count" from event_scan_sum
    where business_id = ${db.businessId} and event_id = ${eventId}
      ${venues === null ? empty : sql`and venue_no = any(${venues})`}
    group by 1, 2`)
}

const isValid = ({ Result }: Sum) => Result === 'Valid'
const byTime = (one: { From: string }, other: { From: string }) => (one.From < other.From ? -1 : 1)
const mostFirst = (one: Counted<'Result'>, other: Counted<'Result'>) =>
  other.Count - one.Count || (one.Result < other.Result ? -1 : 1)

type Counted<By extends 'From' | 'Result'> = Pick<Sum, By | 'Count'>

/** The counts of what is there and of what has fallen away, by what both are counted by. */
function addedUp<By extends 'From' | 'Result'>(
  there: readonly Counted<By>[],
  fallen: readonly Sum[],
  by: By,
): Counted<By>[] {
  const counts = new Map<Sum[By], number>()
  for (const each of [...there, ...fallen]) counts.set(each[by], (counts.get(each[by]) ?? 0) + each.Count)
  return [...counts].map(([key, Count]) => ({ [by]: key, Count }) as Counted<By>)
}

const isCounted = sql`s.result = 'Valid' and s.undone_at is null`

// Users who see all venues need no look at each member.
function withVisibleMember(who: Pick<Who, 'venues'>): Sql {
  if (who.venues === null) return empty
  return sql`join member m on m.business_id = s.business_id and m.member_id = s.member_id ${visibleTo(who)}`
}
