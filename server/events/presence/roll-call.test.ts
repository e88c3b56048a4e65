import { afterAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { addDays, zonedTime } from '#contract/events/event-times.ts'
import { harbourside, publishedEvent, scanOf, startDoors, sydneyDay } from '#tests/records/events.ts'

const { hub, admin, door, member, scan } = await startDoors()
afterAll(() => hub.close())

/** Who is in, as the list has it, and how many by the figure beside it. */
const rollCall = async (eventId: string) => {
  const params = { ...harbourside, eventId }
  const { body } = await door(api.listWhoIsIn, { params })
  const { body: kpi } = await admin(api.getAttendanceKpi, { params })
  return { people: body.Results, PeopleIn: kpi.PeopleIn }
}
const nobody = { people: [], PeopleIn: 0 }
const once = (Name: string | null = null) => ({
  people: [{ MemberId: member.id, Session: Name === null ? null : { Name } }],
  PeopleIn: 1,
})

type Session = { Name: string; CheckInStartTime: string; CheckInEndTime: string }

/** An event of yesterday with sessions, which nobody has left since, and a scan of the member at one, at that hour of UTC. */
async function eventWith(...sessions: Session[]) {
  const Date = sydneyDay(-1)
  const eventId = await publishedEvent(hub, {
    Reentry: 'checkout',
    EventStartDate: Date,
    EventEndDate: sydneyDay(),
    Sessions: sessions.map((session) => ({ ...session, Date })),
  })
  await hub.owner.query(
    `update event set end_date = start_date, revision = revision + 1 where event_id = $1`,
    [eventId],
  )
  const { body } = await admin(api.getEvent, { params: { ...harbourside, eventId } })
  const at = async (name: string, hour: number, Direction: 'In' | 'Out' = 'In') => {
    const { SessionId } = body.Sessions.find(({ Name }) => Name === name)!
    const ScannedAt = `${Date}T0${hour}:00:00Z`
    const DecidedAs = Direction === 'In' ? ('Valid' as const) : ('CheckedOut' as const)
    const told = await scan(eventId, scanOf(member.number, { ScannedAt, DecidedAs, SessionId, Direction }))
    return told.body
  }
  return { eventId, at }
}

// By the clocks of Sydney, which in November is eleven hours ahead and in winter ten.
const lunch = { Name: 'Lunch', CheckInStartTime: '10:00', CheckInEndTime: '14:00' }
const dinner = { Name: 'Dinner', CheckInStartTime: '15:00', CheckInEndTime: '23:00' }
const beside = { Name: 'Bowls', CheckInStartTime: '10:00', CheckInEndTime: '23:00' }

describe('somebody who came to several things of a day stands on the roll-call once', () => {
  test('by the later of two that follow each other, and leaves with that', async () => {
    const { eventId, at } = await eventWith(lunch, dinner)
    await at('Lunch', 1)
    expect(await rollCall(eventId)).toMatchObject(once('Lunch'))
    await at('Dinner', 7)
    expect(await rollCall(eventId)).toMatchObject(once('Dinner'))
    await at('Dinner', 8, 'Out')
    expect(await rollCall(eventId)).toEqual(nobody)
  })

  test('by the last of two that go on beside each other, until they have left both', async () => {
    const { eventId, at } = await eventWith(lunch, beside)
    await at('Lunch', 1)
    await at('Bowls', 2)
    expect(await rollCall(eventId)).toMatchObject(once('Bowls'))
    await at('Bowls', 3, 'Out')
    expect(await rollCall(eventId)).toMatchObject(once('Lunch'))
    await at('Lunch', 4, 'Out')
    expect(await rollCall(eventId)).toEqual(nobody)
  })

  test('and again at the earlier one, if somebody lets them in there after all', async () => {
    const { eventId, at } = await eventWith(lunch, dinner)
    await at('Lunch', 1)
    await at('Lunch', 2, 'Out')
    await at('Dinner', 7)
    await at('Dinner', 8, 'Out')
    const { ScanId, Result } = await at('Lunch', 9)
    expect(Result).toBe('OutsideCheckIn')
    const params = { ...harbourside, eventId, scanId: ScanId }
    expect((await admin(api.overrideScan, { params, body: { Reason: 'Left a coat' } })).body.Result).toBe(
      'Reentry',
    )
    expect(await rollCall(eventId)).toMatchObject(once('Lunch'))
  })
})

describe('over several days', () => {
  /** A zone in which it is between one and two at night by now. */
  const hours = (25 - new Date().getUTCHours()) % 24
  const TimeZoneId = hours > 12 ? `Etc/GMT+${24 - hours}` : `Etc/GMT-${hours}`
  const today = zonedTime(new Date(), TimeZoneId).date
  const hoursAgo = (n: number) => new Date(Date.now() - n * 3_600_000).toISOString()
  const cameAt = (ScannedAt: string) => scanOf(member.number, { ScannedAt, DecidedAs: 'Valid' })

  test('who was never checked out falls away with the day', async () => {
    const eventId = await publishedEvent(hub, {
      EventStartDate: sydneyDay(-2),
      EventEndDate: sydneyDay(1),
      TimeZoneId: 'Australia/Sydney',
    })
    await scan(eventId, cameAt(`${sydneyDay(-2)}T02:00:00Z`))
    expect(await rollCall(eventId)).toEqual(nobody)
    await scan(eventId, scanOf(member.number))
    expect(await rollCall(eventId)).toMatchObject(once())
  })

  test('who came yesterday, and tonight by a list that was out of date, is there once, since tonight', async () => {
    const eventId = await publishedEvent(hub, {
      TimeZoneId,
      EventStartDate: addDays(today, -1),
      EventEndDate: today,
    })
    await scan(eventId, cameAt(hoursAgo(3)))
    await hub.owner.query(
      `update event set member_filter = 'Financial=false', revision = revision + 1 where event_id = $1`,
      [eventId],
    )
    const tonight = hoursAgo(0.2)
    expect((await scan(eventId, cameAt(tonight))).body.Result).toBe('NotEligible')
    const { people } = await rollCall(eventId)
    expect(people).toMatchObject([{ MemberId: member.id, IsByOldList: true }])
    // The same moment; of its digits the database leaves out the last, where they are nothing.
    expect(Date.parse(people[0]!.Since)).toBe(Date.parse(tonight))
  })
})
