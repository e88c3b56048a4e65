import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract'
import { addDays, zonedTime } from '#contract/events/event-times.ts'
import { visitorTexts } from '#contract/visitors/visitor-words.ts'
import { people } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { harbourside, publishedEvent, scanOf, startDoors, sydneyDay, zoneAt } from '#tests/records/events.ts'
import { setVisitorRules, signIn } from '#tests/records/visitors.ts'

const { hub, admin, door, member, scan } = await startDoors()
beforeAll(() => setVisitorRules(hub, { Clubs: [{ Name: 'Bowls Club', State: 'NSW', IsActive: true }] }))
afterAll(() => hub.close())

const paramsOf = (eventId: string) => ({ ...harbourside, eventId })
const whoIsIn = async (eventId: string, query = {}, by = door) =>
  (await by(api.listWhoIsIn, { params: paramsOf(eventId), query: { of: 'everybody', ...query } })).body
    .Results
const names = async (eventId: string, query = {}, by = door) =>
  (await whoIsIn(eventId, query, by)).map(({ FirstName }) => FirstName)
const nowAt = async (eventId: string, query = {}) =>
  (await door(api.getDoorNow, { params: paramsOf(eventId), query })).body
const enter = async (eventId: string, FirstName: string, visit: object = {}) =>
  (await signIn(door, eventId, { FirstName, HostCode: member.number, ...visit })).body.VisitId
const leave = (eventId: string, visitId: string, body = {}, by = door) =>
  by(api.checkOutVisitor, { params: { ...paramsOf(eventId), visitId }, body })

type Page = z.output<typeof api.listWhoIsIn.output>

describe('visitors on the list of who is in', () => {
  test('stand among the members by name, with whom they came, and are counted', async () => {
    const eventId = await publishedEvent(hub)
    await scan(eventId, scanOf(member.number))
    const VisitId = await enter(eventId, 'Gwen', { LastName: 'Äbel' })
    await enter(eventId, 'Rex', {
      Kind: 'Reciprocal',
      ClubName: 'Bowls Club',
      ClubNumber: '7',
      LastName: 'Zzz',
    })
    const list = await whoIsIn(eventId)
    expect(list).toHaveLength(3)
    expect(list[0]).toMatchObject({
      MemberId: null,
      FirstName: 'Gwen',
      Since: expect.stringMatching(/Z$/),
      Visit: { VisitId, Kind: 'Guest', BroughtBy: expect.stringContaining(member.name) },
    })
    expect(list[1]).toMatchObject({ MemberId: member.id, Visit: null })
    expect(list[2]!.Visit).toMatchObject({ Kind: 'Reciprocal', BroughtBy: 'Bowls Club' })
    expect(await names(eventId, { of: 'visitors' })).toEqual(['Gwen', 'Rex'])
    // A page of the release before asks so, and takes everybody for a member.
    const members = await door(api.listWhoIsIn, { params: paramsOf(eventId) })
    expect(members.body.Results.map(({ MemberId }) => MemberId)).toEqual([member.id])
    expect(await nowAt(eventId)).toMatchObject({ PeopleIn: 1, VisitorsIn: 2, CameIn: 1 })
  })

  test('are read page by page, each once', async () => {
    const eventId = await publishedEvent(hub)
    await scan(eventId, scanOf(member.number))
    for (const name of ['Ada', 'Ben', 'Cleo']) await enter(eventId, name)
    const found: string[] = []
    let continuationToken: string | null = null
    do {
      const query: { limit: number; of: 'everybody'; continuationToken?: string } = {
        limit: 1,
        of: 'everybody',
      }
      if (continuationToken) query.continuationToken = continuationToken
      const { body }: { body: Page } = await door(api.listWhoIsIn, { params: paramsOf(eventId), query })
      found.push(...body.Results.map(({ FirstName }) => FirstName))
      const next = body._links.next?.href
      continuationToken = next ? new URL(next).searchParams.get('continuationToken') : null
    } while (continuationToken)
    expect(found.toSorted()).toEqual(['Ada', 'Ben', 'Cleo', member.name].toSorted())
  })

  test('leave it when they are checked out, once, and are back if that was wrong', async () => {
    const eventId = await publishedEvent(hub)
    const id = await enter(eventId, 'Gwen')
    const all = await Promise.all([leave(eventId, id), leave(eventId, id), leave(eventId, id)])
    const [first] = all.map(({ body }) => body.LeftAt)
    expect(all.map(({ body }) => body)).toEqual(all.map(() => ({ VisitId: id, LeftAt: first })))
    expect(await names(eventId)).toEqual([])
    expect((await nowAt(eventId)).VisitorsIn).toBe(0)
    const { rows } = await hub.owner.query(`select from audit_entry where record_id = $1 and action = $2`, [
      id,
      'checkOutVisitor',
    ])
    expect(rows).toHaveLength(1)
    const entry = await admin(api.getVisitor, { params: { ...harbourside, visitId: id } })
    expect(entry.body).toMatchObject({ LeftAt: first, LeftSaidBy: expect.stringMatching(/./) })
    expect((await leave(eventId, id, { HasLeft: false })).body.LeftAt).toBeNull()
    expect(await names(eventId)).toEqual(['Gwen'])
  })

  test('leave it when their entry is voided', async () => {
    const eventId = await publishedEvent(hub)
    const visitId = await enter(eventId, 'Gwen')
    await admin(api.voidVisitor, { params: { ...harbourside, visitId }, body: { Reason: 'Came twice' } })
    expect(await names(eventId)).toEqual([])
    expect((await leave(eventId, visitId)).error.ErrorMessage).toBe(visitorTexts.voidedNotIn)
  })

  test('of days ago: when they left is no longer to be said, nor taken back', async () => {
    const eventId = await publishedEvent(hub, { EventStartDate: sydneyDay(-3) })
    const id = await enter(eventId, 'Gwen', {
      IsLate: true,
      SignedAt: new Date(Date.now() - 2 * 24 * 60 * 60_000).toISOString(),
    })
    for (const HasLeft of [true, false])
      expect(await leave(eventId, id, { HasLeft })).toMatchObject({
        status: 409,
        error: { ErrorCode: 'visit_over', ErrorMessage: visitorTexts.longOver },
      })
  })

  test('are those of the event and the business that they were signed in at', async () => {
    const [eventId, other] = [await publishedEvent(hub), await publishedEvent(hub)]
    const { rows } = await hub.owner.query<{ number: string }>(
      `select membership_number as number from member where business_id = 'harbourside' and deleted_at is null
       and status = 'Active' and date_financial > current_date and venue_no = '1' order by member_id limit 1`,
    )
    const elsewhere = rows[0]!.number
    const id = await enter(eventId, 'Gwen', { HostCode: elsewhere })
    expect(await names(other)).toEqual([])
    expect((await leave(other, id)).status).toBe(404)
    expect((await leave(eventId, 'no-such-visit')).status).toBe(404)
    expect((await leave(eventId, id, { HasLeft: 'perhaps' })).status).toBe(400)
    expect((await leave(eventId, id, {}, hub.as(people.finance))).status).toBe(403)
    const confined = await confinedAdmin(hub)
    expect(await names(eventId, {}, confined)).toEqual([])
    expect((await leave(eventId, id, {}, confined)).status).toBe(404)
  })
})

describe('of several days', () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const late = (minutes: number) => ({ IsLate: true, SignedAt: minutesAgo(minutes) })
  const eventAt = (TimeZoneId: string, fields: object = {}) => {
    const today = zonedTime(new Date(), TimeZoneId).date
    const span = { EventStartDate: addDays(today, -2), EventEndDate: addDays(today, 1) }
    return publishedEvent(hub, { ...span, TimeZoneId, ...fields })
  }

  test('a visitor falls away with the day, as members do', async () => {
    const eventId = await eventAt(zoneAt(15))
    await enter(eventId, 'Yesterday', late(24 * 60))
    await enter(eventId, 'Today', late(60))
    expect(await names(eventId)).toEqual(['Today'])
  })

  test('who came in the evening is in after midnight', async () => {
    const eventId = await eventAt(zoneAt(2))
    await enter(eventId, 'Evening', late(4 * 60))
    await enter(eventId, 'Night', late(30))
    expect((await names(eventId)).toSorted()).toEqual(['Evening', 'Night'])
  })

  test('who was signed in before check-in began is in, then and afterwards', async () => {
    const TimeZoneId = zoneAt(15)
    const before = await eventAt(TimeZoneId, { CheckInStartTime: '18:00', CheckInEndTime: '23:00' })
    await enter(before, 'Early', late(60))
    expect(await names(before)).toEqual(['Early'])
    const since = await eventAt(TimeZoneId, { CheckInStartTime: '14:59', CheckInEndTime: '23:00' })
    await enter(since, 'Early', late(120))
    expect(await names(since)).toEqual(['Early'])
  })

  test('a session has its own, and the day has all', async () => {
    const session = { Date: sydneyDay(), CheckInStartTime: '00:00', CheckInEndTime: '23:59' }
    const eventId = await publishedEvent(hub, { Sessions: [{ ...session, Name: 'Dinner' }] })
    await enter(eventId, 'Gwen')
    const [guest] = await whoIsIn(eventId)
    expect(guest!.Session!.Name).toBe('Dinner')
    expect(await names(eventId, { sessionId: guest!.Session!.SessionId })).toEqual(['Gwen'])
    expect((await nowAt(eventId)).VisitorsIn).toBe(1)
  })

  test('of sessions side by side each has those of its own door', async () => {
    const session = { Date: sydneyDay(), CheckInStartTime: '00:00', CheckInEndTime: '23:59' }
    const eventId = await publishedEvent(hub, {
      Sessions: ['Upstairs', 'Downstairs'].map((Name) => ({ ...session, Name, Capacity: 1 })),
    })
    const { body: event } = await admin(api.getEvent, { params: paramsOf(eventId) })
    const [upstairs, downstairs] = event.Sessions.map(({ SessionId }) => SessionId)
    await enter(eventId, 'Una', { SessionId: upstairs })
    expect(await names(eventId, { sessionId: upstairs })).toEqual(['Una'])
    expect((await nowAt(eventId, { sessionId: upstairs })).VisitorsIn).toBe(1)
    expect((await nowAt(eventId, { sessionId: downstairs })).VisitorsIn).toBe(0)
    const at = async (SessionId?: string) => (await scan(eventId, scanOf(member.number, { SessionId }))).body
    expect((await at(upstairs)).Result).toBe('Full')
    expect((await at(downstairs)).Result).toBe('Valid')
  })

  test('who comes after a session’s check-in has ended is at that session', async () => {
    const TimeZoneId = zoneAt(15)
    const { date } = zonedTime(new Date(), TimeZoneId)
    const Sessions = [{ Name: 'Lunch', Date: date, CheckInStartTime: '11:00', CheckInEndTime: '13:00' }]
    const eventId = await eventAt(TimeZoneId, { Sessions })
    await enter(eventId, 'Late')
    const [guest] = await whoIsIn(eventId)
    expect(guest!.Session!.Name).toBe('Lunch')
    expect((await nowAt(eventId)).VisitorsIn).toBe(1)
  })

  test('one that the former version signed in goes by the day of the business', async () => {
    const eventId = await publishedEvent(hub)
    const id = await enter(eventId, 'Gwen')
    await hub.owner.query(`update visitor_entry set occasion = null where visit_id = $1`, [id])
    expect(await names(eventId)).toEqual(['Gwen'])
  })
})

test('visitors take up places', async () => {
  const eventId = await publishedEvent(hub, { Capacity: 1, Reentry: 'checkout' })
  const id = await enter(eventId, 'Gwen')
  expect(await nowAt(eventId)).toMatchObject({ PeopleIn: 0, VisitorsIn: 1, IsNearlyFull: true })
  expect((await scan(eventId, scanOf(member.number))).body.Result).toBe('Full')
  await leave(eventId, id)
  expect((await scan(eventId, scanOf(member.number))).body.Result).toBe('Valid')
})

test('a session that a visitor was signed in for stays, until their entry is voided', async () => {
  const session = { Name: 'Dinner', Date: sydneyDay(), CheckInStartTime: '00:00', CheckInEndTime: '23:59' }
  const eventId = await publishedEvent(hub, { Sessions: [session] })
  const params = paramsOf(eventId)
  const visitId = await enter(eventId, 'Vera')
  const { body: event } = await admin(api.getEvent, { params })
  const remove = () => admin(api.updateEvent, { params, body: { ...event, Sessions: [] } })
  const { status, error } = await remove()
  expect([status, error]).toMatchObject([
    409,
    {
      ErrorCode: 'session_used',
      ErrorMessage: "The session Dinner can't be removed: people have come to it.",
    },
  ])
  expect(await names(eventId)).toEqual(['Vera'])
  await admin(api.voidVisitor, { params: { ...harbourside, visitId }, body: { Reason: 'Typed twice' } })
  expect((await remove()).status).toBe(200)
})

test('a visitor who signs in while the session is removed is of the day', async () => {
  const session = { Name: 'Dinner', Date: sydneyDay(), CheckInStartTime: '00:00', CheckInEndTime: '23:59' }
  const eventId = await publishedEvent(hub, { Sessions: [session] })
  await hub.meanwhile('delete from event_session where event_id = $1', [eventId], () =>
    enter(eventId, 'Vera'),
  )
  expect(await names(eventId)).toEqual(['Vera'])
  const { rows } = await hub.owner.query('select occasion from visitor_entry where event_id = $1', [eventId])
  expect(rows).toEqual([{ occasion: sydneyDay() }])
})

test('one who was let in by a clock beyond all measure is kept', async () => {
  const eventId = await publishedEvent(hub)
  const late = { IsLate: true, SignedAt: '0500-01-01T00:00:00Z', HostCode: member.number }
  const { status, body } = await signIn(door, eventId, { FirstName: 'Old', ...late })
  expect([status, body.Remark]).toEqual([200, expect.stringContaining(visitorTexts.notInTime)])
})
