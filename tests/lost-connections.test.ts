import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { demoPassword } from '#server/demo/access'
import { cloneDatabase, superuserUrl } from '#tests/database.ts'
import { people } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'
import { startServer } from '#tests/processes/server.ts'
import { recordIds } from '#tests/samples/record-ids.ts'

const rounds = inLong(400, 20)

let database: Awaited<ReturnType<typeof cloneDatabase>>
let owner: pg.Client
let server: Awaited<ReturnType<typeof startServer>>
let ids: Record<string, string>
let token: string
beforeAll(async () => {
  database = await cloneDatabase()
  owner = new pg.Client(superuserUrl(database.url))
  await owner.connect()
  ids = await recordIds(owner, 'harbourside')
  server = await startServer({ DATABASE_URL: database.url, HUB_LOG_LEVEL: 'silent' })
  const signedIn = await fetch(new URL(api.signIn.path, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: people.superAdmin, password: demoPassword }),
  })
  token = ((await signedIn.json()) as { token: string }).token
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

type Input = { params?: object; query?: Record<string, string>; body?: unknown; key?: string }

function call(row: Endpoint, { params = {}, query = {}, body, key = '' }: Input = {}) {
  const given: Record<string, string> = { ...ids, ...params }
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? name))
  const url = new URL(path, server.url)
  url.search = new URLSearchParams(query).toString()
  return fetch(url, {
    method: row.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(key && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** Ends every connection of the server's that is doing something, or some that do nothing: as a failing network would. */
const cut = () =>
  owner.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name ^@ 'hub'
      and (state <> 'idle' or random() < 0.3)`)

const over = new AbortController()
const isOver = () => over.signal.aborted
const unexpected: string[] = []

/** Calls again and again while connections are lost; anything but success and 503 is remembered. */
async function keepCalling(make: () => Promise<Response>): Promise<void> {
  while (!isOver()) {
    const answer = await make()
    const text = await answer.text().catch(() => 'cut off')
    if (answer.status >= 400 && answer.status !== 503) unexpected.push(`${answer.status} ${text}`)
  }
}

test('connections lost at random are a pause: no process ends, nothing acknowledged is lost, nothing is doubled', async () => {
  const acknowledged: string[] = []
  const writes = async (withKey: boolean) => {
    while (!isOver()) {
      const Text = randomUUID()
      const key = withKey ? Text : ''
      const body = { Text }
      const ask = async () => {
        const answer = await call(api.addMemberNote, { body, key })
        return { status: answer.status, text: await answer.text() }
      }
      // Who has a key asks again, also while what was cut off is still being carried out.
      const isOpen = ({ status, text }: { status: number; text: string }) =>
        status === 503 || text.includes('request_in_flight')
      let answer = await ask()
      for (let i = 0; isOpen(answer) && i < (key ? 20 : 0); i++) answer = await ask()
      if (answer.status < 300) acknowledged.push(Text)
      else if (!isOpen(answer)) unexpected.push(`${answer.status} ${answer.text}`)
    }
  }
  const watch = async () => {
    while (!isOver()) {
      const answer = await call(api.watchAttendance)
      const reader = answer.body?.getReader()
      await reader?.read().catch(() => undefined)
      await reader?.cancel().catch(() => undefined)
    }
  }
  const load = [
    keepCalling(() => call(api.listMembers, { query: { q: 'smi' } })),
    keepCalling(() => call(api.listVenues)),
    keepCalling(() => call(api.exportMembers)),
    writes(true),
    writes(true),
    writes(false),
    watch(),
  ]
  // However slow the machine is.
  for (let round = 0; round < rounds || acknowledged.length <= 10; round++) {
    // Each time at another moment of what is under way: as many calls later as it happens to be.
    await call(api.listVenues).then((answer) => answer.text())
    await cut()
  }
  over.abort()
  await Promise.all(load)

  expect(unexpected).toEqual([])
  await expect.poll(async () => (await fetch(new URL('/health/ready', server.url))).status).toBe(200)
  const { rows } = await owner.query<{ text: string; count: string }>(
    `select text, count(*) from member_note where text = any($1) group by 1`,
    [acknowledged],
  )
  expect(acknowledged.length).toBeGreaterThan(10)
  expect(rows.length).toBe(acknowledged.length)
  expect(rows.filter(({ count }) => Number(count) !== 1)).toEqual([])
})

test('a job that lost its connection is done all the same', async () => {
  const email = `${randomUUID()}@hub.example`
  await call(api.createUser, { body: { Username: email, DisplayName: 'Late Letter' } })
  await cut()
  await expect
    .poll(async () => {
      const { rows } = await owner.query(`select state from outbox_message where recipient = $1`, [email])
      return rows[0]?.state
    })
    .toBe('Kept')
})

test('ending works, whatever is under way', async () => {
  const held = call(api.watchAttendance)
  await held
  const { code } = await server.stop()
  expect(code).toBe(0)
})
