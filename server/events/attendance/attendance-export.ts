import sql, { empty } from 'sql-template-tag'
import type { attendanceApi } from '#contract/events/attendance.ts'
import { eventFileName } from '#contract/events/event-files.ts'
import { resultWords, type ScanResult } from '#contract/events/event-scans.ts'
import type { HubEvent } from '#contract/events/events.ts'
import { readingsOf } from '#contract/values/drawn-codes.ts'
import { can } from '#platform/access'
import type { Call } from '#platform/call'
import { type CsvColumn, csvDownload } from '#platform/formats'
import { masked } from '#server/cards/account'
import { readEvent } from '#server/events/record'
import { holdersOf } from '#server/members/codes'
import { visibleTo } from '#server/members/record'

type ExportCall = Call<typeof attendanceApi.exportAttendance>

type Row = {
  scanId: string
  scannedAt: string
  firstName: string | null
  lastName: string | null
  number: string | null
  level: string | null
  code: string
  result: ScanResult
  reason: string | null
  overrideReason: string | null
  device: string
  scannedBy: string
  undoneBy: string | null
  undoReason: string | null
  occasion: string
  direction: 'In' | 'Out'
  toldAs: ScanResult | null
  isLetInTwice: boolean
}

/** Who came to an event as a CSV file; with every scan, whatever came of it, if that is asked for. */
export async function exportAttendance(call: ExportCall) {
  const event = await readEvent(call.db, call.params.eventId)
  const isAll = call.query.includeInvalidScans === 'true'
  const columns = isAll ? [...columnsFor(event), ...columnsOfAll] : columnsFor(event)
  return csvDownload(eventFileName(event, 'csv', 'attendance'), columns, batchesOf(call, isAll))
}

// Who came has one line: it tells what became of their other scans.
const wasLetInTwice = sql`exists (
  select from event_scan twice where twice.business_id = s.business_id and twice.event_id = s.event_id
    and twice.member_id = s.member_id and twice.occasion = s.occasion and twice.is_let_in_twice)`

function columnsFor({ TimeZoneId, Sessions }: HubEvent): CsvColumn<Row>[] {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: TimeZoneId,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return [
    ['Member Name', (row) => [row.firstName, row.lastName].filter(Boolean).join(' ')],
    ['Membership No', (row) => row.number],
    ['Membership Level', (row) => row.level],
    ['Check-in Time', (row) => clock.format(new Date(row.scannedAt))],
    ['Session', (row) => Sessions.find(({ SessionId }) => SessionId === row.occasion)?.Name ?? null],
    ['Let in Twice', (row) => (row.isLetInTwice ? 'Yes' : null)],
  ]
}

const columnsOfAll: CsvColumn<Row>[] = [
  ['Result', (row) => resultWords[row.result]],
  ['Reason', (row) => row.reason],
  ['Let in because', (row) => row.overrideReason],
  ['Code', (row) => row.code],
  ['Device', (row) => row.device],
  ['Scanned By', (row) => row.scannedBy],
  ['Undone By', (row) => row.undoneBy],
  ['Undone because', (row) => row.undoReason],
  ['Direction', (row) => row.direction],
  ['Told at the Door', (row) => row.toldAs && resultWords[row.toldAs]],
]

const batchSize = 1_000

async function* batchesOf({ db, who, params }: ExportCall, isAll: boolean): AsyncGenerator<Row[]> {
  for (let last: Row | null = null; ;) {
    const after: Row | null = last
    // Who is confined to some venues sees no scans of cards that are nobody's.
    const join = who.venues === null ? sql`left join` : sql`join`
    const rows: Row[] = await db.rows<Row>(sql`
      select s.scan_id as "scanId", s.scanned_at as "scannedAt", m.first_name as "firstName", m.last_name as "lastName",
        m.membership_number as number, coalesce(level.value, m.member_level) as level, s.code, s.result, s.reason,
        s.override_reason as "overrideReason", s.device_name as device, s.actor_name as "scannedBy",
        s.undone_by as "undoneBy", s.undo_reason as "undoReason", s.occasion, s.direction, s.told_as as "toldAs",
        ${isAll ? sql`s.is_let_in_twice` : wasLetInTwice} as "isLetInTwice"
      from event_scan s
      ${join} member m on m.business_id = s.business_id and m.member_id = s.member_id ${visibleTo(who)}
      left join option_list_item level
        on level.business_id = m.business_id and level.list = 'MemberLevel' and level.key = m.member_level
      where s.business_id = ${db.businessId} and s.event_id = ${params.eventId}
        ${isAll ? empty : sql`and s.result = 'Valid' and s.undone_at is null`}
        ${after ? sql`and (s.scanned_at, s.scan_id) > (${after.scannedAt}, ${after.scanId})` : empty}
      order by s.scanned_at, s.scan_id limit ${batchSize}`)
    yield isAll ? await withCodesHidden({ db, who }, rows) : rows
    if (rows.length < batchSize) return
    last = rows.at(-1) ?? null
  }
}

type Reader = Pick<ExportCall, 'db' | 'who'>

/** What prepaid cards and passes have pays at a till: nobody reads it off a file, nor any code who may not read members. */
async function withCodesHidden({ db, who }: Reader, rows: readonly Row[]): Promise<Row[]> {
  const holders = await holdersOf(db, [...new Set(rows.flatMap(({ code }) => readingsOf(code)))])
  const paying = new Set(holders.filter(({ kind }) => kind !== 'Member').map(({ code }) => code))
  const isHidden = (code: string) =>
    !can(who, 'Member.ReadDetails') || readingsOf(code).some((reading) => paying.has(reading))
  return rows.map((row) => (isHidden(row.code) ? { ...row, code: hidden(row.code) } : row))
}

// The last signs are enough to know a card again that is in one's hand. Those of a short code are most of it.
const shortest = 8

function hidden(code: string): string {
  return code.length < shortest ? '****' : masked(code)
}
