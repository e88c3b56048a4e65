import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { demoPassword } from '#contract/demo-accounts.ts'
import { newBrowser } from '#tests/browser.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { readOutbox } from '#tests/records/outbox.ts'
import { closeDemo, openDemo } from './access.ts'
import { demoAccounts } from './accounts.ts'

const businessId = 'harbourside'
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
})
afterAll(() => hub.close())

const said: string[] = []
const say = (line: string) => void said.push(line)
const close = () => closeDemo(hub.databaseUrl, say)
const open = () => openDemo(hub.databaseUrl, say)

const password = 'a password of my very own'
const signInAs = async (email: string, secret = demoPassword) =>
  (await newBrowser(hub.app).signIn(email, secret)).body.code ?? 'in'
const canSignIn = async () => {
  const entries = await Promise.all(demoAccounts.map(async ({ email }) => [email, await signInAs(email)]))
  return entries.filter(([, code]) => code === 'in').map(([email]) => email)
}
const lookup = () => hub.asTill()(api.tillLookup, { params: { businessId }, body: { Code: '10001' } })

/** Somebody of the club's own, whom an account of the demo has invited. */
async function newColleague(Username: string) {
  await hub.as(people.admin)(api.createUser, {
    params: { businessId },
    body: { Username, DisplayName: 'Real Person' },
  })
  const rows = await readOutbox(hub.owner, hub.secret, Username)
  const ticket = /ticket=([\w-]+)/.exec(rows[0]!.body)![1]!
  await hub.as(null)(api.setPassword, { body: { ticket, password } })
}

test('off shuts out all that everybody knows, at once, and nobody else; on lets it in again', async () => {
  await newColleague('real@club.example')
  const before = await canSignIn()
  expect(before).toHaveLength(demoAccounts.length - 1)
  expect((await hub.as(people.superAdmin)(api.getMe)).status).toBe(200)
  expect((await lookup()).status).toBe(200)

  await close()
  expect(said.splice(0)).toEqual([
    `The demo is off, so nobody gets in by it any more. Closed: ${[...before]
      .map(String)
      .toSorted((one, other) => one.localeCompare(other))
      .join(', ')}, the key of its till. HUB_DEMO=on opens them again.`,
  ])
  expect(await canSignIn()).toEqual([])
  await expect.poll(async () => (await hub.as(people.superAdmin)(api.getMe)).status).toBe(401)
  await expect.poll(async () => (await lookup()).status).toBe(401)
  expect(await signInAs('real@club.example', password)).toBe('in')

  await close()
  expect(said.splice(0)).toEqual([])

  await open()
  expect(said.splice(0)).toEqual(['The demo is on: its accounts, which were closed, are open again.'])
  // Who was disabled before stays so.
  expect(await canSignIn()).toEqual(before)
  expect((await lookup()).status).toBe(200)
  await open()
  expect(said).toEqual([])
})

test('an account whose password somebody has changed is closed as well', async () => {
  await hub.as(null)(api.requestReset, { body: { email: people.finance } })
  const rows = await readOutbox(hub.owner, hub.secret, people.finance)
  const ticket = /ticket=([\w-]+)/.exec(rows[0]!.body)![1]!
  await hub.as(null)(api.setPassword, { body: { ticket, password } })
  expect(await signInAs(people.finance, password)).toBe('in')
  await close()
  expect(await signInAs(people.finance, password)).toBe('user-disabled')
  await open()
})

test('a key that somebody else has revoked stays so', async () => {
  await hub.owner.query(`update api_key set revoked_at = now() where name = 'Main bar tills'`)
  await close()
  await open()
  expect((await lookup()).status).toBe(401)
})

test('the accounts of a demo from before they were marked are known all the same', async () => {
  const marked = async () =>
    (await hub.owner.query(`select kind, id from demo_access where kind = 'account' order by id`)).rows
  const before = await marked()
  expect(before).toHaveLength(demoAccounts.length)
  await hub.owner.query('drop table demo_access')
  await hub.owner.query(
    readFileSync(new URL('../../migrations/0040-demo-access.sql', import.meta.url), 'utf8'),
  )
  expect(await marked()).toEqual(before)
})
