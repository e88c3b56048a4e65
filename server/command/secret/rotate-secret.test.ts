import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { api } from '#contract'
import { createHub } from '#hub'
import { demoPassword } from '#server/demo/access'
import { newBrowser } from '#tests/browser.ts'
import { hubCommand } from '#tests/command.ts'
import { superuserUrl, testSettings } from '#tests/database.ts'
import { passIn } from '#tests/fakes/apple-device.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { addAuthenticator, codeOf } from '#tests/people/factors.ts'
import { readOutbox } from '#tests/records/outbox.ts'
import { heldPass } from '#tests/records/passes.ts'
import { downloadPass } from '#tests/records/wallets.ts'
import { startWith } from '#tests/secrets.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const next = 'the next secret of this installation'
const third = 'a third secret, since the next one is lost'
const email = people.reception
const folder = mkdtempSync(join(tmpdir(), 'hub-rotate-'))
let hub: TestHub
let browser: ReturnType<typeof newBrowser>
let secretOfApp: string
let pass: ReturnType<typeof passIn>
/** One of everything that is sealed, and nobody who serves it. */
beforeAll(async () => {
  hub = await startTestHub()
  await startWith(hub.databaseUrl, { HUB_SECRET: hub.secret })
  browser = newBrowser(hub.app)
  await browser.signIn(people.admin, demoPassword)
  await newBrowser(hub.app).post('reset', { email: people.finance })
  await hub.tokenOf(email)
  secretOfApp = (await addAuthenticator(hub, email)).secret
  await hub.as(people.door)(api.beginAuthenticator)
  await hub.owner.query(
    `insert into door_list (business_id, event_id, venues) select business_id, event_id, '' from event limit 1`,
  )
  pass = passIn((await downloadPass(hub, (await heldPass(hub)).holderKey)).pkpass)
})
afterAll(async () => {
  await hub.close()
  rmSync(folder, { recursive: true, force: true })
})

const environment = (secret = hub.secret) => ({
  DATABASE_URL: hub.databaseUrl,
  HUB_SECRET: secret,
  HUB_DATA_DIR: folder,
})
const rotate = (words: string[], input = '', more: Record<string, string> = {}) =>
  hubCommand(['rotate-secret', ...words], { ...environment(), ...more }, input)
const fetchPass = async (app: FastifyInstance) => {
  const { passTypeIdentifier, serialNumber, authenticationToken } = pass
  const url = `/wallet/v1/passes/${passTypeIdentifier}/${serialNumber}`
  return (await app.inject({ url, headers: { authorization: `ApplePass ${authenticationToken}` } }))
    .statusCode
}
const sealed = async () => {
  const { rows } = await hub.owner.query<{ count: number }>(`
    select count(*)::int from (select private_key from identity.signing_key
      union all select secret from identity.factor where secret is not null
      union all select sealed from identity.challenge where sealed is not null
      union all select sealed from wallet_keys union all select sealed from outbox_message where sealed is not null) s`)
  return rows[0]!.count
}

test('is refused while a server runs', async () => {
  expect(await rotate(['--stdin'], next)).toMatchObject({
    code: 1,
    complained: 'Hub is running on this database: stop every process of it first. Nothing was changed.',
  })
  await hub.app.close()
})

test.each<[string[], string, Record<string, string>, number, string]>([
  [[], '', {}, 2, 'There is no new secret: set HUB_SECRET_NEW, or say --file or --stdin.'],
  [['--stdin'], 'short\n', {}, 2, 'The new secret must have 32 characters or more.'],
  [['--stdin'], `${next}\n${next}`, {}, 2, 'The new secret must be a single line.'],
  [['--stdin', '--file', 'x'], next, {}, 2, 'Name the new secret by --file or by --stdin.'],
  [
    ['--stdin', '--lost'],
    next,
    {},
    1,
    'The present secret is the right one, and not lost: leave --lost out.',
  ],
  [[], '', { HUB_SECRET_NEW: 'short' }, 1, 'The setting HUB_SECRET_NEW must have 32 characters or more.'],
])('%j is refused', async (words, input, more, code, complained) => {
  expect(await rotate(words, input, more)).toEqual({ code, said: '', complained })
})

test('with a present secret that is not the right one, or is the new one, nothing is done', async () => {
  expect((await rotate(['--stdin'], hub.secret)).complained).toMatch(/^The new secret is the present one/)
  const wrong = { HUB_SECRET: 'a secret that has never sealed anything' }
  expect((await rotate(['--stdin'], next, wrong)).complained).toMatch(/^HUB_SECRET is not the one that this/)
})

test('broken off half way it has changed nothing', async () => {
  const other = new pg.Client(superuserUrl(hub.databaseUrl))
  await other.connect()
  // The outbox comes last: everything else is sealed anew by then.
  await other.query('begin')
  await other.query('select from outbox_message where sealed is not null for update')
  const rotating = rotate(['--stdin'], next)
  const waiting = `select pid from pg_stat_activity where datname = current_database() and application_name = 'hub'
    and wait_event_type = 'Lock'`
  await expect.poll(async () => (await hub.owner.query(waiting)).rowCount).toBe(1)
  await hub.owner.query(`select pg_terminate_backend(pid) from (${waiting}) w`)
  expect((await rotating).code).toBe(1)
  await other.end()
  expect(await startWith(hub.databaseUrl, { HUB_SECRET: next })).toMatch(/^HUB_SECRET is not the one/)
  expect(await startWith(hub.databaseUrl, { HUB_SECRET: hub.secret })).toBe(hub.secret)
  expect((await readOutbox(hub.owner, hub.secret, people.finance))[0]?.body).toContain('set-password?ticket=')
})

test('seals everything anew: sessions, apps, messages and passes on phones go on', async () => {
  const count = await sealed()
  expect(await rotate(['--stdin'], `${next}\n`)).toEqual({
    code: 0,
    said: `Sealed ${count} values with the new secret.\nSet HUB_SECRET to the new one for every process before it starts.`,
    complained: '',
  })
  expect(await startWith(hub.databaseUrl, { HUB_SECRET: hub.secret })).toMatch(/^HUB_SECRET is not the one/)
  expect(await startWith(hub.databaseUrl, { HUB_SECRET: next })).toBe(next)
  expect((await readOutbox(hub.owner, next, people.finance))[0]?.body).toContain('set-password?ticket=')

  // Its codes were hashed with a key of the former secret.
  expect((await hub.owner.query('select from door_list')).rowCount).toBe(0)

  const { app } = await createHub({
    settings: testSettings(hub.databaseUrl),
    databaseUrl: hub.databaseUrl,
    secret: next,
  })
  const again = newBrowser(app)
  for (const [name, cookie] of browser.cookies) again.cookies.set(name, cookie)
  expect((await again.post('token')).status).toBe(200)
  const { body } = await newBrowser(app).signIn(email, demoPassword)
  const answer = { kind: 'code', code: codeOf(secretOfApp, 1) }
  expect((await newBrowser(app).post('second-factor', { challenge: body.challenge, answer })).status).toBe(
    200,
  )
  expect(await fetchPass(app)).toBe(200)
  await app.close()
})

test('run again it finds it done, and is on record once', async () => {
  expect((await rotate([], '', { HUB_SECRET_NEW: next })).said).toMatch(
    /^Everything is sealed with the new secret already\./,
  )
  // As if it had been broken off before the file was replaced.
  writeFileSync(join(folder, 'secret'), hub.secret)
  expect((await rotate(['--stdin'], next, { HUB_SECRET: '' })).said).toContain('The new secret is in ')
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(`${next}\n`)
  const { rows } = await hub.owner.query(
    `select business_id, actor_name, record_name from audit_entry where action = 'rotate-secret'`,
  )
  expect(rows).toEqual([
    { business_id: '*', actor_name: expect.stringMatching(/^Operator \(/), record_name: 'HUB_SECRET' },
  ])
})

test('where it is lost, goes on without; a secret in the data folder is replaced', async () => {
  const file = join(folder, 'next')
  writeFileSync(file, `${third}\n`)
  writeFileSync(join(folder, 'secret'), 'a secret that has never sealed anything\n')
  const { code, said } = await rotate(['--file', file, '--lost'], '', { HUB_SECRET: '' })
  expect(code).toBe(0)
  expect(said).toMatch(
    /^Sealed 0 values with the new secret\.\n\d+ could not be opened .*\nThe new secret is in /,
  )
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(`${third}\n`)
  expect(await startWith(hub.databaseUrl, { HUB_DATA_DIR: folder })).toBe(third)
})

test('of two at once one does it at the most, and the database knows which', async () => {
  const secrets = ['a fourth secret, which somebody wants', 'a fifth one, which somebody else wants']
  const outcomes = await Promise.all(
    secrets.map((secret) => rotate(['--stdin'], secret, { HUB_SECRET: third })),
  )
  const done = secrets.filter((_, index) => outcomes[index]!.code === 0)
  expect(done.length).toBeLessThanOrEqual(1)
  const [present = third] = done
  expect(await startWith(hub.databaseUrl, { HUB_SECRET: present })).toBe(present)
})
