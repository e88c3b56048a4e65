import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { demoPassword } from '#server/demo'
import { cloneDatabase } from '#tests/database.ts'
import { people } from '#tests/hub.ts'
import { samples } from '#tests/samples.ts'
import { startServer } from '#tests/server.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let owner: pg.Client
let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  database = await cloneDatabase()
  owner = new pg.Client(database.url)
  await owner.connect()
  server = await startServer({ DATABASE_URL: database.url, HUB_LOG_LEVEL: 'debug' })
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const secrets = new Set<string>()
type Input = { params?: object; query?: object; body?: unknown; token?: string; cookie?: string }

/** Makes a call, and remembers every secret that it sends or gets. */
async function call(row: Endpoint, { params = {}, query = {}, body, token, cookie }: Input = {}) {
  const names: Record<string, string> = { businessId: 'harbourside', ...params }
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? name))
  const url = new URL(path, server.url)
  url.search = new URLSearchParams({ ...query }).toString()
  const answer = await fetch(url, {
    method: row.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  for (const [, secret = ''] of `${JSON.stringify(body)} ${text}`.matchAll(
    /"(?:password|ticket|token|Secret)":"([^"]{8,})"/g,
  ))
    secrets.add(secret)
  const [cookieSet = ''] = answer.headers.getSetCookie()
  const value = cookieSet.split(';')[0]?.split('=')[1]
  if (value) secrets.add(value)
  return { body: text ? JSON.parse(text) : undefined, cookie: cookieSet.split(';')[0] ?? '' }
}

async function ticketFor(email: string): Promise<string> {
  const { rows } = await owner.query(
    `select body from outbox_message where recipient = $1 order by id desc limit 1`,
    [email],
  )
  return /ticket=([\w-]+)/.exec(rows[0].body)?.[1] ?? ''
}

/** Somebody is taken on, forgets the password, mistypes it, and is shown out again. */
async function livesOfUsers(token: string) {
  const email = 'newcomer@harbourside.example'
  const { body } = await call(api.createUser, { token, body: { Username: email, DisplayName: 'New Comer' } })
  const user = { token, params: { uid: body.Uid } }
  await call(api.setUserRole, { ...user, body: { Value: 'Door' } })
  await call(api.setUserVenues, { ...user, body: ['2'] })
  await call(api.inviteUser, user)
  await call(api.setPassword, {
    body: { ticket: await ticketFor(email), password: 'first-password-of-mine' },
  })
  const { cookie } = await call(api.signIn, { body: { email, password: 'first-password-of-mine' } })
  await call(api.signIn, { body: { email, password: 'mistyped-password' } })
  await call(api.refreshToken, { cookie })
  await call(api.signOut, { cookie })
  await call(api.requestReset, { body: { email } })
  const ticket = await ticketFor(email)
  await call(api.describeTicket, { body: { ticket } })
  await call(api.setPassword, { body: { ticket, password: 'second-password-of-mine' } })
  await call(api.setUserDisabled, { ...user, body: { Value: true } })
  await call(api.deleteUser, { ...user, query: { email } })
}

/** All of that, and every write there is with the sample of it. */
async function everythingPeopleDo() {
  const { body } = await call(api.signIn, { body: { email: people.superAdmin, password: demoPassword } })
  await livesOfUsers(body.token)
  for (const [name, row] of Object.entries(api as Record<string, Endpoint>))
    if (row.method !== 'GET') await call(row, { ...samples[name as keyof typeof samples], token: body.token })
}

test('no password, token, cookie or ticket is in the audit trail or the logs, whatever people do', async () => {
  const failure = await everythingPeopleDo().catch((error: unknown) => error)
  const { output } = await server.stop()
  expect(failure).toBeUndefined()
  const { rows } = await owner.query<{ entry: string; action: string }>(
    `select t::text as entry, action from audit_entry t where request_id <> 'demo'`,
  )
  // What follows says little unless much was done and written down.
  expect(rows.map((row) => row.action)).toEqual(expect.arrayContaining(recorded))
  expect(output).toContain('"requestId"')
  // The demo's own password is printed when the server starts, for everyone to read.
  secrets.delete(demoPassword)
  expect(secrets.size).toBeGreaterThan(10)
  const written = [output, ...rows.map((row) => row.entry)].join('\n')
  for (const secret of secrets) expect(written).not.toContain(secret)
})

const recorded = [
  'signIn',
  'signOut',
  'requestReset',
  'setPassword',
  'createUser',
  'setUserRole',
  'inviteUser',
  'deleteUser',
  'createBusiness',
]
