import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract'
import type { ForeseenReminder } from '#contract/requests/reminders.ts'
import { inDays } from '#tests/days.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { renewalForm } from '#tests/people/patron.ts'
import { inOneTurn, inShortTurn } from '#tests/turns.ts'

// Where everybody ends on one day: more than are looked at in one piece, which is 500.
const many = 1_200
const task = 'send_renewal_reminders'
const params = { businessId: 'harbourside' }

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on' })
  await hub.tokenOf(people.admin)
  await hub.owner.query(`update member set date_financial = null where business_id = 'harbourside'`)
  await hub.owner.query(
    `insert into member (business_id, member_key, venue_no, first_name, last_name, membership_type, home_contact)
     select 'harbourside', gen_random_uuid(), '1', 'Many', n::text, 'Ordinary', '{"EmailAddress": "many@example.com"}'
     from generate_series(1, $1) n`,
    [many],
  )
  const reminders = JSON.stringify([
    { Days: -14, Channel: 'email' },
    { Days: -3, Channel: 'email' },
  ])
  await hub.owner.query(
    `update request_form set config = jsonb_set(config, '{Reminders}', $2::jsonb) where form_id = $1`,
    [renewalForm.form, reminders],
  )
})
afterAll(() => hub.close())
beforeEach(async () => {
  await hub.owner.query(`delete from renewal_link`)
  await hub.owner.query(`delete from renewal_reminder`)
  await hub.owner.query(`delete from graphile_worker._private_jobs`)
  await end(inDays(14))
})

const end = (day: string | null, which = 'true') =>
  hub.owner.query(
    `update member set date_financial = $1 where business_id = 'harbourside' and first_name = 'Many' and ${which}`,
    [day],
  )
const work = (payload: object) => hub.tasks[task]!(payload as never, { isLast: false })
const turn = (payload: object) => inOneTurn(() => work(payload))
const begun = { left: [{ businessId: 'harbourside', after: '' }] }

/** Of a turn as many pieces as come before its time is up: one. */
async function onePiece(payload: object): Promise<object | undefined> {
  await inShortTurn(() => work(payload))
  const { rows } = await hub.owner.query<{ payload: object }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = $1 returning j.payload`,
    [task],
  )
  return rows[0]?.payload
}

/** How many were sent, and to how many: the same, as nobody is reminded twice. */
async function sent(): Promise<[reminders: number, members: number, letters: number]> {
  const { rows } = await hub.owner.query<{ reminders: number; members: number; letters: number }>(
    `select count(*)::int as reminders, count(distinct r.member_id)::int as members,
       (select count(*)::int from renewal_link) as letters
     from renewal_reminder r join member m using (business_id, member_id) where m.first_name = 'Many' and r.days = -14`,
  )
  const { reminders, members, letters } = rows[0]!
  return [reminders, members, letters]
}

test('all who end on one day are reminded once, piece by piece', async () => {
  const counts = []
  let pieces = 0
  for (let left: object | undefined = begun; left && pieces < 20; pieces++) {
    left = await onePiece(left)
    counts.push((await sent())[0])
  }
  expect(counts.slice(0, 3)).toEqual([500, 1_000, many])
  expect(await sent()).toEqual([many, many, many])
  await turn(begun)
  expect(await sent()).toEqual([many, many, many])
})

test('a turn that is killed after any piece, and done again from before it, reminds everybody once', async () => {
  const second = (await onePiece(begun))!
  const third = (await onePiece(second))!
  for (const payload of [second, third, begun, second, third]) await turn(payload)
  expect(await sent()).toEqual([many, many, many])
})

test('a piece that fails keeps none of the others, and is done when it is tried again', async () => {
  await hub.owner.query(`
    create or replace function refuse_reminder() returns trigger language plpgsql as
      $$ begin raise exception 'This one is refused.'; end $$`)
  const { rows } = await hub.owner.query<{ id: string }>(
    `select member_id as id from member where business_id = 'harbourside' and first_name = 'Many' order by member_id limit 1`,
  )
  await hub.owner.query(`
    create trigger refuse before insert on renewal_reminder for each row when (new.member_id = '${rows[0]!.id}')
      execute function refuse_reminder()`)
  await expect(turn(begun)).rejects.toThrow('This one is refused.')
  expect(await sent()).toEqual([many - 500, many - 500, many - 500])
  await hub.owner.query(`drop trigger refuse on renewal_reminder`)
  // It alone: what comes after it has been done.
  await turn({ left: [{ businessId: 'harbourside', after: '', isFollowed: true, tries: 1 }] })
  expect(await sent()).toEqual([many, many, many])
})

test('who becomes due behind the place that was reached is found on the next day', async () => {
  const { rows } = await hub.owner.query<{ id: string }>(
    `select member_id as id from member where business_id = 'harbourside' and first_name = 'Many' order by member_id limit 1`,
  )
  const first = `member_id = '${rows[0]!.id}'`
  await end(null, first)
  const second = (await onePiece(begun))!
  await end(inDays(14), first)
  await turn(second)
  expect(await sent()).toEqual([many - 1, many - 1, many - 1])
  await end(inDays(13))
  await turn(begun)
  // All others, by the day that they end on now, too: it is another one.
  const { rows: found } = await hub.owner.query(
    `select from renewal_reminder r where member_id = $1 and date_financial = $2`,
    [rows[0]!.id, inDays(13)],
  )
  expect(found).toHaveLength(1)
})

test('of those who end on several days that are made up for, each is reminded by their own', async () => {
  await end(inDays(13), `last_name::int % 3 = 1`)
  await end(inDays(12), `last_name::int % 3 = 2`)
  await end(inDays(11), `last_name::int % 100 = 0`)
  await turn(begun)
  const { rows } = await hub.owner.query<{ date: string; n: number }>(
    `select date_financial::text as date, count(*)::int as n from renewal_reminder where days = -14 group by 1 order by 1`,
  )
  const of = (rest: number) =>
    Array.from({ length: many }, (_, i) => i + 1).filter((n) => n % 3 === rest && n % 100 !== 0).length
  expect(rows).toEqual([
    { date: inDays(12), n: of(2) },
    { date: inDays(13), n: of(1) },
    { date: inDays(14), n: of(0) },
  ])
})

test('those that are foreseen are listed page by page, each once, also where few of many are left', async () => {
  const page = async (after: object) => {
    const query = { formId: renewalForm.form, limit: 500, ...after }
    const { body } = await hub.as(people.admin)(api.previewReminders, { params, query })
    return { found: body.Results, link: body._links.next?.href }
  }
  const list = async () => {
    let { found, link } = await page({})
    for (let pages = 1; link && pages < 50; pages++) {
      const next = await page(Object.fromEntries(new URL(link).searchParams))
      found = [...found, ...next.found]
      link = next.link
    }
    return found
  }
  const keys = (rows: readonly ForeseenReminder[]) =>
    rows.map(({ Day, MemberId, Days, Channel }) => [Day, MemberId, String(Days), Channel].join(' '))
  const all = await list()
  expect(new Set(all.map(({ Day }) => Day))).toEqual(new Set([inDays(0), inDays(11)]))
  expect(all).toHaveLength(2 * many)
  expect(new Set(keys(all)).size).toBe(2 * many)
  expect(keys(all)).toEqual(keys(all).toSorted())
  await turn(begun)
  expect(keys(await list())).toEqual(keys(all.filter(({ Days }) => Days === -3)))
  const { body } = await hub.as(people.admin)(api.countForeseenReminders, {
    params,
    query: { formId: renewalForm.form },
  })
  expect(body.Results).toEqual([{ Day: inDays(11), Count: many, UnreachedCount: 0 }])
})
