import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { hasDetails, readDetails } from '#contract/events/doors/door-list.ts'
import { codeHash, importCodeKey } from '#contract/values/code-hash.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { confinedAdmin } from '#tests/people/confined.ts'
import { eventFields, harbourside, publishedEvent } from '#tests/records/events.ts'
import { inShortTurn } from '#tests/turns.ts'

let hub: TestHub
let admin: Caller
beforeAll(async () => {
  hub = await startTestHub()
  admin = hub.as(people.admin)
  // More than go into one part.
  await hub.owner.query(
    `insert into member (business_id, member_id, member_key, venue_no, first_name, last_name, membership_type, card_number)
     select business_id, gen_random_uuid(), gen_random_uuid(), venue_no, 'Guest', n::text, membership_type, 'C-' || n
     from generate_series(1, 3000) n, (select * from member where business_id = 'harbourside' and venue_no = '1' limit 1) m`,
  )
})
afterAll(() => hub.close())

const paramsOf = (eventId: string) => ({ ...harbourside, eventId })
const listOf = async (eventId: string, by = admin) =>
  (await by(api.getDoorList, { params: paramsOf(eventId) })).body
const make = (eventId: string, venues = '') =>
  hub.tasks.make_door_list!({ ...paramsOf(eventId), venues } as never, { isLast: false })
const due = (eventId: string) =>
  hub.owner.query(`update door_list set checked_at = now() - interval '1 hour' where event_id = $1`, [
    eventId,
  ])
const queued = async () => {
  const { rows } = await hub.owner.query(
    `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'make_door_list'`,
  )
  return rows[0].n
}

/** The text of a part, as a phone gets it. */
async function readPart(eventId: string, part: string, by: string = people.admin) {
  const path = api.getDoorListPart.path
  const names: Record<string, string> = { ...paramsOf(eventId), part }
  const answer = await hub.app.inject({
    url: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name]!),
    headers: { authorization: `Bearer ${await hub.tokenOf(by)}`, 'accept-encoding': 'gzip' },
  })
  expect(answer.headers['content-encoding'] ?? 'none').toBe(answer.statusCode === 200 ? 'gzip' : 'none')
  return { status: answer.statusCode, text: () => gunzipSync(answer.rawPayload).toString('utf8') }
}

async function readAll(eventId: string): Promise<string[]> {
  const { Parts } = await listOf(eventId)
  const lines: string[] = []
  for (const { Part } of Parts) lines.push(...(await readPart(eventId, Part)).text().split('\n'))
  return lines
}

test('is begun by the first door, once for all, and says how far it is', async () => {
  const eventId = await publishedEvent(hub)
  const before = await queued()
  const first = await listOf(eventId)
  expect(first).toEqual({ CheckedDate: null, IsUnderWay: true, ExpectedGuests: 0, Parts: [] })
  await Promise.all([1, 2, 3].map(() => listOf(eventId, hub.as(people.door))))
  expect(await queued()).toBe(before + 1)
  await make(eventId)
  const made = await listOf(eventId)
  expect(made).toMatchObject({ IsUnderWay: false, CheckedDate: expect.any(String) })
  expect(made.Parts.reduce((sum, { Guests }) => sum + Guests, 0)).toBe(made.ExpectedGuests)
  expect(made.Parts.length).toBeGreaterThan(1)
})

test('a door has the first part before all who may come are counted', async () => {
  const eventId = await publishedEvent(hub)
  await listOf(eventId)
  await inShortTurn(() => make(eventId))
  const begun = await listOf(eventId)
  expect(begun).toMatchObject({
    IsUnderWay: true,
    ExpectedGuests: 0,
    Parts: [{ Guests: expect.any(Number) }],
  })
  expect((await readPart(eventId, begun.Parts[0]!.Part)).status).toBe(200)
  await make(eventId)
  expect((await listOf(eventId)).IsUnderWay).toBe(false)
})

test('is made once for a revision, whichever it is', async () => {
  const eventId = await publishedEvent(hub)
  const params = paramsOf(eventId)
  const { body: event } = await admin(api.getEvent, { params })
  const body = eventFields({ EventName: 'Another name' })
  await admin(api.updateEvent, { params, query: { revision: event.Revision }, body })
  await listOf(eventId)
  await make(eventId)
  const before = await queued()
  expect((await listOf(eventId)).IsUnderWay).toBe(false)
  expect(await queued()).toBe(before)
})

test('has the same lines as the former list, with the level written out, and details', async () => {
  const eventId = await publishedEvent(hub, { MemberFilterQuery: 'MemberLevel=Gold' })
  await listOf(eventId)
  await make(eventId)
  const { body: former } = await admin(api.getDoorSnapshot, { params: paramsOf(eventId) })
  const written = former.Guests!.map((line) => {
    const [name, level, ...rest] = line.split('\t')
    return [name, former.Levels[Number(level)], ...rest].join('\t')
  })
  const withoutDetails = (await readAll(eventId)).map((line) => line.replace(/\t=[^\t]*$/, ''))
  expect(withoutDetails.toSorted()).toEqual(written.toSorted())
  const { body } = await admin(api.getDoorKey, { params: paramsOf(eventId) })
  const { rows } = await hub.owner.query(
    `select membership_number as number from member where business_id = 'harbourside' and member_level = 'Gold' limit 1`,
  )
  const hash = await codeHash(await importCodeKey(body.Key), rows[0].number)
  expect((await readAll(eventId)).some((line) => line.split('\t').includes(hash))).toBe(true)
})

// Few are known by their ids beforehand, of many all are looked at; the event is elsewhere, and so may be its day.
test.each([
  'Standing=Lapsed',
  'Standing=In grace&MemberLevel=Gold',
  'DueWithinDays=60',
  'LapsedWithinDays=90',
  'BirthdayWithinDays=30',
  'BirthdayWithinDays=!30&PointsBalanceGreaterThan=100',
  'Financial=true',
  'Financial=false&BirthMonth=2',
])('has those whom the former list has, by the filter %s', async (MemberFilterQuery) => {
  const eventId = await publishedEvent(hub, { MemberFilterQuery, TimeZoneId: 'Australia/Perth' })
  await listOf(eventId)
  await make(eventId)
  const { body: former } = await admin(api.getDoorSnapshot, { params: paramsOf(eventId) })
  const ids = (lines: readonly string[]) => lines.map((line) => line.split('\t')[2]!).toSorted()
  expect(ids(await readAll(eventId))).toEqual(ids(former.Guests!))
})

test('tells people of one name apart by the end of the number, the suburb and the year of birth', async () => {
  const { rows } = await hub.owner.query<{ id: string }>(
    `update member set membership_number = '7654321', birth_date = '1980-05-01',
       home_address = jsonb_set(coalesce(home_address, '{}'), '{Suburb}', '"Man|ly\\tBeach"')
     where member_id = (select member_id from member where business_id = 'harbourside' and first_name = 'Guest' limit 1)
     returning member_id as id`,
  )
  const eventId = await publishedEvent(hub)
  await listOf(eventId)
  await make(eventId)
  const lines = await readAll(eventId)
  const fields = lines.find((line) => line.includes(rows[0]!.id))!.split('\t')
  expect(readDetails(fields.at(-1)!)).toEqual({ number: '…321', suburb: 'Man ly Beach', birthYear: '1980' })
  expect(fields.slice(3, -1).some((field) => hasDetails(field))).toBe(false)
  // Enough to ask for, too little to write a card with.
  expect(lines.join('\n')).not.toContain('7654321')
  // Of those of whom none of it is known there is nothing to tell.
  expect(lines.filter((line) => line.endsWith('\t=|')).length).toBeGreaterThan(2_000)
})

test('a list that the former version has made is made anew', async () => {
  const eventId = await publishedEvent(hub)
  await listOf(eventId)
  await make(eventId)
  const [known] = (await listOf(eventId)).Parts
  await hub.owner.query(
    `update door_list_part set state = regexp_replace(state, '^(\\d+) \\d+ ', '\\1 '), part = 'former' where part = $1`,
    [known!.Part],
  )
  await due(eventId)
  await listOf(eventId)
  await make(eventId)
  expect((await listOf(eventId)).Parts.map(({ Part }) => Part)).toContain(known!.Part)
})

test('of what changes, one part is another, and nothing is looked at anew within a minute', async () => {
  const eventId = await publishedEvent(hub)
  await listOf(eventId)
  await make(eventId)
  const before = await listOf(eventId)
  await hub.owner.query(
    `update member set first_name = 'Renamed', updated_at = now() where business_id = 'harbourside' and membership_number = '10007'`,
  )
  expect((await listOf(eventId)).IsUnderWay).toBe(false)
  await due(eventId)
  expect((await listOf(eventId)).IsUnderWay).toBe(true)
  await make(eventId)
  const after = await listOf(eventId)
  const known = new Set(before.Parts.map(({ Part }) => Part))
  const newer = after.Parts.filter(({ Part }) => !known.has(Part))
  expect(newer).toHaveLength(1)
  expect((await readPart(eventId, newer[0]!.Part)).text()).toContain('Renamed ')
})

test('another filter makes another list at once', async () => {
  const eventId = await publishedEvent(hub)
  await listOf(eventId)
  await make(eventId)
  const all = (await listOf(eventId)).ExpectedGuests
  await hub.owner.query(
    `update event set member_filter = 'MemberLevel=Gold', revision = revision + 1 where event_id = $1`,
    [eventId],
  )
  expect((await listOf(eventId)).IsUnderWay).toBe(true)
  await make(eventId)
  const gold = await listOf(eventId)
  expect(gold.ExpectedGuests).toBeLessThan(all)
  expect(gold.Parts.reduce((sum, { Guests }) => sum + Guests, 0)).toBe(gold.ExpectedGuests)
})

test('for doors of one venue has its members alone, and its parts are for no others', async () => {
  const eventId = await publishedEvent(hub, { LetsSuspendedIn: true })
  const promotions = await confinedAdmin(hub)
  await listOf(eventId)
  await listOf(eventId, promotions)
  await make(eventId)
  await make(eventId, '2')
  const { rows } = await hub.owner.query(
    `select count(*)::int as n from member where business_id = 'harbourside' and venue_no = '2' and deleted_at is null`,
  )
  expect((await listOf(eventId, promotions)).ExpectedGuests).toBe(rows[0].n)
  const [part] = (await listOf(eventId)).Parts
  expect((await readPart(eventId, part!.Part, people.promotions)).status).toBe(404)
})

test('is gone with the event', async () => {
  const eventId = await publishedEvent(hub)
  await listOf(eventId)
  await make(eventId)
  const [part] = (await listOf(eventId)).Parts
  await admin(api.setEventStatus, { params: { ...paramsOf(eventId), status: 'complete' } })
  expect((await admin(api.getDoorList, { params: paramsOf(eventId) })).status).toBe(409)
  expect((await readPart(eventId, part!.Part)).status).toBe(409)
  await hub.tasks.forget_door_lists!({} as never, { isLast: false })
  const { rows } = await hub.owner.query(`select from door_list_part where event_id = $1`, [eventId])
  expect(rows).toEqual([])
})

test('follows a pass that changes its owner, and a change that was begun before the last look', async () => {
  const eventId = await publishedEvent(hub)
  await listOf(eventId)
  await make(eventId)
  const remade = async () => {
    const before = await readAll(eventId)
    await due(eventId)
    await listOf(eventId)
    await make(eventId)
    return (await readAll(eventId)).filter((line) => !before.includes(line))
  }
  const { rows } = await hub.owner.query<{ id: string }>(
    `select member_id as id from member where business_id = 'harbourside' and date_financial > current_date
       and membership_number is not null and deleted_at is null
       and not exists (select from pass where pass.member_id = member.member_id) limit 2`,
  )
  const [owner, guest] = [rows[0]!.id, rows[1]!.id]
  // What has become of a pass is told by the day of its business.
  await hub.owner.query(`select set_config('app.business_id', 'harbourside', false)`)
  await hub.owner.query(
    `update pass set member_id = $1 where business_id = 'harbourside' and pass_id = (
       select pass_id from pass_now where business_id = 'harbourside' and state = 'Active'
         and coalesce(usage_count < usage_limit, true) limit 1)`,
    [owner],
  )
  expect((await remade()).some((line) => line.includes(owner))).toBe(true)
  await hub.owner.query(
    `update member set card_number = 'late', updated_at = updated_at - interval '1 day' where member_id = $1`,
    [guest],
  )
  expect(await remade()).toEqual([expect.stringContaining(guest)])
})
