import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { harbourside, publishedEvent } from '#tests/records/events.ts'
import { inOneTurn, inShortTurn } from '#tests/turns.ts'

// More than are counted at once, so that a count has several turns.
const members = 6_000

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await hub.owner.query(
    `insert into member (business_id, member_id, member_key, venue_no, first_name, last_name, membership_type, card_number)
     select business_id, gen_random_uuid(), gen_random_uuid(), venue_no, 'Guest', n::text, membership_type, 'C-' || n
     from generate_series(1, ${members}) n, (select * from member where business_id = 'harbourside' and venue_no = '1' limit 1) m`,
  )
}, 60_000)
afterAll(() => hub.close())
beforeEach(() => hub.owner.query('delete from graphile_worker._private_jobs'))

const paramsOf = (eventId: string) => ({ ...harbourside, eventId })
const listOf = async (eventId: string) =>
  (await hub.as(people.admin)(api.getDoorList, { params: paramsOf(eventId) })).body

/** What is queued, done as the queue does it; tells whether there was something. */
async function work(inTurn = inShortTurn): Promise<boolean> {
  const { rows } = await hub.owner.query<{ payload: object }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = 'make_door_list' returning j.payload`,
  )
  for (const { payload } of rows) await retry(payload, inTurn)
  return rows.length > 0
}
const retry = (payload: object, inTurn = inShortTurn) =>
  inTurn(() => hub.tasks.make_door_list!(payload as never, { isLast: false }))

/** How many a list has once it is whole. */
async function wholeOf(eventId: string): Promise<number> {
  await work(inOneTurn)
  const { ExpectedGuests, IsUnderWay } = await listOf(eventId)
  expect(IsUnderWay).toBe(false)
  return ExpectedGuests
}

/** Short turns until it is known how many there will be: how many turns that took, and what was told of it. */
async function countOf(eventId: string): Promise<{ turns: number; told: number; parts: number }> {
  for (let turns = 1; await work(); turns++) {
    const { ExpectedGuests, IsUnderWay, Parts } = await listOf(eventId)
    expect(IsUnderWay).toBe(true)
    if (ExpectedGuests > 0) return { turns, told: ExpectedGuests, parts: Parts.length }
  }
  throw new Error('Nobody counts.')
}

const breakParts = () =>
  hub.owner.query(`
    create function refuse_part() returns trigger language plpgsql as $$ begin raise exception 'no part'; end $$;
    create trigger broken before insert on door_list_part for each row execute function refuse_part()`)
const mendParts = () => hub.owner.query('drop function refuse_part cascade')
const job = (eventId: string) => ({ ...paramsOf(eventId), venues: '' })
const abandon = (eventId: string) =>
  hub.owner.query(`update door_list set worked_at = now() - interval '1 hour' where event_id = $1`, [eventId])

test('all who may come are counted in turns, beside the parts, and told once they are', async () => {
  const eventId = await publishedEvent(hub)
  await listOf(eventId)
  const { turns, told, parts } = await countOf(eventId)
  // The first turn has the first part alone; those after it a slice each.
  expect([turns, parts]).toEqual([3, 3])
  expect(told).toBeGreaterThan(members)
  expect(await wholeOf(eventId)).toBe(told)
})

test('what failed before its first part, or was lost there, is counted all the same', async () => {
  const eventId = await publishedEvent(hub)
  await listOf(eventId)
  await breakParts()
  await expect(work()).rejects.toThrow('no part')
  await mendParts()
  await retry(job(eventId))
  expect(await listOf(eventId)).toMatchObject({ IsUnderWay: true, ExpectedGuests: 0 })
  const { told } = await countOf(eventId)
  expect(await wholeOf(eventId)).toBe(told)
})

test('a list that is begun anew half way is never told to be as short as it was left', async () => {
  const eventId = await publishedEvent(hub)
  await listOf(eventId)
  await work()
  await abandon(eventId)
  await listOf(eventId)
  const { told } = await countOf(eventId)
  expect(await wholeOf(eventId)).toBe(told)
})

test('one that was whole is told as it was while it is looked at anew', async () => {
  const eventId = await publishedEvent(hub)
  await listOf(eventId)
  const whole = await wholeOf(eventId)
  await hub.owner.query(`update door_list set checked_at = now() - interval '1 hour' where event_id = $1`, [
    eventId,
  ])
  await listOf(eventId)
  await work()
  expect(await listOf(eventId)).toMatchObject({ IsUnderWay: true, ExpectedGuests: whole })
})

test('what was counted by former rules is told no longer than they are gone by', async () => {
  const eventId = await publishedEvent(hub)
  await listOf(eventId)
  const { told } = await countOf(eventId)
  await hub.owner.query(
    `update event set member_filter = 'Financial=false', revision = revision + 1 where event_id = $1`,
    [eventId],
  )
  await work()
  expect(await listOf(eventId)).toMatchObject({ IsUnderWay: true, ExpectedGuests: 0 })
  await work(inOneTurn)
  // Some parts are by the former rules: it is made again.
  expect((await listOf(eventId)).IsUnderWay).toBe(true)
  expect(await wholeOf(eventId)).toBeLessThan(told)
})

test('who counts is at work: a door that asks meanwhile begins nothing anew', async () => {
  const eventId = await publishedEvent(hub)
  await listOf(eventId)
  await work()
  await abandon(eventId)
  await breakParts()
  await expect(work()).rejects.toThrow('no part')
  await mendParts()
  await listOf(eventId)
  // Nothing was begun: what failed is still the queue's to try again.
  expect(await work()).toBe(false)
})
