import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { api } from '#contract'
import { visitorTexts } from '#contract/visitors/visitor-words.ts'
import { harbourside, publishedEvent, scanOf, startDoors, sydneyDay } from '#tests/records/events.ts'

const { hub, admin, door, member, scan } = await startDoors()
afterAll(() => hub.close())
await hub.owner.query(`delete from visitor_rules where business_id = 'harbourside'`)

const visitOf = (fields: object = {}) => ({
  VisitId: randomUUID(),
  Kind: 'TemporaryMember',
  FirstName: 'Gwen',
  LastName: 'Guest',
  Address: '1 Long Street, Manly',
  Signature: 'M0 0L5 5',
  SignedAt: new Date().toISOString(),
  ...fields,
})
const signIn = (eventId: string, fields: object = {}) =>
  door(api.signInVisitor, { params: { ...harbourside, eventId }, body: visitOf(fields) as never })
const inNow = async (eventId: string) => {
  const { body } = await door(api.getDoorNow, { params: { ...harbourside, eventId } })
  return body.PeopleIn + (body.VisitorsIn ?? 0)
}
const entryOf = async (visitId: string) =>
  (await admin(api.getVisitor, { params: { ...harbourside, visitId } })).body

test('a visitor beyond the capacity takes a reason, which is kept and shown', async () => {
  const eventId = await publishedEvent(hub, { Capacity: 1 })
  await scan(eventId, scanOf(member.number))
  const visit = visitOf()
  expect(await signIn(eventId, visit)).toMatchObject({
    status: 409,
    error: { ErrorCode: 'event_full', ErrorMessage: visitorTexts.full },
  })
  expect((await signIn(eventId, { ...visit, LetInReason: 'ab' })).status).toBe(400)
  expect(await inNow(eventId)).toBe(1)
  const letIn = { ...visit, LetInReason: ' The band’s driver ' }
  expect((await signIn(eventId, letIn)).status).toBe(200)
  // Sent again it is the same entry.
  expect((await signIn(eventId, letIn)).status).toBe(200)
  expect(await inNow(eventId)).toBe(2)
  expect((await entryOf(visit.VisitId)).LetInReason).toBe('The band’s driver')
})

test('where there is room a reason is none', async () => {
  const eventId = await publishedEvent(hub, { Capacity: 2 })
  const visit = visitOf({ LetInReason: 'In a hurry' })
  expect((await signIn(eventId, visit)).status).toBe(200)
  expect((await entryOf(visit.VisitId)).LetInReason).toBeNull()
})

test('who was let in without a connection is in, with the reason that was given', async () => {
  const eventId = await publishedEvent(hub, { Capacity: 1 })
  await signIn(eventId)
  const [plain, reasoned] = [visitOf({ IsLate: true }), visitOf({ IsLate: true, LetInReason: 'The driver' })]
  for (const visit of [plain, reasoned]) expect((await signIn(eventId, visit)).status).toBe(200)
  expect(await inNow(eventId)).toBe(3)
  expect([await entryOf(plain.VisitId), await entryOf(reasoned.VisitId)].map((it) => it.LetInReason)).toEqual(
    [null, 'The driver'],
  )
})

test('a session has places of its own', async () => {
  const times = { Date: sydneyDay(), CheckInStartTime: '00:00', CheckInEndTime: '23:59' }
  const eventId = await publishedEvent(hub, {
    Sessions: [
      { Name: 'Upstairs', ...times, Capacity: 1 },
      { Name: 'Downstairs', ...times },
    ],
  })
  const { body: event } = await admin(api.getEvent, { params: { ...harbourside, eventId } })
  const idOf = (name: string) => event.Sessions.find(({ Name }) => Name === name)!.SessionId
  const [upstairs, downstairs] = [idOf('Upstairs'), idOf('Downstairs')]
  expect((await signIn(eventId, { SessionId: upstairs })).status).toBe(200)
  expect((await signIn(eventId, { SessionId: upstairs })).status).toBe(409)
  expect((await signIn(eventId, { SessionId: downstairs })).status).toBe(200)
})

test('members and visitors at many doors at once take no more places than there are', async () => {
  const eventId = await publishedEvent(hub, { Capacity: 5 })
  const { rows } = await hub.owner.query<{ number: string }>(
    `select membership_number as number from member where business_id = 'harbourside' and status = 'Active'
       and deleted_at is null and membership_number is not null limit 15`,
  )
  const visitors = Array.from({ length: 15 }, () => signIn(eventId))
  const members = rows.map(({ number }) => scan(eventId, scanOf(number)))
  const statuses = (await Promise.all(visitors)).map(({ status }) => status)
  const results = (await Promise.all(members)).map(({ body }) => body.Result)
  const taken =
    statuses.filter((status) => status === 200).length + results.filter((it) => it === 'Valid').length
  expect(taken).toBe(5)
  expect(await inNow(eventId)).toBe(5)
  expect(new Set(statuses)).toEqual(new Set([200, 409].filter((status) => statuses.includes(status))))
})
