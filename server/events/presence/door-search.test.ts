import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { mostGuestsFound } from '#contract/events/doors/door-search.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { harbourside, publishedEvent, scanOf } from '#tests/records/events.ts'

let hub: TestHub
let door: Caller
beforeAll(async () => {
  hub = await startTestHub()
  door = hub.as(people.door)
  await hub.owner.query(`
    insert into member (business_id, member_id, member_key, venue_no, first_name, last_name, membership_type,
      membership_number, birth_date, home_address, home_contact, date_financial, status)
    select business_id, gen_random_uuid(), gen_random_uuid(), case when n > 25 then '2' else '1' end, 'Ömer', 'Quillfeather',
      membership_type, 'Q' || n, make_date(1950 + n, 1, 1), jsonb_build_object('Suburb', 'Bay ' || n),
      jsonb_build_object('EmailAddress', 'someone@pelicanpost.example'), current_date + case when n > 30 then -9 else 9 end,
      case when n = 30 then 'Suspended' end
    from generate_series(1, 32) n, (select * from member where business_id = 'harbourside' limit 1) m`)
})
afterAll(() => hub.close())

const search = (eventId: string, q: string, by = door) =>
  by(api.searchGuests, { params: { ...harbourside, eventId }, query: { q } })

test('people of one name are told apart, and how many there are is said', async () => {
  const eventId = await publishedEvent(hub)
  const { body } = await search(eventId, 'quillf omer')
  expect([body.Results.length, body.Found]).toEqual([mostGuestsFound, 31])
  const [first] = body.Results
  const number = Number(first!.MembershipNumber!.slice(1))
  expect(first).toMatchObject({
    FirstName: 'Ömer',
    LastName: 'Quillfeather',
    Suburb: `Bay ${number}`,
    BirthYear: 1950 + number,
  })
})

test('nobody is found whom the list of the door does not have', async () => {
  const eventId = await publishedEvent(hub, { MemberFilterQuery: 'Financial=true' })
  expect((await search(eventId, 'Quillfeather')).body.Found).toBe(29)
  const { body: made } = await hub.as(people.admin)(api.createDoorKit, {
    params: { ...harbourside, eventId },
    body: { Name: 'Gate' },
  })
  await hub.owner.query(`update door_kit set venues = '{2}' where door_kit_id = $1`, [made.DoorKit.DoorKitId])
  const headers = { authorization: `Bearer ${made.Secret}` }
  const kit: Caller = (row, input = {}) => hub.as(null)(row, { ...input, headers })
  expect((await search(eventId, 'Quillfeather', kit)).body.Found).toBe(4)
})

test('neither a contact nor a number finds anybody, and two letters are too few', async () => {
  const eventId = await publishedEvent(hub)
  expect((await search(eventId, 'pelicanpost')).body).toEqual({ Results: [], Found: 0 })
  const { status, error } = await search(eventId, 'Qu')
  expect([status, error.ErrorMessage]).toEqual([400, 'A search needs three letters of the name or more.'])
})

test('after the event there is nobody to be found', async () => {
  const eventId = await publishedEvent(hub)
  const params = { ...harbourside, eventId, status: 'complete' as const }
  await hub.as(people.admin)(api.setEventStatus, { params })
  expect((await search(eventId, 'Quillfeather')).status).toBe(409)
})

test('who leaves is found among those who are in, whatever let them in, and after the last day', async () => {
  const eventId = await publishedEvent(hub, { MemberFilterQuery: 'Financial=true', Reentry: 'checkout' })
  const params = { ...harbourside, eventId }
  const leaving = async (q = 'Quillfeather') =>
    (await door(api.searchGuests, { params, query: { q, direction: 'Out' } })).body.Results.map(
      ({ MembershipNumber }) => MembershipNumber,
    )
  const scan = async (number: string, fields = {}) => {
    const { body } = await door(api.recordScans, { params, body: scanOf(number, fields) })
    return 'Result' in body ? body : body.Results[0]!
  }
  expect(await leaving()).toEqual([])
  await scan('Q1')
  // Neither financial, nor on the list.
  const { ScanId } = await scan('Q31')
  const override = { params: { ...params, scanId: ScanId }, body: { Reason: 'Paid at the bar' } }
  expect((await hub.as(people.admin)(api.overrideScan, override)).status).toBe(200)
  expect(new Set(await leaving())).toEqual(new Set(['Q1', 'Q31']))
  expect(await leaving('Nobodyatall')).toEqual([])
  await hub.owner.query(
    `update event set start_date = start_date - 1, end_date = end_date - 1, revision = revision + 1 where event_id = $1`,
    [eventId],
  )
  await hub.owner.query(
    `update event_scan set occasion = (occasion::date - 1)::text, scanned_at = scanned_at - interval '1 day'
     where event_id = $1`,
    [eventId],
  )
  expect((await search(eventId, 'Quillfeather')).status).toBe(409)
  expect(new Set(await leaving())).toEqual(new Set(['Q1', 'Q31']))
  expect((await scan('Q31', { Direction: 'Out' })).Result).toBe('CheckedOut')
  expect(await leaving()).toEqual(['Q1'])
  // Who was never checked out isn't to be found for good.
  await hub.owner.query(
    `update event set start_date = start_date - 3, end_date = end_date - 3, revision = revision + 1 where event_id = $1`,
    [eventId],
  )
  const query = { q: 'Quillfeather', direction: 'Out' } as const
  expect((await door(api.searchGuests, { params, query })).status).toBe(409)
})
