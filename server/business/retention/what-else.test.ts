import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RetentionKind } from '#contract/business/retention-words.ts'
import { noTenant } from '#platform/database'
import { setClock } from '#tests/days.ts'
import { startTestHub, type TestHub } from '#tests/hub.ts'

const businessId = 'harbourside'
// The last moment of 16 November 2025 in Sydney, where it is the 17th a year later.
const justBefore = '2025-11-16T12:59:59.999Z'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({ HUB_PLATFORM_TEXTS_MONTHS: '6', HUB_PLATFORM_TRAIL_MONTHS: '12' })
  await setClock(hub, new Date('2026-11-16T21:00:00Z'))
})
afterAll(() => hub.close())
beforeEach(() => hub.owner.query(`delete from retention`))

const rowsOf = async (statement: string, values: unknown[] = []) =>
  (await hub.owner.query(statement, values)).rows
const countOf = async (from: string, values: unknown[] = []) =>
  Number((await rowsOf(`select count(*) from ${from}`, values))[0].count)
const work = (of = businessId) => hub.tasks['let_fall_away']!({ businessId: of } as never, { isLast: false })
const keepAYear = (kinds: readonly RetentionKind[]) =>
  hub.owner.query(
    `insert into retention (business_id, kind, months) select $1, kind, 12 from unnest($2::text[]) kind`,
    [businessId, kinds],
  )

/** A request with a file and a link, both from before the limit; tells its id. */
async function request(finalised: string | null, memberId: string | null = null): Promise<string> {
  const [{ id }] = await rowsOf(
    `insert into request_session (business_id, form_id, kind, venue_no, answers, secret_hash, finalised_at, next_step, member_id)
     select business_id, form_id, kind, '1', '{}', sha256(random()::text::bytea), $1, 'Completed', $2
     from request_form where business_id = 'harbourside' limit 1 returning session_id as id`,
    [finalised, memberId],
  )
  await hub.owner.query(
    `insert into request_file (business_id, session_id, question_id, name, type, content, added_at)
     values ('harbourside', $1, 'card', 'card.pdf', 'application/pdf', '', $2)`,
    [id, justBefore],
  )
  await hub.owner.query(
    `insert into request_link (business_id, secret_hash, session_id, expires_at)
     values ('harbourside', sha256(random()::text::bytea), $1, now() + interval '30 days')`,
    [id],
  )
  return id
}

test('a request that waits for its decision, or was decided later, keeps its files', async () => {
  const [waiting, later, old] = [
    await request(null),
    await request('2025-11-17T00:00:00Z'),
    await request(justBefore),
  ]
  await keepAYear(['RequestFiles'])
  await work()
  const kept = await rowsOf(`select session_id as id from request_file where session_id = any($1)`, [
    [waiting, later, old],
  ])
  expect(new Set(kept.map(({ id }) => id))).toEqual(new Set([waiting, later]))
})

test('who was in a sending goes with the lines of messages, once it is over, however many they are', async () => {
  const sending = async (state: string) => {
    const [{ id }] = await rowsOf(
      `insert into pass_invitation_run (business_id, pass_configuration_id, search, state, total, invited, origin,
         actor_id, actor_name, address, request_id)
       select business_id, pass_configuration_id, '{}', $1, 2500, 2500, '', '', '', '', '' from pass_configuration
       where business_id = 'harbourside' limit 1 returning run_id as id`,
      [state],
    )
    await hub.owner.query(
      `insert into pass_invitation_recipient (business_id, run_id, member_id, outcome, at)
       select 'harbourside', $1, n::text, 'Invited', case when n = 1 then now() else $2::timestamptz end
       from generate_series(1, 2500) n`,
      [id, justBefore],
    )
    return id as string
  }
  const [done, paused] = [await sending('Done'), await sending('Paused')]
  const left = (id: string) => countOf('pass_invitation_recipient where run_id = $1', [id])
  await keepAYear(['MessageTexts'])
  await work()
  expect([await left(done), await left(paused)]).toEqual([2_500, 2_500])
  await keepAYear(['Messages'])
  await work()
  expect([await left(done), await left(paused)]).toEqual([1, 2_500])
  expect(await countOf(`pass_invitation_run where run_id = $1 and invited = 2500`, [done])).toBe(1)
})

test('a member who is deleted leaves no file and no link that opens what they asked for', async () => {
  const [{ id: memberId }] = await rowsOf(
    `select member_id as id from member where business_id = 'harbourside' and deleted_at is null
     order by member_id limit 1`,
  )
  const [theirs, anothers] = [await request(null, memberId), await request(null)]
  await hub.owner.query(`update member set deleted_at = now() where member_id = $1`, [memberId])
  const left = (table: string, id: string) => countOf(`${table} where session_id = $1`, [id])
  expect([await left('request_link', theirs), await left('request_file', theirs)]).toEqual([0, 0])
  expect([await left('request_link', anothers), await left('request_file', anothers)]).toEqual([1, 1])
})

test('a visitor is as old as the moment they came, whatever day it was in the zone of then', async () => {
  await hub.owner.query(
    `insert into visitor_entry (business_id, visit_id, kind, first_name, last_name, address, signed_in_at, day,
       device_name, actor_id, actor_name)
     values ('harbourside', 'far', 'TemporaryMember', 'Far', 'Away', '', $1, '2025-11-18', '', '', '')`,
    [justBefore],
  )
  await keepAYear(['Visitors'])
  await work()
  expect(await countOf(`visitor_entry where visit_id = 'far'`)).toBe(0)
})

test('the platform’s own goes by the settings of the installation, and nothing of a business with it', async () => {
  // The day that counts is UTC's, where it is the 16th.
  const [older, younger] = ['2025-11-15T23:59:59.999Z', '2025-11-16T00:00:00Z']
  for (const of of [noTenant, businessId])
    for (const at of [older, younger]) {
      await hub.owner.query(
        `insert into audit_entry (business_id, at, actor_id, actor_name, address, request_id, action, title)
         values ($1, $2, 'x', 'X', '', '', 'dated', 'Dated')`,
        [of, at],
      )
      await hub.owner.query(
        `insert into outbox_message (business_id, channel, kind, recipient, body, state, created_at, sent_at)
         values ($1, 'email', 'dated', 'x@example.org', 'Told', 'Sent', $2, $2)`,
        [of, at],
      )
    }
  await hub.tasks['find_what_platform_lets_go']!({} as never, { isLast: false })
  const [job] = await rowsOf(`select key from graphile_worker.jobs where key = 'let_fall_away/*'`)
  expect(job).toBeDefined()
  await work(noTenant)
  const trail = `audit_entry where action = 'dated' and business_id = $1`
  expect([await countOf(trail, [noTenant]), await countOf(trail, [businessId])]).toEqual([1, 2])
  const texts = `outbox_message where kind = 'dated' and body <> '' and business_id = $1`
  expect([await countOf(texts, [noTenant]), await countOf(texts, [businessId])]).toEqual([0, 2])
  // Their lines are kept: no setting says otherwise.
  expect(await countOf(`outbox_message where kind = 'dated' and business_id = $1`, [noTenant])).toBe(2)
  const told = await rowsOf(
    `select record_kind as kind, after from audit_entry where business_id = $1 and action = 'letFallAway'`,
    [noTenant],
  )
  expect(told).toEqual([{ kind: 'Platform', after: expect.objectContaining({ 'Audit trail': 1 }) }])
})
