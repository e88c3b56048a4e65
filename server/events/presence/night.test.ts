import { afterAll, expect, test } from 'vitest'
import { api } from '#contract'
import { addDays, zonedTime } from '#contract/events/event-times.ts'
import { occasionsNow } from '#server/events/doors'
import {
  eventFields,
  harbourside,
  publishedEvent,
  scanOf,
  startDoors,
  zoneAt,
} from '#tests/records/events.ts'

const { hub, admin, door, member, unfinancial, scan } = await startDoors()
afterAll(() => hub.close())

const TimeZoneId = zoneAt(1)
const today = zonedTime(new Date(), TimeZoneId).date
const yesterday = addDays(today, -1)
const hoursAgo = (hours: number) => ({
  ScannedAt: new Date(Date.now() - hours * 3_600_000).toISOString(),
  DecidedAs: 'Valid' as const,
})
/** Three hours ago, which was yesterday there. */
const lastEvening = () => hoursAgo(3)
const nightEvent = (fields = {}) =>
  publishedEvent(hub, { TimeZoneId, EventStartDate: yesterday, EventEndDate: today, ...fields })
const listOf = async (eventId: string, by = door) =>
  (await by(api.listWhoIsIn, { params: { ...harbourside, eventId } })).body.Results.map(
    ({ MembershipNumber }) => MembershipNumber,
  )
const resultOf = async (eventId: string, number: string, fields = {}) =>
  (await scan(eventId, scanOf(number, fields))).body.Result

test('who came before midnight is in after it, takes a place, and leaves', async () => {
  const eventId = await nightEvent({ Capacity: 1, Reentry: 'checkout' })
  const params = { ...harbourside, eventId }
  const figures = async () => [
    (await door(api.getDoorNow, { params })).body.PeopleIn,
    (await admin(api.getAttendanceKpi, { params })).body.PeopleIn,
  ]
  expect(await resultOf(eventId, member.number, lastEvening())).toBe('Valid')
  expect(await listOf(eventId)).toEqual([member.number])
  expect(await figures()).toEqual([1, 1])
  expect(await resultOf(eventId, unfinancial.number)).toBe('Full')
  expect(await resultOf(eventId, member.number, { Direction: 'Out' })).toBe('CheckedOut')
  expect(await figures()).toEqual([0, 0])
  expect(await resultOf(eventId, unfinancial.number)).toBe('Valid')
  expect((await door(api.getDoorNow, { params })).body).toMatchObject({ CameIn: 1, PeopleIn: 1 })
})

test('who came on both days is in or out once, by the later one', async () => {
  const eventId = await nightEvent({ Reentry: 'checkout' })
  await resultOf(eventId, member.number, lastEvening())
  await resultOf(eventId, member.number)
  expect(await listOf(eventId)).toEqual([member.number])
  await resultOf(eventId, member.number, { Direction: 'Out' })
  expect(await listOf(eventId)).toEqual([])
})

test('who came before there were sessions is still in', async () => {
  const eventId = await publishedEvent(hub)
  await resultOf(eventId, member.number)
  const params = { ...harbourside, eventId }
  const { EventStartDate: day, ...fields } = eventFields()
  const Sessions = [{ Name: 'Dinner', Date: day, CheckInStartTime: '00:00', CheckInEndTime: '23:59' }]
  await admin(api.updateEvent, { params, body: { ...fields, EventStartDate: day, Sessions } })
  expect(await listOf(eventId)).toEqual([member.number])
  expect((await admin(api.getAttendanceKpi, { params })).body.PeopleIn).toBe(1)
})

test('an override after midnight belongs to the night', async () => {
  const eventId = await nightEvent({ CheckInStartTime: '18:00', CheckInEndTime: '22:00' })
  const { body } = await scan(eventId, scanOf(member.number))
  expect(body.Result).toBe('OutsideCheckIn')
  const params = { ...harbourside, eventId, scanId: body.ScanId }
  await admin(api.overrideScan, { params, body: { Reason: 'Works in the kitchen' } })
  expect(await listOf(eventId)).toEqual([member.number])
  const { body: kpi } = await admin(api.getAttendanceKpi, { params })
  expect(kpi.Days).toEqual([expect.objectContaining({ Date: yesterday, CameIn: 1 })])
})

test('a session that checks in before its event does begins the day, in the list as at the door', async () => {
  const zone = zoneAt(11)
  const secondDay = zonedTime(new Date(), zone).date
  const firstDay = addDays(secondDay, -1)
  const evening = { CheckInStartTime: '18:00', CheckInEndTime: '23:59' }
  const eventId = await publishedEvent(hub, {
    TimeZoneId: zone,
    EventStartDate: firstDay,
    EventEndDate: secondDay,
    ...evening,
    Sessions: [
      { Name: 'Dinner', Date: firstDay, ...evening },
      { Name: 'Brunch', Date: secondDay, CheckInStartTime: '10:00', CheckInEndTime: '13:00' },
    ],
  })
  const cameIn = async () => {
    const { body } = await admin(api.listEvents, { params: harbourside, query: { limit: 500 } })
    return [
      body.Results.find(({ id }) => id === eventId)!.CameIn,
      (await door(api.getDoorNow, { params: { ...harbourside, eventId } })).body.CameIn,
    ]
  }
  for (const { number } of [member, unfinancial])
    expect(await resultOf(eventId, number, hoursAgo(15))).toBe('Valid')
  expect(await cameIn()).toEqual([0, 0])
  expect(await resultOf(eventId, member.number)).toBe('Valid')
  expect(await cameIn()).toEqual([1, 1])
})

test('once it is long over, only who manages events is told', async () => {
  const eventId = await publishedEvent(hub)
  await resultOf(eventId, member.number)
  await hub.owner.query(
    `update event set start_date = start_date - 9, end_date = end_date - 9 where event_id = $1`,
    [eventId],
  )
  const params = { ...harbourside, eventId }
  expect((await door(api.listWhoIsIn, { params })).status).toBe(404)
  expect((await admin(api.listWhoIsIn, { params })).status).toBe(200)
})

test.each([
  ['at any hour', null, '05:59', ['2026-11-16']],
  ['at any hour', null, '06:00', []],
  ['from ten', { From: '10:00', To: '23:00' }, '09:59', ['2026-11-16']],
  ['from ten', { From: '10:00', To: '23:00' }, '10:00', []],
  ['past midnight', { From: '18:00', To: '02:00' }, '03:00', ['2026-11-16']],
  ['round the clock', { From: '00:00', To: '23:59' }, '00:30', ['2026-11-16']],
])('of an entry open %s (%o) the day before is on at %s: %o', (_, hours, time, former) => {
  const entry = {
    ...eventFields({ TimeZoneId: 'UTC' }),
    Kind: 'Entry' as const,
    OpenHours: hours && Array.from({ length: 7 }, () => hours),
    Sessions: [],
    Capacity: null,
  }
  const on = occasionsNow(entry, new Date(`2026-11-17T${time}:00Z`))
  expect(on).toMatchObject({ own: ['2026-11-17'], former })
})
