import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { api } from '#contract'
import { type Endpoint, pathParamNames } from '#contract/endpoint.ts'
import { demoPassword } from '#server/demo/access'
import { cloneDatabase, superuserUrl } from '#tests/database.ts'
import { people } from '#tests/hub.ts'
import { startServer } from '#tests/processes/server.ts'
import { samples } from '#tests/samples/samples.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let server: Awaited<ReturnType<typeof startServer>>
let token: string
beforeAll(async () => {
  database = await cloneDatabase()
  server = await startServer({ DATABASE_URL: database.url, HUB_LOG_LEVEL: 'debug' })
  const answer = await send('POST', api.signIn.path, { email: people.superAdmin, password: demoPassword })
  token = ((await answer.json()) as { token: string }).token
})
afterAll(() => database.drop())

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(server.url + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

// As texts, as ids and as numbers go: each is let as far as its row lets one of its kind.
const secrets = ['sEcReT-cOdE-0f-16b', '5ec2e700-c0de-4c0d-8c0d-5ec2e75ec2e7', '867530998675']

type Sample = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

/** Calls the row with the secret in its address: as a stranger everywhere, signed in where the row takes any text. */
async function callWith(secret: string, row: Endpoint, { params = {}, query, body }: Sample) {
  const search = new URLSearchParams({ ...query, code: secret }).toString()
  const addressWith = (names: Record<string, string>) =>
    `${row.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => names[param] ?? secret)}?${search}`
  const businessId = 'harbourside'
  // Where strangers are refused, it is for all secrets alike.
  if (row.access.kind === 'anyone' || secret === secrets[0])
    await (await send(row.method, addressWith({ businessId }), body)).arrayBuffer()
  const headers = { authorization: `Bearer ${token}` }
  await (await send(row.method, addressWith({ ...params, businessId }), body, headers)).arrayBuffer()
}

// Pages, wallets, what is no address at all, and what is too long for one.
const elsewhere = (secret: string) => [
  `/claim/${secret}`,
  `/claim%2F${secret}`,
  `/${secret}`,
  `/scan/harbourside/${secret}`,
  `/wallet/v1/passes/pass.hub/${secret}`,
  `/wallet/v1/devices/${secret}/registrations/pass.hub/${secret}`,
  `/api/claims/${secret}/%ZZ`,
  `/api/claims/${secret}${'x'.repeat(100)}`,
  `/set-password?ticket=${secret}`,
]

const rows = Object.entries(api as Record<string, Endpoint>).filter(([, row]) =>
  pathParamNames(row.path).some((param) => param !== 'businessId'),
)

async function callAll(secret: string) {
  for (const [name, row] of rows) await callWith(secret, row, samples[name as keyof typeof api] as Sample)
  for (const path of elsewhere(secret)) await (await send('GET', path)).arrayBuffer()
  await (
    await send('POST', '/wallet/v1/log', { logs: [`no answer from /v1/passes/${secret}`] })
  ).arrayBuffer()
}

/** Has a job fail so often that it is given up. */
async function failAJob() {
  const owner = new pg.Client(superuserUrl(database.url))
  await owner.connect()
  await owner.query('alter table trend rename to trend_elsewhere')
  await owner.query(`select graphile_worker.add_job('count_trends', '{}', max_attempts := 1)`)
  const failed = () =>
    owner.query(
      `select from graphile_worker.jobs where task_identifier = 'count_trends' and last_error is not null`,
    )
  await vi.waitFor(async () => expect((await failed()).rowCount).toBe(1), 60_000)
  await owner.end()
}

/** What the server has said when all of it was done. */
let output: string
beforeAll(async () => {
  await Promise.all(secrets.map(callAll))
  await failAJob()
  output = (await server.stop()).output
})

test('no code and no id of an address is in the log, whatever is called', () => {
  expect(rows.length).toBeGreaterThan(80)
  for (const secret of secrets) expect(output).not.toContain(secret)
  // It says what was called, all the same.
  expect(output).toContain('"path":"/api/claims/{code}"')
  expect(output).toContain('"businessId":"harbourside"')
  expect(output).toContain('"path":"/claim/…"')
})

test('a job that is not tried any more is a line in the log, and nothing else went wrong', () => {
  const wrong = output.split('\n').filter((line) => line.includes('"level":50'))
  expect(wrong).toEqual([expect.stringMatching(/^\{.*"task":"count_trends","msg":"job given up"\}$/)])
})
