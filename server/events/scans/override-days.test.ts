import { afterAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { addDays, zonedTime } from '#contract/events/event-times.ts'
import { harbourside, publishedEvent, scanOf, startDoors, zoneAt } from '#tests/records/events.ts'

const { hub, admin, door, member, scan } = await startDoors()
afterAll(() => hub.close())

const evening = { CheckInStartTime: '18:00', CheckInEndTime: '23:00' }
type Held = { hour: number; firstDay?: number; lastDay?: number; times?: typeof evening; Capacity?: number }

/** An event of three days, of which the second is today, where it is that hour by now; and a door of it. */
async function eventAt({ hour, firstDay = -1, lastDay = 1, times = evening, Capacity }: Held) {
  const TimeZoneId = zoneAt(hour)
  const today = zonedTime(new Date(), TimeZoneId).date
  const day = (shift: number) => addDays(today, shift)
  const eventId = await publishedEvent(hub, {
    TimeZoneId,
    EventStartDate: day(firstDay),
    EventEndDate: day(lastDay),
    ...times,
    ...(Capacity && { Capacity }),
    Reentry: 'checkout',
  })
  const params = { ...harbourside, eventId }
  const resultOf = async (fields = {}) => (await scan(eventId, scanOf(member.number, fields))).body.Result
  const letIn = async () => {
    const { body } = await scan(eventId, scanOf(member.number))
    const because = { Reason: 'Sets up the stage' }
    return admin(api.overrideScan, { params: { ...params, scanId: body.ScanId }, body: because })
  }
  const cameOn = async () => {
    const { body } = await admin(api.getAttendanceKpi, { params })
    return body.Days.filter(({ CameIn }) => CameIn > 0).map(({ Date }) => Date)
  }
  const now = async () => (await door(api.getDoorNow, { params })).body
  const whoIsIn = async () => (await door(api.listWhoIsIn, { params })).body.Results
  return { eventId, day, resultOf, letIn, cameOn, now, whoIsIn }
}

const yesterdayEvening = (hour: number) => ({
  ScannedAt: new Date(Date.now() - (hour + 4) * 3_600_000).toISOString(),
  DecidedAs: 'Valid' as const,
})

describe('who is let in all the same counts for the day that it is meant for', () => {
  test.each([
    ['before check-in of a later day begins', { hour: 16 }, 0],
    ['in the morning of a later day', { hour: 7 }, 0],
    ['in the night after an evening', { hour: 2 }, -1],
    ['shortly before a check-in that begins in the night', { hour: 3, times: early() }, 0],
    ['on the eve of the first day', { hour: 20, firstDay: 1 }, 1],
    [
      'once check-in of the last day has ended',
      { hour: 23, lastDay: 0, times: { ...evening, CheckInEndTime: '22:00' } },
      0,
    ],
  ])('%s', async (_, held, wanted) => {
    const { letIn, cameOn, day, whoIsIn, now } = await eventAt(held)
    expect((await letIn()).status).toBe(200)
    expect(await cameOn()).toEqual([day(wanted)])
    expect(await whoIsIn()).toEqual([expect.objectContaining({ FirstName: member.name })])
    expect(await now()).toMatchObject({ PeopleIn: 1, CameIn: 1 })
  })
})

/** Of those who row, or fish. */
function early() {
  return { CheckInStartTime: '05:00', CheckInEndTime: '08:00' }
}

test('who came the evening before comes to the next day as well, is in once, and leaves it', async () => {
  const { resultOf, letIn, cameOn, day, whoIsIn, now } = await eventAt({ hour: 16, Capacity: 5 })
  expect(await resultOf(yesterdayEvening(16))).toBe('Valid')
  expect(await now()).toMatchObject({ PeopleIn: 1, CameIn: 0 })
  expect((await letIn()).body.Result).toBe('Valid')
  expect(await cameOn()).toEqual([day(-1), day(0)])
  expect(await now()).toMatchObject({ PeopleIn: 1, CameIn: 1 })
  expect(await whoIsIn()).toHaveLength(1)
  expect(await resultOf({ Direction: 'Out' })).toBe('CheckedOut')
  expect(await now()).toMatchObject({ PeopleIn: 0, CameIn: 1 })
  expect(await whoIsIn()).toEqual([])
})

test('whoever has not left since the evening before is in until check-in begins', async () => {
  const { resultOf, whoIsIn, now } = await eventAt({ hour: 16 })
  await resultOf(yesterdayEvening(16))
  expect(await whoIsIn()).toHaveLength(1)
  expect(await resultOf({ Direction: 'Out' })).toBe('CheckedOut')
  expect(await now()).toMatchObject({ PeopleIn: 0 })
})
