import { afterAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import type { ScanAnswer } from '#contract/events/event-scans.ts'
import { harbourside, publishedEvent, scanOf, startDoors, sydneyDay } from '#tests/records/events.ts'

const { hub, admin, door, member, unfinancial, scan } = await startDoors()
afterAll(() => hub.close())

const { rows: guests } = await hub.owner.query<{ number: string }>(
  `select membership_number as number from member
   where business_id = 'harbourside' and deleted_at is null and status = 'Active' order by member_id limit 40`,
)
const numbers = guests.map(({ number }) => number)
const upload = async (eventId: string, Scans: ReturnType<typeof scanOf>[]) => {
  const params = { ...harbourside, eventId }
  const { status, body } = await door(api.recordScans, { params, body: { Scans } })
  expect(status).toBe(200)
  return (body as { Results: ScanAnswer[] }).Results.map(({ Result }) => Result)
}
const peopleIn = async (eventId: string, query = {}) =>
  (await door(api.getDoorNow, { params: { ...harbourside, eventId }, query })).body.PeopleIn
const whoIsIn = async (eventId: string) =>
  (await door(api.listWhoIsIn, { params: { ...harbourside, eventId } })).body.Results
const aMomentAgo = () => new Date(Date.now() - 1_000).toISOString()

describe('a capacity holds for scans that come together', () => {
  test('where nobody has been told anything yet', async () => {
    const eventId = await publishedEvent(hub, { Capacity: 2 })
    const results = await upload(
      eventId,
      numbers.slice(0, 4).map((number) => scanOf(number)),
    )
    expect(results).toEqual(['Valid', 'Valid', 'Full', 'Full'])
    // Whom a door has let in by itself is in.
    const decided = scanOf(numbers[4]!, { DecidedAs: 'Valid' })
    expect(await upload(eventId, [decided])).toEqual(['Valid'])
    expect(await peopleIn(eventId)).toBe(3)
  })

  test('at several doors at once, beside others that send one by one', async () => {
    const eventId = await publishedEvent(hub, { Capacity: 7 })
    const pieces = [0, 1, 2].map((piece) => numbers.slice(piece * 8, piece * 8 + 8))
    await Promise.all([
      ...pieces.map((piece) =>
        upload(
          eventId,
          piece.map((number) => scanOf(number)),
        ),
      ),
      ...numbers.slice(24, 40).map(async (number) => {
        expect((await scan(eventId, scanOf(number))).status).toBe(200)
      }),
    ])
    expect(await peopleIn(eventId)).toBe(7)
  })
})

test('who is checked out before the door that let them in is heard of has left', async () => {
  const session = { Date: sydneyDay(), CheckInStartTime: '00:00', CheckInEndTime: '23:59' }
  const eventId = await publishedEvent(hub, {
    Sessions: [
      { ...session, Name: 'Upstairs' },
      { ...session, Name: 'Downstairs' },
    ],
  })
  const { body: event } = await admin(api.getEvent, { params: { ...harbourside, eventId } })
  const [up, down] = ['Upstairs', 'Downstairs'].map(
    (name) => event.Sessions.find(({ Name }) => Name === name)!.SessionId,
  ) as [string, string]
  const came = scanOf(member.number, { ScannedAt: aMomentAgo(), DecidedAs: 'Valid', SessionId: up })
  const left = await scan(eventId, scanOf(member.number, { Direction: 'Out', SessionId: down }))
  expect(left.body.Result).toBe('NotIn')
  expect((await scan(eventId, came)).body.Result).toBe('Valid')
  expect(await peopleIn(eventId, { sessionId: up })).toBe(0)
  const { rows } = await hub.owner.query(
    `select occasion, result from event_scan where event_id = $1 order by direction`,
    [eventId],
  )
  expect(rows).toEqual([
    { occasion: up, result: 'Valid' },
    { occasion: up, result: 'CheckedOut' },
  ])
})

test.each(['one by one', 'together'])(
  'who is checked out at the moment that the door is heard of that let them in has left: %s',
  async (how) => {
    const eventId = await publishedEvent(hub)
    await Promise.all(
      numbers.slice(0, 24).flatMap((number) => {
        const came = scanOf(number, { ScannedAt: aMomentAgo(), DecidedAs: 'Valid' })
        const left = scan(eventId, scanOf(number, { Direction: 'Out' }))
        return [how === 'together' ? upload(eventId, [came]) : scan(eventId, came), left]
      }),
    )
    expect(await whoIsIn(eventId)).toEqual([])
    expect((await door(api.getDoorNow, { params: { ...harbourside, eventId } })).body).toMatchObject({
      CameIn: 24,
      PeopleIn: 0,
    })
  },
)

test('what a door says after the scan itself, that it had let somebody in, stands as if it had come with it', async () => {
  const eventId = await publishedEvent(hub, { Capacity: 1, MemberFilterQuery: 'Financial=true' })
  const { rows } = await hub.owner.query<{ id: string; number: string }>(
    `select member_id as id, membership_number as number from member where business_id = 'harbourside'
       and deleted_at is null and status is distinct from 'Suspended' and date_financial > current_date + 1
       and member_id <> $1 order by member_id limit 1`,
    [member.id],
  )
  const full = scanOf(rows[0]!.number, { ScannedAt: aMomentAgo() })
  const refused = scanOf(unfinancial.number, { ScannedAt: aMomentAgo() })
  const twice = scanOf(member.number)
  const first = scanOf(member.number, { ScannedAt: aMomentAgo() })
  const results = await upload(eventId, [first, full, refused, twice])
  expect(results).toEqual(['Valid', 'Full', 'NotEligible', 'AlreadyIn'])
  expect(await whoIsIn(eventId)).toHaveLength(1)

  const told = [full, refused, twice].map((each) => ({ ...each, DecidedAs: 'Valid' as const }))
  expect(await upload(eventId, told)).toEqual(['Valid', 'NotEligible', 'AlreadyIn'])
  expect(await peopleIn(eventId)).toBe(2)
  const people = (await whoIsIn(eventId)).map(({ MemberId, IsByOldList }) => [MemberId, IsByOldList])
  expect(new Map(people as [string, boolean][])).toEqual(
    new Map([
      [member.id, false],
      [rows[0]!.id, false],
      [unfinancial.id, true],
    ]),
  )
  const { body } = await scan(eventId, told[2]!)
  expect(body).toMatchObject({ Result: 'AlreadyIn', IsLetInTwice: true })
})

describe('whom a door let in by a list that was out of date', () => {
  const financial = { MemberFilterQuery: 'Financial=true' }

  test('counts nowhere, and is on the list of who is in, until they leave', async () => {
    const eventId = await publishedEvent(hub, financial)
    await scan(eventId, scanOf(member.number))
    const late = scanOf(unfinancial.number, { ScannedAt: aMomentAgo(), DecidedAs: 'Valid' })
    expect(await upload(eventId, [late])).toEqual(['NotEligible'])
    expect(await peopleIn(eventId)).toBe(1)
    const people = (await whoIsIn(eventId)).map(({ MemberId, IsByOldList }) => [MemberId, IsByOldList])
    expect(new Map(people as [string, boolean][])).toEqual(
      new Map([
        [member.id, false],
        [unfinancial.id, true],
      ]),
    )
    await scan(eventId, scanOf(unfinancial.number, { Direction: 'Out' }))
    expect((await whoIsIn(eventId)).map(({ MemberId }) => MemberId)).toEqual([member.id])
  })

  test('is there also if they had been in before, and had left', async () => {
    const eventId = await publishedEvent(hub, { Reentry: 'checkout' })
    await scan(eventId, scanOf(member.number))
    await scan(eventId, scanOf(member.number, { Direction: 'Out' }))
    expect(await whoIsIn(eventId)).toEqual([])
    await hub.owner.query(
      `update event set member_filter = 'Financial=false', revision = revision + 1 where event_id = $1`,
      [eventId],
    )
    const late = scanOf(member.number, { DecidedAs: 'Reentry' })
    expect(await upload(eventId, [late])).toEqual(['NotEligible'])
    expect(await whoIsIn(eventId)).toMatchObject([{ MemberId: member.id, IsByOldList: true }])
    await scan(eventId, scanOf(member.number, { Direction: 'Out' }))
    expect(await whoIsIn(eventId)).toEqual([])
  })

  test('is there once when they are let in after all; who was turned away is not', async () => {
    const eventId = await publishedEvent(hub, financial)
    const late = scanOf(unfinancial.number, { ScannedAt: aMomentAgo(), DecidedAs: 'Valid' })
    await upload(eventId, [late, scanOf(unfinancial.number, { ScannedAt: aMomentAgo(), DecidedAs: 'Valid' })])
    expect(await whoIsIn(eventId)).toHaveLength(1)
    const params = { ...harbourside, eventId, scanId: late.ScanId }
    expect((await admin(api.overrideScan, { params, body: { Reason: 'Paid at the desk' } })).status).toBe(200)
    expect(await whoIsIn(eventId)).toMatchObject([{ MemberId: unfinancial.id, IsByOldList: false }])
    const other = await publishedEvent(hub, financial)
    await scan(other, scanOf(unfinancial.number))
    expect(await whoIsIn(other)).toEqual([])
  })
})
