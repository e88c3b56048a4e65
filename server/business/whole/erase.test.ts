import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract'
import { businessEnded, clubEnded, endedCode } from '#contract/business/standing-words.ts'
import { announceAccessChange } from '#platform/access'
import { demoPassword } from '#server/demo/access'
import { newBrowser } from '#tests/browser.ts'
import { tablesOfBusinesses } from '#tests/database.ts'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'
import { clubForm } from '#tests/people/patron.ts'

const params = { businessId: 'harbourside' }
const reason = { Reason: 'The club has closed.' }
const ending = { params, body: { BusinessName: 'Harbourside Club', ...reason } }

let hub: TestHub
let superAdmin: Caller
beforeAll(async () => {
  hub = await startTestHub({ HUB_ERASE_AFTER_DAYS: '10' })
  superAdmin = hub.as(people.superAdmin)
  const { rows } = await hub.owner.query(
    `select display_name from business where business_id = 'harbourside'`,
  )
  ending.body.BusinessName = rows[0].display_name
})
afterAll(() => hub.close())

const ask = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await hub.owner.query<Row>(text, values)).rows
const run = () => hub.tasks.erase_ended_businesses!({} as never, { isLast: false })
const standing = async () => (await superAdmin(api.getStanding, { params })).body
const end = () => superAdmin(api.endBusiness, ending)
const takeBack = () => superAdmin(api.takeBackEnding, { params, body: reason })
const isDue = () => ask(`update business set erase_at = now() - interval '1 second' where standing = 'Ended'`)
/** So much time goes by that nothing from before is under way. */
const isSettled = () =>
  ask(`update business set erase_at = erase_at - interval '5 minutes', erasing_since = erasing_since - interval '5 minutes'
    where erasing_since is not null`)

beforeEach(async () => {
  const { Standing, ...answer } = await standing()
  if (!('EraseOn' in answer)) return
  if (Standing === 'Ended') await takeBack()
  if (Standing !== 'Open') await superAdmin(api.liftSuspension, { params, body: reason })
})

test('the name is typed as it is written, and a reason given', async () => {
  const wrong = await superAdmin(api.endBusiness, {
    params,
    body: { ...ending.body, BusinessName: 'Harbour' },
  })
  expect(wrong).toMatchObject({ status: 400, error: { Errors: { BusinessName: expect.any(String) } } })
  for (const Reason of [' ', '\u200b', '\u00ad \u2060']) {
    const silent = await superAdmin(api.endBusiness, { params, body: { ...ending.body, Reason } })
    expect(silent.status).toBe(400)
  }
  expect((await standing()).Standing).toBe('Open')
})

test('ended it is closed with its own sentence, and says on which day it is erased', async () => {
  await hub.tokenOf(people.admin)
  const { body } = await end()
  const [{ day } = { day: '' }] = await ask<{ day: string }>(
    `select ((now() at time zone 'Australia/Sydney')::date + 10)::text as day`,
  )
  expect(body).toMatchObject({ Standing: 'Ended', Reason: reason.Reason, EraseOn: day, EraseAfterDays: 10 })
  expect((await hub.as(people.admin)(api.getMe)).error).toMatchObject({
    ErrorCode: endedCode,
    ErrorMessage: businessEnded,
  })
  expect((await newBrowser(hub.app).signIn(people.admin, demoPassword)).body).toEqual({
    code: 'business-ended',
  })
  const patron = await hub.as(null)(api.getPublicForm, { params: clubForm })
  expect(patron).toMatchObject({ status: 409, error: { ErrorCode: endedCode, ErrorMessage: clubEnded } })
  const listed = await superAdmin(api.listBusinesses, { query: params })
  expect(listed.body.Results[0]?.Standing).toBe('Ended')
  const lift = await superAdmin(api.liftSuspension, { params, body: reason })
  expect(lift).toMatchObject({
    status: 409,
    error: { ErrorMessage: 'This business is ended: take that back first.' },
  })
})

test('of two who end it at once, one has ended it', async () => {
  const answers = await Promise.all([end(), end()])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
})

test('taken back it is suspended, with both steps in its trail', async () => {
  await end()
  expect((await takeBack()).body).toMatchObject({ Standing: 'Suspended', EraseOn: null })
  expect((await takeBack()).status).toBe(409)
  const told = await ask<{ trail: string; action: string }>(
    `select business_id as trail, action from audit_entry where action in ('endBusiness', 'takeBackEnding')
     and after ->> 'Reason' = $1 and by_administrator order by at desc limit 2`,
    [reason.Reason],
  )
  expect(new Set(told.map(({ trail, action }) => `${trail} ${action}`))).toEqual(
    new Set(['harbourside endBusiness', 'harbourside takeBackEnding']),
  )
})

test('what was scanned between suspension and end was scanned while it was closed', async () => {
  await superAdmin(api.suspendBusiness, { params, body: reason })
  await end()
  const [row] = await ask<{ earlier: boolean }>(
    `select closed_since < standing_since as earlier from business where business_id = 'harbourside'`,
  )
  expect(row).toEqual({ earlier: true })
})

test('nothing is erased before its day, and nothing of who is taken back', async () => {
  await end()
  await run()
  expect((await standing()).Standing).toBe('Ended')
  await isDue()
  expect((await takeBack()).status).toBe(200)
  await run()
  expect((await standing()).Standing).toBe('Suspended')
})

test('the server itself erases nothing that is not due, and the ledger is only added to', async () => {
  await end()
  const own = hub.database.forTenant('harbourside')
  await expect(own.run(sql`select erase_rows('member', 10)`)).rejects.toThrow('ended, and due')
  await expect(own.run(sql`select * from erase_business()`)).rejects.toThrow('ended, and due')
  await expect(own.run(sql`delete from ledger_entry where business_id = 'harbourside'`)).rejects.toThrow(
    'permission denied',
  )
  await expect(ask(`delete from ledger_entry where business_id = 'harbourside'`)).rejects.toThrow(
    'only added to',
  )
  await expect(ask(`truncate ledger_entry`)).rejects.toThrow('only added to')
})

test('taken back at the moment of erasure, one of the two wins', async () => {
  for (let turn = 0; turn < 4; turn++) {
    await end()
    await isDue()
    const [answer] = await Promise.all([takeBack(), run()])
    const [row] = await ask<{ standing: string; erasing: boolean }>(
      `select standing, erasing_since is not null as erasing from business where business_id = 'harbourside'`,
    )
    expect(row).toEqual(
      answer.status === 200
        ? { standing: 'Suspended', erasing: false }
        : { standing: 'Ended', erasing: true },
    )
    // A business that is being erased isn't brought back by anything but a test.
    await ask(`update business set erasing_since = null where business_id = 'harbourside'`)
    await hub.database.transaction('harbourside', (tx) => announceAccessChange(tx, 'harbourside'))
    if (answer.status !== 200) await takeBack()
    await superAdmin(api.liftSuspension, { params, body: reason })
  }
})

async function countsOf(condition: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of await tablesOfBusinesses(hub.owner))
    counts[name] = Number(
      (await ask<{ n: string }>(`select count(*) as n from ${name} where ${condition}`))[0]!.n,
    )
  return counts
}

test('the tables go in an order that their foreign keys allow', async () => {
  const placed = await ask<{ name: string; place: number }>(`select name, place from business_tables()`)
  expect(placed.map(({ name }) => name).toSorted()).toEqual(await tablesOfBusinesses(hub.owner))
  // More would be a circle.
  expect(Math.max(...placed.map(({ place }) => place))).toBeLessThan(20)
})

/** What the platform's trail has of somebody who was refused. */
const refusalsOf = (email: string) =>
  ask(`select from audit_entry where business_id = '*' and record_name = $1`, [email])

test('once due all of it goes, killed half way or not, and nothing else does', async () => {
  for (const email of [people.finance, people.otherAdmin]) {
    await newBrowser(hub.app).signIn(email, 'wrong')
    await expect.poll(() => refusalsOf(email)).toHaveLength(1)
  }
  await end()
  await isDue()
  await run()
  expect((await superAdmin(api.getStanding, { params })).status).toBe(404)
  expect((await takeBack()).status).toBe(404)
  expect(
    (await superAdmin(api.listBusinesses)).body.Results.map(({ BusinessId }) => BusinessId),
  ).not.toContain('harbourside')
  const whole = await countsOf(`business_id = 'harbourside'`)
  const others = await countsOf(`business_id not in ('harbourside', '*')`)
  const accounts = await ask<{ uid: string }>(
    `select uid from business_user where business_id = 'harbourside'`,
  )
  await run()
  expect(await countsOf(`business_id = 'harbourside'`)).toEqual(whole)

  await isSettled()
  await ask(
    `create function fail_half_way() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`,
  )
  await ask(
    `create trigger fail_half_way before delete on member for each row execute function fail_half_way()`,
  )
  await expect(run()).rejects.toThrow('killed')
  const half = await countsOf(`business_id = 'harbourside'`)
  expect(half.member).toBe(whole.member)
  expect(half.card).toBe(0)
  await ask(`drop trigger fail_half_way on member`)
  await run()

  expect(
    Object.entries(await countsOf(`business_id = 'harbourside'`)).filter(([, count]) => count > 0),
  ).toEqual([])
  expect(await countsOf(`business_id not in ('harbourside', '*')`)).toEqual(others)
  const uids = accounts.map(({ uid }) => uid)
  expect(await ask(`select from identity.account where uid = any($1)`, [uids])).toEqual([])
  expect(await ask(`select from identity.refused_entry where trail = 'harbourside'`)).toEqual([])
  expect(await refusalsOf(people.finance)).toEqual([])
  expect(await refusalsOf(people.otherAdmin)).toHaveLength(1)
  expect(
    await ask(`select from graphile_worker._private_jobs where payload ->> 'businessId' = 'harbourside'`),
  ).toEqual([])
  expect((await newBrowser(hub.app).signIn(people.admin, demoPassword)).status).toBe(404)
  expect((await hub.asTill()(api.tillLookup, { params, body: { Code: '1' } })).status).toBe(401)
  expect((await hub.as(people.otherAdmin)(api.getMe)).status).toBe(200)

  const [left] = await ask<{ record_name: string; after: Record<string, unknown> }>(
    `select record_name, after from audit_entry where business_id = '*' and action = 'eraseBusiness'`,
  )
  expect(left).toMatchObject({
    record_name: ending.body.BusinessName,
    after: { ABN: expect.any(String), 'Ended by': expect.any(String), Reason: reason.Reason },
  })
  const erased = Object.fromEntries(
    String(left!.after['By table'])
      .split(', ')
      .map((each) => each.split(' ')),
  )
  expect(Number(erased.member)).toBe(whole.member)
  expect(Number(erased.ledger_entry)).toBe(whole.ledger_entry)
  const { body: trail } = await superAdmin(api.listPlatformAudit, { query: { action: 'endBusiness' } })
  expect(trail.Results[0]).toMatchObject({
    BusinessId: null,
    RecordId: 'harbourside',
    RecordName: ending.body.BusinessName,
    After: null,
  })
  await run()
})

test('its id is not given again, and its ABN may come back', async () => {
  const [{ abn } = { abn: '' }] = await ask<{ abn: string }>(
    `select after ->> 'ABN' as abn from audit_entry where action = 'eraseBusiness'`,
  )
  const body = { ABN: abn, Name: 'Harbourside', State: 'NSW', Postcode: '2000', IsAbnUnconfirmed: true }
  expect((await superAdmin(api.createBusiness, { body })).body.BusinessId).toBe('harbourside-2')
})
