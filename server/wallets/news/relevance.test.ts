import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { inDays } from '#tests/days.ts'
import { passIn } from '#tests/fakes/apple-device.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { harbourside, publishedEvent } from '#tests/records/events.ts'
import { heldPass, redesign } from '#tests/records/passes.ts'
import { downloadPass, tellWallets } from '#tests/records/wallets.ts'

let hub: TestHub
let holderKey: string
beforeAll(async () => {
  hub = await startTestHub()
  // Those of the demo are other days every day.
  await hub.owner.query(`update event set status = 'Canceled' where status = 'Published'`)
  holderKey = (await heldPass(hub)).holderKey
})
afterAll(() => hub.close())

const read = async () => passIn((await downloadPass(hub, holderKey)).pkpass)
const tell = () => hub.tasks['tell_relevance']!({} as never, { isLast: false })
const rollouts = async () =>
  (await hub.owner.query(`select from graphile_worker.jobs where task_identifier = 'roll_out_design'`))
    .rowCount!
const placeVenue = (venueId: string, Location: { Latitude: number; Longitude: number } | null) =>
  hub.as(people.superAdmin)(api.updateVenue, { params: { ...harbourside, venueId }, body: { Location } })
const cancel = (eventId: string) =>
  hub.as(people.admin)(api.setEventStatus, { params: { ...harbourside, eventId, status: 'cancel' } })

test('a pass comes up near the open venues of which it is known where they are, after its own places', async () => {
  await placeVenue('1', { Latitude: -33.8568, Longitude: 151.2153 })
  expect((await read()).locations).toBeUndefined()
  await redesign(hub, {
    iOSLocations: [{ Latitude: 1, Longitude: 2, Text: 'The pier' }],
    iOSComesUpAtVenues: true,
  })
  expect((await read()).locations).toEqual([
    { latitude: 1, longitude: 2, relevantText: 'The pier' },
    { latitude: -33.8568, longitude: 151.2153, relevantText: 'Welcome to Harbourside Main Club' },
  ])
  const params = { ...harbourside, venueId: '1' }
  await hub.as(people.superAdmin)(api.updateVenue, { params, body: { Enabled: false } })
  expect((await read()).locations).toHaveLength(1)
  await hub.as(people.superAdmin)(api.updateVenue, { params, body: { Enabled: true } })
})

test('it comes up for each day of the next events that all may come to, by the clocks there', async () => {
  await redesign(hub, { iOSComesUpForEvents: true })
  expect((await read()).relevantDates).toBeUndefined()
  const night = { CheckInStartTime: '18:00', CheckInEndTime: '22:00', TimeZoneId: 'Etc/UTC' }
  await publishedEvent(hub, { EventStartDate: inDays(3), EventEndDate: inDays(4), ...night })
  await publishedEvent(hub, { EventStartDate: inDays(2), EventEndDate: inDays(2), ...night })
  const some = { EventStartDate: inDays(5), EventEndDate: inDays(5), MemberFilterQuery: 'Gender=Female' }
  await publishedEvent(hub, some)
  const of = (day: number) => ({
    startDate: `${inDays(day)}T18:00:00Z`,
    endDate: `${inDays(day)}T22:00:00Z`,
  })
  const pass = await read()
  expect(pass.relevantDates).toEqual([of(2), of(3), of(4)])
  expect(pass.relevantDate).toBe(of(2).startDate)
})

test('phones are told once of what is new or taken back, and not of days that are over', async () => {
  await tell()
  await tellWallets(hub)
  await tell()
  expect(await rollouts()).toBe(0)

  const eventId = await publishedEvent(hub, { EventStartDate: inDays(9), EventEndDate: inDays(9) })
  await tell()
  expect(await rollouts()).toBe(1)
  await tellWallets(hub)
  await cancel(eventId)
  await tell()
  expect(await rollouts()).toBe(1)
  await tellWallets(hub)

  await placeVenue('2', { Latitude: -33.9, Longitude: 151.1 })
  await tell()
  expect(await rollouts()).toBe(1)
  await tellWallets(hub)

  await hub.owner.query(
    `update pass_configuration set comes_up_at = comes_up_at || '{day 2026-01-01T08:00:00.000Z 2026-01-01T10:00:00.000Z}'
     where pass_configuration_id = 'member-card'`,
  )
  await tellWallets(hub)
  await tell()
  expect(await rollouts()).toBe(0)
})

test('what was on yesterday takes no place of what is to come', async () => {
  await redesign(hub, { iOSComesUpForEvents: true })
  const days = (day: number) => ({
    EventStartDate: inDays(day),
    EventEndDate: inDays(day),
    TimeZoneId: 'Etc/UTC',
  })
  const before = (await read()).relevantDates ?? []
  const over = await Promise.all(Array.from({ length: 12 }, () => publishedEvent(hub, days(1))))
  await hub.owner.query(
    `update event set start_date = $1, end_date = $1, check_in_end = '00:01', check_in_start = '00:00'
     where event_id = any($2)`,
    [inDays(-1), over],
  )
  const eventId = await publishedEvent(hub, {
    ...days(1),
    CheckInStartTime: '18:00',
    CheckInEndTime: '22:00',
  })
  expect((await read()).relevantDates).toEqual([
    { startDate: `${inDays(1)}T18:00:00Z`, endDate: `${inDays(1)}T22:00:00Z` },
    ...before,
  ])
  await Promise.all([...over, eventId].map(cancel))
})

test('a design that comes up for neither any more is told so, too', async () => {
  await redesign(hub, { iOSComesUpAtVenues: false, iOSComesUpForEvents: false, iOSLocations: [] })
  await tellWallets(hub)
  const pass = await read()
  expect([pass.locations, pass.relevantDate, pass.relevantDates]).toEqual([undefined, undefined, undefined])
  await tell()
  await tellWallets(hub)
  await tell()
  expect(await rollouts()).toBe(0)
})

test.each([
  [{ Latitude: 91, Longitude: 0 }, 'Location.Latitude', 'Enter the latitude in degrees, from -90 to 90.'],
  [{ Latitude: 0 }, 'Location.Longitude', 'Enter the longitude in degrees, from -180 to 180.'],
])('a venue at %j is refused', async (place, field, sentence) => {
  const { status, error } = await placeVenue('1', place as never)
  expect([status, error.Errors]).toEqual([400, { [field]: sentence }])
})
