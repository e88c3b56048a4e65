import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { growMembers } from '#server/demo/members'
import { inDays, setClock } from '#tests/days.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { renewalForm } from '#tests/people/patron.ts'
import { rowsRead } from '#tests/reading/rows-read.ts'
import { harbourside, publishedEvent } from '#tests/records/events.ts'
import { inShortTurn } from '#tests/turns.ts'

// What a piece of a job reads is as much in a club of any size, also where everybody is due on one day.
const members = 200_000
const connections = 4

let hub: TestHub
let reading: ReturnType<typeof rowsRead>
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on', HUB_DATABASE_CONNECTIONS: String(connections) })
  reading = rowsRead(hub, connections)
  await growMembers(hub.databaseUrl, harbourside.businessId, members, () => undefined, 'fast')
  await end(inDays(14))
  await hub.owner.query('vacuum analyze')
}, 15 * 60_000)
afterAll(() => hub.close())

// What follows a member is of no matter here, and takes minutes.
async function end(day: string): Promise<void> {
  await hub.owner.query('alter table member disable trigger user')
  await hub.owner.query(`update member set date_financial = $2 where business_id = $1`, [
    harbourside.businessId,
    day,
  ])
  await hub.owner.query('alter table member enable trigger user')
}

/** One piece of a job: its time is up after it. Tells what is read for it, and what is queued to go on with. */
async function piece(task: string, payload: object): Promise<{ read: number; next: object | undefined }> {
  const work = () => hub.tasks[task]!(payload as never, { isLast: false })
  const read = await reading.by(() => inShortTurn(work))
  const { rows } = await hub.owner.query<{ payload: object }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = $1 returning j.payload`,
    [task],
  )
  return { read, next: rows[0]?.payload }
}

const begun = { left: [{ businessId: harbourside.businessId, after: '' }] }

/** What the first pieces read, each of them. */
async function firstPieces(task: string, payload: object, count = 4): Promise<number[]> {
  const read: number[] = []
  for (let next: object | undefined = payload; next && read.length < count;) {
    const one = await piece(task, next)
    read.push(one.read)
    next = one.next
  }
  expect(read).toHaveLength(count)
  return read
}

test('reminders, where all end on one day', async () => {
  const remind = async (types: string) => {
    await hub.owner.query(
      `update request_form set config = jsonb_set(jsonb_set(config, '{Reminders}', '[{"Days": -14, "Channel": "email"}]'),
         '{MembershipTypes}', ${types}) where form_id = $1`,
      [renewalForm.form],
    )
    return Math.max(...(await firstPieces('send_renewal_reminders', begun)))
  }
  // Most of it is the options of the business, some 130, which are looked through for each of 500.
  expect(await remind(`config -> 'MembershipTypes'`)).toBeLessThan(110_000)
  const { rows } = await hub.owner.query(`select from renewal_reminder where days = -14 limit 600`)
  expect(rows.length).toBeGreaterThan(500)
  // Where it is for nobody, too.
  expect(await remind(`'[]'`)).toBeLessThan(10_000)
})

test('standings, where all end on one day', async () => {
  const tell = () => hub.tasks.tell_standings!(begun as never, { isLast: false })
  await tell()
  await setClock(hub, new Date(`${inDays(15)}T02:00:00Z`))
  // Each of the days between has nobody, and then there are all.
  await hub.owner.query(`update standing_told set day = $1`, [inDays(14)])
  expect(Math.max(...(await firstPieces('tell_standings', begun)))).toBeLessThan(20_000)
  const { rows } = await hub.owner.query(
    `select from member_change where actor_name = 'By the calendar' limit 1001`,
  )
  expect(rows).toHaveLength(1_001)
  await setClock(hub, new Date())
})

test('invitations to few among many', async () => {
  await hub.owner.query(
    `update member set member_level = 'Copper' where business_id = $1 and member_id in (
       select member_id from member where business_id = $1 and deleted_at is null order by member_id desc limit 5)`,
    [harbourside.businessId],
  )
  const body = {
    PassConfigurationId: 'member-card',
    filter: 'MemberLevel=Copper&DueWithinDays=20',
    ToInvite: 5,
  }
  const { body: run } = await hub.as(people.admin)(api.startPassInvitations, { params: harbourside, body })
  const job = { ...harbourside, runId: run.RunId }
  expect(Math.max(...(await firstPieces('send_agreed_invitations', job)))).toBeLessThan(20_000)
})

test('the list of a door that few may pass, and of one that a fair part may', async () => {
  const listFor = async (MemberFilterQuery: string) => {
    const eventId = await publishedEvent(hub, { MemberFilterQuery })
    const params = { ...harbourside, eventId }
    await hub.as(people.admin)(api.getDoorList, { params })
    const job = { ...params, venues: '' }
    return { params, piece: () => piece('make_door_list', job) }
  }
  const few = await listFor('MemberLevel=Copper')
  expect((await few.piece()).read).toBeLessThan(10_000)
  expect((await hub.as(people.admin)(api.getDoorList, { params: few.params })).body.IsUnderWay).toBe(false)
  // The first looks whether they are few.
  const some = await listFor('BirthMonth=2')
  await some.piece()
  for (let pieces = 0; pieces < 3; pieces++) expect((await some.piece()).read).toBeLessThan(100_000)
})

test('passes that have ended', async () => {
  await hub.owner.query(
    `insert into pass (business_id, pass_configuration_id, member_id, coupon_code, claimed_at, holder_hash, invited_to, issued_by_id, issued_by_name)
     select business_id, 'member-card', member_id, 'SIZE' || lpad((row_number() over ())::text, 8, '0'), now(), sha256(member_id::bytea), '', '', '' from member m
     where business_id = $1 and deleted_at is null and not exists (
       select from pass p where p.business_id = m.business_id and p.member_id = m.member_id) limit 20000`,
    [harbourside.businessId],
  )
  await hub.owner.query('vacuum analyze pass')
  expect(Math.max(...(await firstPieces('queue_ended_passes', begun)))).toBeLessThan(30_000)
})
