import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { addDays } from '#contract/events/event-times.ts'
import { nobody } from '#platform/access'
import type { Call } from '#platform/call'
import { getAttendanceKpi, listAttendance } from '#server/events/attendance'
import { getDoorNow, listWhoIsIn } from '#server/events/presence'
import { visitorsIn } from '#server/visitors/register'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { expectFewRows, explained } from '#tests/reading/explained.ts'
import { harbourside, sydneyDay } from '#tests/records/events.ts'
import { getBusyHours } from './busy-hours.ts'
import { getLastVisit } from './last-visit.ts'

// About as many a day as a club of this size has.
const visits = 200_000
const aDay = 250
const visitorsADay = 25
/** As many as come in 31 days, and a day more: what a page reads must not be more, however long the door has been open. */
const most = aDay * 33

let hub: TestHub
let eventId: string
let memberId: string
beforeAll(async () => {
  hub = await startTestHub()
  const { body } = await hub.as(people.admin)(api.switchEntryOn, {
    params: harbourside,
    body: { VenueNo: '1', OpenHours: null },
  })
  eventId = body.id
  const { rows } = await hub.owner.query<{ id: string }>(
    `with member_no as (
       select member_id, row_number() over (order by member_id) - 1 as n, count(*) over () as all_of from member
       where business_id = 'harbourside' and deleted_at is null
     ), filled as (
       insert into event_scan (business_id, event_id, scan_id, member_id, code, result, occasion, scanned_at, device_name,
         actor_id, actor_name)
       select 'harbourside', $1, gen_random_uuid(), m.member_id, 'x', 'Valid',
         ((now() at time zone 'Australia/Sydney')::date - v / $3::int)::text,
         now() - make_interval(days => v / $3::int, secs => (v % $3::int) * 0.5), '', '', ''
       from generate_series(0, $2::int - 1) v
       join member_no m on m.n = (v / $3::int * 17 + v % $3::int) % m.all_of
     )
     select member_id as id from member_no where n = 0`,
    [eventId, visits, aDay],
  )
  memberId = rows[0]!.id
  await hub.owner.query(
    `insert into visitor_entry (business_id, visit_id, event_id, kind, first_name, last_name, address, signed_in_at, day,
       device_name, actor_id, actor_name, occasion)
     select 'harbourside', gen_random_uuid(), $1, 'TemporaryMember', 'V', 'Visitor', '', now() - make_interval(days => v / $3::int),
       here - v / $3::int, '', '', '', (here - v / $3::int)::text
     from generate_series(0, $2::int - 1) v, (select (now() at time zone 'Australia/Sydney')::date as here) d`,
    [eventId, visits / 10, visitorsADay],
  )
  await hub.owner.query('vacuum analyze event_scan, visitor_entry')
})
afterAll(() => hub.close())

const url = () => new URL('http://localhost/')

/** What a read of the entry does. */
async function read<Row extends Endpoint, Answer>(
  row: Row,
  handler: (call: Call<Row>) => Promise<Answer>,
  query: object = {},
): Promise<Answer> {
  const { db, plans } = explained(hub, harbourside.businessId)
  const answer = await handler({
    endpoint: 'read',
    origin: { requestId: '', address: '', url, publicUrl: () => url().origin, seal: () => '' },
    params: { ...harbourside, eventId, memberId },
    query: row.query.parse(query),
    body: undefined,
    audit: () => undefined,
    miss: () => undefined,
    secret: '',
    who: { ...nobody, isSuperAdmin: true, venues: null },
    db,
  } as unknown as Call<Row>)
  expectFewRows(plans, most)
  return answer
}

test('the figures of a front door are of the last 31 days, however long it has been open', async () => {
  const kpi = await read(api.getAttendanceKpi, getAttendanceKpi)
  expect(kpi.ValidScanCount).toBeLessThanOrEqual(31 * aDay)
  expect(kpi.ValidScanCount).toBeGreaterThanOrEqual(30 * aDay)
  expect(JSON.stringify(kpi).length).toBeLessThan(50_000)
})

test('its list, a day of it long ago, who is in, the last visit and the busy hours read no more', async () => {
  const { Results } = await read(api.listAttendance, listAttendance)
  expect(Results).not.toHaveLength(0)
  const old = await read(api.listAttendance, listAttendance, { day: addDays(sydneyDay(), -700) })
  expect(old.Results).not.toHaveLength(0)
  expect(
    (await read(api.listWhoIsIn, (call) => listWhoIsIn(call, visitorsIn), { of: 'everybody' })).Results,
  ).not.toHaveLength(0)
  const now = await read(api.getDoorNow, (call) => getDoorNow(call, visitorsIn))
  expect(now.CameIn).toBe(aDay)
  // And in the first hours of a day those of the evening before.
  expect([visitorsADay, 2 * visitorsADay]).toContain(now.VisitorsIn)
  expect((await read(api.getLastVisit, getLastVisit)).LastVisit).not.toBeNull()
  const span = { from: addDays(sydneyDay(), -27), to: sydneyDay() }
  expect((await read(api.getBusyHours, getBusyHours, span)).Total).toBeGreaterThan(27 * aDay)
})
