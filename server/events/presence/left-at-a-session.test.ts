import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { addDays, zonedTime } from '#contract/events/event-times.ts'
import { harbourside, publishedEvent, scanOf, startDoors, zoneAt } from '#tests/records/events.ts'
import { setVisitorRules, signIn } from '#tests/records/visitors.ts'

const { hub, admin, door, member, unfinancial, scan } = await startDoors()
beforeAll(() => setVisitorRules(hub))
afterAll(() => hub.close())

const allDay = { CheckInStartTime: '00:00', CheckInEndTime: '23:59' }
const evening = { CheckInStartTime: '18:00', CheckInEndTime: '22:00' }

/** An event since yesterday with a session on each day, where it is that hour by now, and the doors that are set to them. */
async function threeDays(hour: number, times = allDay, fields = {}) {
  const TimeZoneId = zoneAt(hour)
  const today = zonedTime(new Date(), TimeZoneId).date
  const days = { Yesterday: addDays(today, -1), Today: today, Tomorrow: addDays(today, 1) }
  const eventId = await publishedEvent(hub, {
    TimeZoneId,
    EventStartDate: days.Yesterday,
    EventEndDate: days.Tomorrow,
    ...times,
    Sessions: Object.entries(days).map(([Name, Date]) => ({ Name, Date, ...times })),
    ...fields,
  })
  const params = { ...harbourside, eventId }
  const { body: event } = await admin(api.getEvent, { params })
  const idOf = (name: string) => event.Sessions.find(({ Name }) => Name === name)!.SessionId
  const guestAt = (name: string, visit = {}) =>
    signIn(door, eventId, { SessionId: idOf(name), HostCode: member.number, ...visit })
  /** Scans a card at such a door, and lets its member in all the same. */
  const letInAt = async (name: string, number: string) => {
    const { body } = await scan(eventId, scanOf(number, { SessionId: idOf(name) }))
    const override = { params: { ...params, scanId: body.ScanId }, body: { Reason: 'Plays in the band' } }
    expect((await admin(api.overrideScan, override)).status).toBe(200)
    return body
  }
  const whoIsIn = async (query = {}) => {
    const asked = { params, query: { of: 'everybody' as const, ...query } }
    const { body } = await door(api.listWhoIsIn, asked)
    return body.Results.map(({ FirstName, Session }) => [FirstName, Session?.Name])
  }
  const now = async () => (await door(api.getDoorNow, { params })).body
  return { idOf, guestAt, letInAt, whoIsIn, now }
}

const hoursAgo = (hours: number) => ({
  IsLate: true,
  SignedAt: new Date(Date.now() - hours * 3_600_000).toISOString(),
})

describe('at a door that was left at the session of another day', () => {
  test.each(['Yesterday', 'Tomorrow'])(
    '(%s) a guest comes to what is on, and takes a place',
    async (left) => {
      const { guestAt, whoIsIn, now } = await threeDays(15, allDay, { Capacity: 1 })
      expect((await guestAt(left, { FirstName: 'Gwen' })).status).toBe(200)
      expect(await whoIsIn()).toEqual([['Gwen', 'Today']])
      expect(await now()).toMatchObject({ VisitorsIn: 1, IsNearlyFull: true })
      expect((await guestAt(left, { FirstName: 'Gus' })).error.ErrorCode).toBe('event_full')
    },
  )

  test('a card is refused as it was, and who is let in all the same is in at what is on', async () => {
    const { letInAt, whoIsIn, now } = await threeDays(15)
    const { Result, Reason } = await letInAt('Yesterday', member.number)
    expect([Result, Reason]).toEqual([
      'OutsideCheckIn',
      expect.stringMatching(/^Check-in of Yesterday is from 00:00 to 23:59, /),
    ])
    expect(await whoIsIn()).toEqual([[member.name, 'Today']])
    expect(await now()).toMatchObject({ PeopleIn: 1, CameIn: 1 })
  })

  test('and between sessions who is let in is in on the day', async () => {
    const { letInAt, whoIsIn } = await threeDays(23, evening)
    await letInAt('Yesterday', member.number)
    expect(await whoIsIn()).toEqual([[member.name, undefined]])
  })

  test('what comes late is of the session that was on when it happened', async () => {
    const { guestAt, idOf, whoIsIn } = await threeDays(15)
    await guestAt('Yesterday', { FirstName: 'Then', ...hoursAgo(20) })
    await guestAt('Yesterday', { FirstName: 'Now', ...hoursAgo(1) })
    expect(await whoIsIn()).toEqual([['Now', 'Today']])
    expect(await whoIsIn({ sessionId: idOf('Yesterday') })).toEqual([['Then', 'Yesterday']])
  })
})

test('after midnight a door may still be at the evening before, and at the day that has begun', async () => {
  const { guestAt, whoIsIn } = await threeDays(1)
  await guestAt('Yesterday', { FirstName: 'Eve', LastName: 'A' })
  await guestAt('Today', { FirstName: 'Dawn', LastName: 'B' })
  expect(await whoIsIn()).toEqual([
    ['Eve', 'Yesterday'],
    ['Dawn', 'Today'],
  ])
})

test('in the night a door that is set to none is at the last session of the evening', async () => {
  const { guestAt, whoIsIn, now } = await threeDays(1, evening)
  await guestAt('Tomorrow', { FirstName: 'Owl' })
  expect(await whoIsIn()).toEqual([['Owl', 'Yesterday']])
  expect((await now()).Occasion).toMatchObject({ Name: 'Yesterday' })
})

describe('before check-in begins', () => {
  test.each(['Yesterday', 'Today'])('who comes is at what is to come, also then (%s)', async (set) => {
    const { guestAt, whoIsIn } = await threeDays(9, evening)
    await guestAt(set, { FirstName: 'Bird' })
    expect(await whoIsIn()).toEqual([['Bird', 'Today']])
  })

  test('who is let in to a session of the day is on the list, once', async () => {
    const { letInAt, whoIsIn } = await threeDays(9, evening)
    for (const { number } of [member, unfinancial]) await letInAt('Today', number)
    const list = await whoIsIn()
    expect(list).toHaveLength(2)
    expect(list).toEqual(expect.arrayContaining([member, unfinancial].map(({ name }) => [name, 'Today'])))
  })
})
