import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import type { ScanAnswer } from '#contract/events/event-scans.ts'
import { ambiguousCode } from '#contract/members/member-codes.ts'
import { codeHash, importCodeKey } from '#contract/values/code-hash.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { makeDouble } from '#tests/records/codes.ts'
import { publishedEvent, scanOf } from '#tests/records/events.ts'
import { tillOf } from '#tests/till.ts'

const params = { businessId: 'harbourside' }
const person = { FirstName: 'Dora', LastName: 'Double', MembershipType: 'Ordinary' }

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
})
afterAll(() => hub.close())

async function create(fields: object, venueId = '1') {
  return (await admin(api.createMember, { params, query: { venueId }, body: { ...person, ...fields } })).body
    .data
}

/** Two members of two venues with one badge. */
async function twoWith(badge: string) {
  const one = await create({ BadgeNumber: badge.toUpperCase() })
  const two = await create({ FirstName: 'Dan' }, '2')
  await makeDouble(hub.databaseUrl, two.id, badge)
  return { one, two }
}

const scan = async (eventId: string, code: string, caller: Caller = admin) =>
  (await caller(api.recordScans, { params: { ...params, eventId }, body: scanOf(code) })).body as ScanAnswer
const doubled = async (caller = admin) =>
  (await caller(api.listDoubledCodes, { params })).body.Results.map(({ Code, Holders }) => ({
    Code,
    Names: Holders.map(({ Name }) => Name),
  }))

test('a code that two have is refused by tills and doors, and nothing is told of either', async () => {
  const { one, two } = await twoWith('dbl 1')
  const till = tillOf(hub)
  const refusal = { status: 409, error: { ErrorCode: 'ambiguous_code', ErrorMessage: ambiguousCode } }
  expect(await till.lookUp('DBL1')).toMatchObject(refusal)
  expect(await till.hold('dbl 1', 1)).toMatchObject(refusal)
  const eventId = await publishedEvent(hub)
  const unknown = { Result: 'UnknownCard', Reason: ambiguousCode, Member: null }
  expect(await scan(eventId, 'Dbl1')).toMatchObject(unknown)
  // Also where one of them is out of sight.
  expect(await scan(eventId, 'dbl1', await confinedAdmin(hub))).toMatchObject(unknown)
  expect((await scan(eventId, one.MembershipNumber!)).Result).toBe('Valid')
  expect((await scan(eventId, two.MembershipNumber!)).Result).toBe('Valid')
})

test('a door without a connection has no hash of it', async () => {
  const { one } = await twoWith('dbl2')
  const eventId = await publishedEvent(hub)
  const { body: door } = await admin(api.getDoorKey, { params: { ...params, eventId } })
  const key = await importCodeKey(door.Key)
  const { body } = await admin(api.getDoorSnapshot, { params: { ...params, eventId } })
  const list = body.Guests!.join('\n')
  expect(list).not.toContain(await codeHash(key, 'dbl2'))
  expect(list).toContain(await codeHash(key, ` ${one.MembershipNumber!}`))
})

test('it is listed until it is mended, and then it is the other’s alone', async () => {
  const { one, two } = await twoWith('dbl3')
  const entry = { Code: 'DBL3', Names: ['Dan Double', 'Dora Double'] }
  expect(await doubled()).toContainEqual(entry)
  expect(await doubled(await confinedAdmin(hub))).toContainEqual({
    Code: 'DBL3',
    Names: ['Dan Double', null],
  })
  // Each can be saved as it is, and nobody gets it a third time.
  const save = (member: { id: string }, fields: object) =>
    admin(api.updateMember, { params: { ...params, memberId: member.id }, body: { ...person, ...fields } })
  expect((await save(one, { BadgeNumber: 'DBL3', LastName: 'Saved' })).status).toBe(200)
  expect((await save(await create({}), { BadgeNumber: 'DBL3' })).status).toBe(409)
  expect((await save(one, { BadgeNumber: null })).status).toBe(200)
  expect((await doubled()).map(({ Code }) => Code)).not.toContain('DBL3')
  expect((await tillOf(hub).lookUp('dbl3')).body).toMatchObject({ MemberId: two.id })
  expect((await save(one, { BadgeNumber: 'DBL3' })).status).toBe(409)
})

test('of three who have a code, two may let go of it at once: the third is the first then', async () => {
  for (let round = 0; round < 5; round++) {
    const badge = `tri${round}`
    const { one, two } = await twoWith(badge)
    const three = await create({ FirstName: 'Drew' })
    await makeDouble(hub.databaseUrl, three.id, badge)
    const leave = ({ id }: { id: string }) =>
      admin(api.updateMember, { params: { ...params, memberId: id }, body: { ...person, BadgeNumber: null } })
    const answers = await Promise.all([leave(one), leave(two)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { rows } = await hub.owner.query(
      `select besides, holder_id from scan_code where business_id = 'harbourside' and code_key = upper($1)`,
      [badge],
    )
    expect(rows).toEqual([{ besides: '', holder_id: three.id }])
  }
})

test('a code whose other holder is deleted means the one who is there', async () => {
  const { one, two } = await twoWith('dbl4')
  await admin(api.deleteMember, { params: { ...params, memberId: one.id } })
  expect((await tillOf(hub).lookUp('dbl4')).body).toMatchObject({ MemberId: two.id })
  expect((await scan(await publishedEvent(hub), 'DBL4')).Member?.FirstName).toBe('Dan')
  const restored = await hub.as(people.superAdmin)(api.restoreMember, {
    params: { ...params, memberId: one.id },
  })
  expect(restored).toMatchObject({
    status: 409,
    error: { ErrorMessage: expect.stringContaining('It is that of Dan Double') },
  })
})

test('nor is it listed, and nothing is told of who is deleted', async () => {
  const { one } = await twoWith('dbl5')
  const third = await create({ FirstName: 'Dave' })
  await makeDouble(hub.databaseUrl, third.id, 'dbl5')
  const entry = async () => (await doubled()).find(({ Code }) => Code === 'DBL5')
  await admin(api.deleteMember, { params: { ...params, memberId: one.id } })
  expect(await entry()).toEqual({ Code: 'DBL5', Names: ['Dan Double', 'Dave Double'] })
  const list = await admin(api.listDoubledCodes, { params })
  expect(JSON.stringify(list.body)).not.toContain(one.id)
  await admin(api.deleteMember, { params: { ...params, memberId: third.id } })
  expect(await entry()).toBeUndefined()
})

test('a code that reads as that of somebody deleted, or else of somebody there, means who is there', async () => {
  const gone = await create({ FirstName: 'Gone', CardNumber: '0612345678901' })
  const here = await create({ FirstName: 'Here', CardNumber: '612345678901' })
  const eventId = await publishedEvent(hub)
  expect((await scan(eventId, '0612345678901')).Member?.FirstName).toBe('Gone')
  await admin(api.deleteMember, { params: { ...params, memberId: gone.id } })
  expect((await tillOf(hub).lookUp('0612345678901')).body).toMatchObject({ MemberId: here.id })
  expect(await scan(eventId, '0612345678901')).toMatchObject({
    Result: 'Valid',
    Member: { FirstName: 'Here' },
  })
})

test('a door tells nothing of a deleted holder where the one who is there is out of sight', async () => {
  const { one, two } = await twoWith('dbl6')
  const eventId = await publishedEvent(hub)
  await admin(api.deleteMember, { params: { ...params, memberId: two.id } })
  const confined = await confinedAdmin(hub)
  expect(await scan(eventId, 'dbl6', confined)).toMatchObject({ Result: 'UnknownCard', Member: null })
  await admin(api.deleteMember, { params: { ...params, memberId: one.id } })
  expect(await scan(eventId, 'dbl6', confined)).toMatchObject({ Result: 'CardNotActive' })
})

test('the code of an active pass finds its member at a till', async () => {
  const { rows } = await hub.owner.query<{ code: string; id: string }>(
    `select coupon_code as code, member_id as id from pass_now
     where business_id = 'harbourside' and state = 'Active' limit 1`,
  )
  const [{ code, id }] = rows as [{ code: string; id: string }]
  const spelt = code.toLowerCase().replaceAll(/(.{4})/g, '$1 ')
  expect((await tillOf(hub).lookUp(spelt)).body).toMatchObject({ Kind: 'Member', MemberId: id })
})
