import { afterAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { ScanAnswer } from '#contract/events/event-scans.ts'
import {
  eventFields,
  harbourside,
  publishedEvent,
  scanOf,
  startDoors,
  sydneyDay,
} from '#tests/records/events.ts'

const { hub, admin, door, member, scan, countOf } = await startDoors()
afterAll(() => hub.close())

const { rows: guests } = await hub.owner.query<{ number: string; status: string }>(
  `select membership_number as number, status from member
   where business_id = 'harbourside' and deleted_at is null and status in ('Active', 'Suspended') order by member_id`,
)
const numbers = guests.filter(({ status }) => status === 'Active').map(({ number }) => number)
const suspended = guests.find(({ status }) => status === 'Suspended')!.number

const nowAt = async (eventId: string, query = {}) =>
  (await door(api.getDoorNow, { params: { ...harbourside, eventId }, query })).body
const resultOf = async (eventId: string, Code: string, fields = {}) =>
  (await scan(eventId, scanOf(Code, fields))).body.Result
const sinceYesterday = (fields = {}) =>
  publishedEvent(hub, { EventStartDate: sydneyDay(-1), EventEndDate: sydneyDay(1), ...fields })
/** At noon of a day, told later. */
const onDay = (shift: number) => ({
  ScannedAt: `${sydneyDay(shift)}T02:00:00Z`,
  DecidedAs: 'Valid' as const,
})

describe('days and sessions', () => {
  test('each day of an event counts by itself', async () => {
    const eventId = await sinceYesterday()
    expect(await resultOf(eventId, member.number, onDay(-1))).toBe('Valid')
    expect(await resultOf(eventId, member.number)).toBe('Valid')
    expect(await resultOf(eventId, member.number)).toBe('AlreadyIn')
    expect(await countOf(eventId)).toBe(2)
    const params = { ...harbourside, eventId }
    const { body: kpi } = await admin(api.getAttendanceKpi, { params })
    expect(kpi.Days).toEqual([
      { Date: sydneyDay(-1), SessionId: null, Name: null, CameIn: 1 },
      { Date: sydneyDay(), SessionId: null, Name: null, CameIn: 1 },
    ])
    expect(kpi.PeopleIn).toBe(1)
    const { body: events } = await admin(api.listEvents, { params: harbourside, query: { limit: 100 } })
    expect(events.Results.find(({ id }) => id === eventId)!.CameIn).toBe(1)
    const { body: list } = await admin(api.listAttendance, { params, query: { day: sydneyDay(-1) } })
    expect(list.Results).toHaveLength(1)
  })

  test('each session counts by itself, by its own times', async () => {
    const session = { Date: sydneyDay(), CheckInStartTime: '00:00', CheckInEndTime: '23:59' }
    const eventId = await publishedEvent(hub, {
      Sessions: [
        { ...session, Name: 'Lunch', CheckInEndTime: '00:00', Date: sydneyDay() },
        { ...session, Name: 'Dinner', Capacity: 5 },
      ],
    })
    const params = { ...harbourside, eventId }
    const { body: event } = await admin(api.getEvent, { params })
    const [lunch, dinner] = ['Lunch', 'Dinner'].map(
      (name) => event.Sessions.find(({ Name }) => Name === name)!.SessionId,
    )
    const noon = { ...onDay(0), ScannedAt: new Date(Date.now() - 1000).toISOString(), SessionId: lunch }
    const late = await scan(eventId, scanOf(member.number, noon))
    expect(late.body.Reason).toMatch(/^Check-in of Lunch is from 00:00 to 00:00, /)
    expect(await resultOf(eventId, member.number)).toBe('Valid')
    expect(await resultOf(eventId, member.number, { SessionId: dinner })).toBe('AlreadyIn')
    expect(await resultOf(eventId, member.number, { SessionId: 'no-longer-there' })).toBe('OutsideCheckIn')
    expect(await nowAt(eventId, { sessionId: dinner })).toMatchObject({
      CameIn: 1,
      Capacity: 5,
      Occasion: { SessionId: dinner, Name: 'Dinner', Capacity: 5 },
    })
    const { body: list } = await admin(api.listAttendance, { params, query: { sessionId: dinner! } })
    expect(list.Results).toEqual([expect.objectContaining({ SessionId: dinner })])

    const removed = await admin(api.updateEvent, { params, body: { ...event, Sessions: [] } })
    expect(removed.error.ErrorMessage).toBe("The session Dinner can't be removed: people have come to it.")
    const kept = await admin(api.updateEvent, { params, body: eventFields() })
    expect(kept.body.Sessions).toEqual(event.Sessions)
    const { body: copy } = await admin(api.duplicateEvent, { params })
    expect(copy.Sessions.map(({ Name }) => Name)).toEqual(event.Sessions.map(({ Name }) => Name))
  })
})

describe('re-entry', () => {
  const out = { Direction: 'Out' as const }
  test.each([
    ['once', ['Valid', 'AlreadyIn', 'CheckedOut', 'NotIn', 'AlreadyIn']],
    ['free', ['Valid', 'Reentry', 'CheckedOut', 'NotIn', 'Reentry']],
    ['checkout', ['Valid', 'AlreadyIn', 'CheckedOut', 'NotIn', 'Reentry']],
  ] as const)('%s', async (Reentry, wanted) => {
    const eventId = await publishedEvent(hub, { Reentry })
    const results: string[] = []
    for (const each of [{}, {}, out, out, {}]) results.push(await resultOf(eventId, member.number, each))
    expect(results).toEqual(wanted)
    expect(await nowAt(eventId)).toMatchObject({ CameIn: 1, PeopleIn: Reentry === 'once' ? 0 : 1 })
    expect(await countOf(eventId)).toBe(1)
  })

  test('a check-out that is undone leaves them in', async () => {
    const eventId = await publishedEvent(hub)
    await resultOf(eventId, member.number)
    const { body } = await scan(eventId, scanOf(member.number, out))
    expect(body).toMatchObject({ Result: 'CheckedOut', Direction: 'Out', Reason: null })
    expect((await nowAt(eventId)).PeopleIn).toBe(0)
    await door(api.undoScan, { params: { ...harbourside, eventId, scanId: body.ScanId } })
    expect((await nowAt(eventId)).PeopleIn).toBe(1)
  })

  test('whoever leaves after the end of check-in is checked out', async () => {
    const eventId = await sinceYesterday({ CheckInStartTime: '12:00', CheckInEndTime: '13:30' })
    expect(await resultOf(eventId, member.number, onDay(-1))).toBe('Valid')
    const evening = { ...out, ScannedAt: `${sydneyDay(-1)}T09:00:00Z`, DecidedAs: 'CheckedOut' as const }
    expect(await resultOf(eventId, member.number, evening)).toBe('CheckedOut')
  })
})

describe('a capacity', () => {
  test('is never exceeded, however many doors scan at once; a reason lets in all the same', async () => {
    const eventId = await publishedEvent(hub, { Capacity: 5, Reentry: 'checkout' })
    const answers = await Promise.all(numbers.slice(0, 12).map((number) => scan(eventId, scanOf(number))))
    const full = answers.filter(({ body }) => body.Result === 'Full')
    expect(full).toHaveLength(7)
    expect(full[0]!.body.Reason).toMatch(/^As many are in as may be\./)
    expect(await nowAt(eventId)).toMatchObject({ PeopleIn: 5, Capacity: 5, IsNearlyFull: true })

    const params = { ...harbourside, eventId, scanId: full[0]!.body.ScanId }
    const admit = (Reason: string) => door(api.admitScan, { params, body: { Reason } })
    expect((await admit(' ')).status).toBe(400)
    expect((await admit('A guest of the band')).body).toMatchObject({ Result: 'Valid', Reason: null })
    expect((await admit('Once more')).error.ErrorCode).toBe('scan_not_full')
    expect((await nowAt(eventId)).PeopleIn).toBe(6)
    const { rows } = await hub.owner.query(
      `select after from audit_entry where action = 'admitScan' and record_id = $1`,
      [params.scanId],
    )
    expect(rows).toEqual([{ after: { Result: 'Valid', Reason: 'A guest of the band' } }])
  })

  test('is free again when somebody leaves, and tells who is in already by that', async () => {
    const eventId = await publishedEvent(hub, { Capacity: 1, Reentry: 'checkout' })
    const [one, other] = numbers as [string, string]
    expect(await resultOf(eventId, one)).toBe('Valid')
    expect(await resultOf(eventId, one)).toBe('AlreadyIn')
    expect(await resultOf(eventId, other)).toBe('Full')
    expect(await resultOf(eventId, one, { Direction: 'Out' })).toBe('CheckedOut')
    expect(await resultOf(eventId, other)).toBe('Valid')
    const back = await scan(eventId, scanOf(one))
    expect(back.body.Result).toBe('Full')
    const params = { ...harbourside, eventId, scanId: back.body.ScanId }
    const admitted = await door(api.admitScan, { params, body: { Reason: 'Was out for a smoke' } })
    expect(admitted.body.Result).toBe('Reentry')
    // Whom a door let in while it had no connection is in.
    const late = { ScannedAt: new Date().toISOString(), DecidedAs: 'Valid' as const }
    expect(await resultOf(eventId, numbers[2]!, late)).toBe('Valid')
    expect(await nowAt(eventId)).toMatchObject({ PeopleIn: 3, CameIn: 3 })
  })
})

describe('a suspended member', () => {
  test('is refused, unless the event says otherwise, online and by the list', async () => {
    for (const LetsSuspendedIn of [false, true]) {
      const eventId = await publishedEvent(hub, { LetsSuspendedIn })
      const { body } = await scan(eventId, scanOf(suspended))
      expect(body).toMatchObject(
        LetsSuspendedIn
          ? { Result: 'Valid' }
          : { Result: 'NotEligible', Reason: 'The membership is suspended. The office knows why.' },
      )
      const { rows } = await hub.owner.query<{ id: string }>(
        `select member_id as id from member where membership_number = $1 and business_id = 'harbourside'`,
        [suspended],
      )
      const params = { ...harbourside, eventId }
      const snapshot = await door(api.getDoorSnapshot, { params })
      expect(snapshot.body.Guests!.some((line) => line.includes(rows[0]!.id))).toBe(LetsSuspendedIn)
      const admission = await admin(api.getAdmission, { params, query: { memberId: rows[0]!.id } })
      expect(admission.body.IsEligible).toBe(LetsSuspendedIn)
    }
  })
})

test('who is in is listed by name, page by page, without those who left', async () => {
  const eventId = await publishedEvent(hub, { Reentry: 'checkout' })
  const params = { ...harbourside, eventId }
  const Scans = numbers.slice(0, 6).map((number) => scanOf(number))
  await door(api.recordScans, { params, body: { Scans } })
  await resultOf(eventId, numbers[5]!, { Direction: 'Out' })
  const first = await door(api.listWhoIsIn, { params, query: { limit: 3 } })
  const next = new URL(first.body._links.next!.href).searchParams.get('continuationToken')!
  const rest = await door(api.listWhoIsIn, { params, query: { limit: 3, continuationToken: next } })
  const all = [...first.body.Results, ...rest.body.Results]
  expect(new Set(all.map(({ MembershipNumber }) => MembershipNumber))).toEqual(new Set(numbers.slice(0, 5)))
  expect(all).toHaveLength(5)
  expect(all[0]).toMatchObject({ Session: null, Since: expect.stringMatching(/Z$/) })
  const answers = (await door(api.recordScans, { params, body: { Scans } })).body as { Results: ScanAnswer[] }
  expect(answers.Results[0]!.Member).toMatchObject({ MembershipNumber: numbers[0], PhotoId: null })
})
