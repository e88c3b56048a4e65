import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { api } from '#contract'
import type { ScanAnswer } from '#contract/events/event-scans.ts'
import { inDays } from '#tests/days.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

type Fields = z.input<typeof api.createEvent.body>

export const harbourside = { businessId: 'harbourside' }

/** The day in Sydney, so many days from now. */
export const sydneyDay = (shift = 0) => inDays(shift)

/** A zone in which it is past this hour by now, and not yet the next. */
export function zoneAt(hour: number): string {
  const hours = (24 + hour - new Date().getUTCHours()) % 24
  return hours > 12 ? `Etc/GMT+${24 - hours}` : `Etc/GMT-${hours}`
}

/** The fields of an event that is on today, all day, for everybody. */
export const eventFields = (fields: Partial<Fields> = {}): Fields => ({
  EventName: 'Test night',
  EventStartDate: sydneyDay(),
  EventEndDate: sydneyDay(),
  CheckInStartTime: '00:00',
  CheckInEndTime: '23:59',
  EventLocation: 'Test hall',
  TimeZoneId: 'Australia/Sydney',
  MemberFilterQuery: '',
  ...fields,
})

/** An event of Harbourside, made by its Admin. */
export async function makeEvent(hub: TestHub, fields: Partial<Fields> = {}): Promise<string> {
  const { body } = await hub.as(people.admin)(api.createEvent, {
    params: harbourside,
    body: eventFields(fields),
  })
  return body.id
}

/** The same, published. */
export async function publishedEvent(hub: TestHub, fields: Partial<Fields> = {}): Promise<string> {
  const eventId = await makeEvent(hub, fields)
  await hub.as(people.admin)(api.setEventStatus, { params: { ...harbourside, eventId, status: 'publish' } })
  return eventId
}

/** A scan of a code now, unless something else is said. */
export function scanOf(Code: string, scan: Partial<z.input<typeof api.recordScans.body>> = {}) {
  return { ScanId: randomUUID(), Code, ScannedAt: new Date().toISOString(), DeviceName: 'Test door', ...scan }
}

/** Where scans of an event are kept that is the first thing a statement names: who writes them past the server says it as well. */
export const itsPart = '(select scan_part from event where event_id = $1)'

/** The scans of an event as they are kept, in the order of time. */
export async function scansOf(hub: TestHub, eventId: string) {
  const { rows } = await hub.owner.query<{ id: string; result: string; reason: string | null }>(
    `select scan_id as id, result, reason from event_scan where event_id = $1 order by scanned_at, scan_id`,
    [eventId],
  )
  return rows
}

/** A hub with doors to stand at: people to scan, and what scanning them takes. */
export async function startDoors() {
  const hub = await startTestHub()
  const admin = hub.as(people.admin)
  const door = hub.as(people.door)
  const guests = async (condition: string) => {
    const { rows } = await hub.owner.query<{ id: string; number: string; name: string }>(
      `select member_id as id, membership_number as number, first_name as name from member
       where business_id = 'harbourside' and deleted_at is null and status is distinct from 'Suspended' and ${condition}
       order by membership_number limit 1`,
    )
    return rows[0]!
  }
  return {
    hub,
    admin,
    door,
    member: await guests('date_financial > current_date'),
    unfinancial: await guests('date_financial < current_date'),
    scan: async (eventId: string, body: ReturnType<typeof scanOf>, by = door) => {
      const answer = await by(api.recordScans, { params: { ...harbourside, eventId }, body })
      return { ...answer, body: answer.body as ScanAnswer }
    },
    countOf: async (eventId: string) => {
      const kpi = await admin(api.getAttendanceKpi, { params: { ...harbourside, eventId } })
      return kpi.body.ValidScanCount
    },
    resultsOf: (eventId: string) => scansOf(hub, eventId),
  }
}
