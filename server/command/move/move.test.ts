import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { createHub } from '#hub'
import { demoPassword } from '#server/demo/access'
import { checkLedger } from '#server/ledger'
import { asSuperuser, type OwnDatabase } from '#tests/backups.ts'
import { newBrowser } from '#tests/browser.ts'
import { hubCommand } from '#tests/command.ts'
import { testSettings } from '#tests/database.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { addAuthenticator, codeOf } from '#tests/people/factors.ts'
import { moveBench, postOnce, rowsOfBusiness, suspend } from '#tests/records/moves.ts'
import { readOutbox } from '#tests/records/outbox.ts'

// A number that phones have seen, from a clock that was an hour ahead.
const tagAhead = Date.now() + 3_600_000
/** A scan of a pass, and the number of the last change that phones were told of. */
const passThatWasUsed = `
  with pass_used as (
    select p.business_id, p.coupon_code as code, e.event_id from pass p
    join event e on e.business_id = p.business_id where p.business_id = $1 limit 1
  ), scanned as (
    insert into event_scan (business_id, event_id, scan_id, code, result, scanned_at, device_name, actor_id, actor_name)
    select business_id, event_id, 'moves', code, 'Valid', now(), '', '', '' from pass_used
  )
  insert into pass_tag values ($1, $2) on conflict (business_id) do update set last_tag = $2`

/** Somebody was told that a message to this address didn't arrive. */
const deliveryThatFailed = `
  insert into user_notice (business_id, uid, kind, subject_id)
  select m.business_id, u.uid, 'DeliveryFailed', m.id::text from outbox_message m
  join business_user u on u.business_id = m.business_id and u.email = $3
  where m.business_id = $1 and m.recipient = $2`

const bench = moveBench()
const file = join(bench.folder, 'harbourside.hub')
const businessId = 'harbourside'
let source: TestHub
let from: OwnDatabase
let target: OwnDatabase
let secretOfApp: string
/** A business with all that is sealed, which goes to where another one came from elsewhere before. */
beforeAll(async () => {
  source = await startTestHub()
  from = { url: source.databaseUrl, drop: () => Promise.resolve() }
  secretOfApp = (await addAuthenticator(source, people.reception)).secret
  await source.as(people.admin)(api.renewCalendarLink, { params: { businessId } })
  await source.as(people.admin)(api.createUser, {
    params: { businessId },
    body: { Username: 'new@harbourside.example', DisplayName: 'Nell New' },
  })
  target = await bench.migrated()
  const other = await bench.demo()
  await suspend(other, 'valley-golf')
  const valley = join(bench.folder, 'valley.hub')
  await bench.exports('valley-golf', other, valley)
  await bench.imports(valley, target)
  await asSuperuser(from, async (client) => {
    await client.query(passThatWasUsed, [businessId, tagAhead])
    await client.query(deliveryThatFailed, [businessId, 'new@harbourside.example', people.admin])
  })
  // Each has counted on by itself since: the same numbers are given in both places.
  await postOnce(target, 'valley-golf')
  await postOnce(from, businessId)
})
afterAll(async () => {
  await source.close()
  await bench.close()
})

test('a business goes into one encrypted file of its owner', async () => {
  await suspend(from, businessId)
  const outcome = await bench.exports(businessId, from, file, { HUB_SECRET: source.secret })
  expect(outcome).toMatchObject({ code: 0, complained: '' })
  expect(outcome.said).toMatch(
    /^Exported Harbourside Leagues Club to .+ \(\d+ kB\): [\d,]+ rows, its ledger is proven\.$/,
  )
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file).includes('Harbourside')).toBe(false)
  const trail = await source.owner.query(
    `select record_id, actor_name from audit_entry where business_id = '*' and action = 'export-business'`,
  )
  expect(trail.rows).toEqual([{ record_id: businessId, actor_name: expect.stringMatching(/^Operator \(/) }])
})

test('that the file can be imported is proven without touching anything', async () => {
  const outcome = await hubCommand(['verify', 'business', file, '--stdin'], {}, bench.passphrase)
  expect(outcome).toMatchObject({ code: 0, complained: '' })
  expect(outcome.said).toMatch(/The file can be imported\. Nothing was done with it here\.$/)
})

test('it comes out elsewhere, beside what is there, with every row and its ids, and its ledger proven', async () => {
  const before = await rowsOfBusiness(from, businessId)
  expect(before['member']).toMatchObject({ count: expect.any(Number) })
  const beside = await rowsOfBusiness(target, 'valley-golf')
  expect(beside['business']).toMatchObject({ count: 1 })
  const outcome = await bench.imports(file, target)
  expect(outcome).toMatchObject({ code: 0, complained: '' })
  expect(outcome.said).toMatch(/Its ledger is proven: [\d,]+ transactions\.\nIt is suspended: open it/)
  expect(await rowsOfBusiness(target, businessId)).toEqual(before)
  expect(await rowsOfBusiness(target, 'valley-golf')).toEqual(beside)
  expect((await checkLedger(target.url)).wrong).toEqual([])
  const { code } = await hubCommand(['ledger', 'check'], bench.environment(target))
  expect(code).toBe(0)
})

test('messages have numbers that nobody else has, and who sends or tells of them knows these', async () => {
  await asSuperuser(target, async (client) => {
    const doubles = await client.query(`
      select 'message' from outbox_message group by id having count(*) > 1
      union all select 'entry' from audit_entry group by id having count(*) > 1`)
    expect(doubles.rows).toEqual([])
    const { rows: resting } = await client.query<{ kind: string }>(`
      select m.kind from resting_job j join outbox_message m on m.business_id = j.business_id
        and m.id = (j.payload::json ->> 'id')::bigint
      where j.business_id = 'harbourside' and j.task like 'deliver_message%'`)
    expect(resting.map(({ kind }) => kind)).toContain('invitation')
    const { rows: invited } = await client.query(`
      select m.recipient from identity.account a join outbox_message m on m.id = a.invitation_message_id
      where a.email = 'new@harbourside.example'`)
    expect(invited).toEqual([{ recipient: 'new@harbourside.example' }])
    const { rows: failed } = await client.query(`
      select m.recipient from user_notice n
      join outbox_message m on m.business_id = n.business_id and m.id = n.subject_id::bigint
      where n.business_id = 'harbourside' and n.kind = 'DeliveryFailed'`)
    expect(failed).toContainEqual({ recipient: 'new@harbourside.example' })
    const { rows: waiting } = await client.query(
      `select from graphile_worker._private_jobs where payload ->> 'businessId' = 'harbourside'`,
    )
    expect(waiting).toEqual([])
    const sealed = await readOutbox(client, bench.secretThere, 'new@harbourside.example')
    expect(sealed[0]?.body).toContain('ticket=')
  })
})

test('a pass was used as often as there, and no phone is told of a smaller number than it has seen', async () => {
  await asSuperuser(target, async (client) => {
    const { rows: used } = await client.query(
      `select p.usage_count > 0 as "isUsed" from pass p join event_scan s on s.business_id = p.business_id
         and s.scan_id = 'moves' and code_key(s.code) = p.coupon_code where p.business_id = $1`,
      [businessId],
    )
    expect(used).toEqual([{ isUsed: true }])
    const { rows } = await client.query<{ tag: string }>(
      `select next_pass_tag($1) as tag from (select set_config('app.business_id', $1, false)) as own`,
      [businessId],
    )
    expect(Number(rows[0]!.tag)).toBe(tagAhead + 1)
  })
})

test('what is counted goes on behind what came', async () => {
  const numbers = (of: string) =>
    asSuperuser(target, (client) =>
      client.query<{ last: number }>(`select max(transaction_id)::int as last from ledger_transaction ${of}`),
    )
  const before = (await numbers('')).rows[0]!.last
  await postOnce(target, 'valley-golf')
  await postOnce(target, businessId)
  expect((await numbers(`where business_id = '${businessId}'`)).rows[0]!.last).toBeGreaterThan(before)
  expect((await checkLedger(target.url)).wrong).toEqual([])
})

test('once it is open its people sign in, with their apps, and see what they saw', async () => {
  await asSuperuser(target, (client) =>
    client.query(`update business set standing = 'Open' where business_id = $1`, [businessId]),
  )
  const there = await createHub({
    settings: testSettings(target.url),
    databaseUrl: target.url,
    secret: bench.secretThere,
  })
  const { body } = await newBrowser(there.app).signIn(people.reception, demoPassword)
  const answer = { kind: 'code', code: codeOf(secretOfApp, 1) }
  const second = await newBrowser(there.app).post('second-factor', { challenge: body.challenge, answer })
  expect(second.status).toBe(200)
  const admin = newBrowser(there.app)
  const { body: session } = await admin.signIn(people.admin, demoPassword)
  const link = await there.app.inject({
    url: api.getCalendarLink.path.replace('{businessId}', businessId),
    headers: { authorization: `Bearer ${String(session.token)}` },
  })
  expect([link.statusCode, link.json()]).toEqual([200, expect.objectContaining({ Path: expect.any(String) })])
  await there.app.close()
})
