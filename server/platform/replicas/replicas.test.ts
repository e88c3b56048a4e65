import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract'
import { figuresAge } from '#contract/answer-mark.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { cloneDatabase, superuserUrl, testSettings } from '#tests/database.ts'
import { fileFrom } from '#tests/files.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { csvCells } from '#tests/reading/cells.ts'
import { samples } from '#tests/samples/samples.ts'
import { openReplicas } from './replicas.ts'

const params = { businessId: 'harbourside' }
let hub: TestHub
let copy: Awaited<ReturnType<typeof cloneDatabase>>
let copyName: string
const metricsToken = 'a-long-metrics-token'
const warned = vi.fn<(details: unknown, sentence?: string) => void>()

// A copy that says of itself where it is, and can't be written to: as a standby can't.
beforeAll(async () => {
  copy = await cloneDatabase()
  copyName = new URL(copy.url).pathname.slice(1)
  const owner = new pg.Client(superuserUrl(copy.url))
  await owner.connect()
  await owner.query(`update card set first_name = 'Copied'`)
  await owner.query(`alter database ${copyName} set default_transaction_read_only = on`)
  await owner.end()
  hub = await startTestHub({ DATABASE_REPLICA_URL: copy.url, HUB_METRICS_TOKEN: metricsToken })
  await hub.platform.replicas.look()
  vi.spyOn(hub.app.log, 'warn').mockImplementation(warned)
})
beforeEach(() => warned.mockClear())
afterAll(async () => {
  vi.useRealTimers()
  await hub.close()
  await copy.drop()
})

const finance = () => hub.as(people.finance)
const listed = async () => {
  const { body } = await finance()(api.listCardsByMember, { params })
  return new Set(body.Results.map(({ FirstName }) => FirstName))
}
const filed = async () => {
  const input = { params: { ...params, format: 'csv' } }
  const { bytes } = await fileFrom(hub, people.finance, api.exportCardsByMember, input)
  return new Set(
    csvCells(bytes)
      .slice(1)
      .map(([, firstName]) => firstName),
  )
}
/** What the figures say of the replica, by name. */
const figured = async () => {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const { body } = await hub.app.inject({ url: '/metrics', headers })
  const name = new URL(copy.url).host
  const lines = [...body.matchAll(/^hub_replica_(\w+)\{replica="([^"]+)"\} (\S+)$/gm)]
  for (const [, , replica] of lines) expect(replica).toBe(name)
  return Object.fromEntries(lines.map(([, figure, , value]) => [figure, Number(value)]))
}
const onlyCopied = new Set(['Copied'])

test('reports and exports are read from the replica, everything else from the database', async () => {
  expect(await listed()).toEqual(onlyCopied)
  expect(await filed()).toEqual(onlyCopied)
  const { body } = await hub.as(people.admin)(api.listCards, { params })
  expect(body.Results.map(({ FirstName }) => FirstName)).not.toContain('Copied')
})

test('the figures tell which replica is read, and how old what is read there is where it can tell', async () => {
  // A copy that can't.
  expect(await figured()).toEqual({ used: 1 })
  const [state] = hub.platform.replicas.states()
  const aged = vi
    .spyOn(hub.platform.replicas, 'states')
    .mockImplementation(() => [{ ...state!, state: 'Behind', lagSeconds: 12.4 }])
  expect(await figured()).toEqual({ used: 0, lag_seconds: 12.4 })
  aged.mockRestore()
})

test('what a replica answers says how far that was behind, where it can tell', async () => {
  const ageOf = async (row: Endpoint, person: string = people.finance) =>
    (await hub.as(person)(row, { params })).headers[figuresAge.name]
  // A copy that can't.
  expect(await ageOf(api.listCardsByMember)).toBeUndefined()
  const readerFor = hub.platform.replicas.readerFor.bind(hub.platform.replicas)
  const aged = vi
    .spyOn(hub.platform.replicas, 'readerFor')
    .mockImplementation((wroteAt) => ({ ...readerFor(wroteAt), ageMs: () => 12_400 }))
  expect(await ageOf(api.listCardsByMember)).toBe('12')
  expect(await ageOf(api.listCards, people.admin)).toBeUndefined()
  aged.mockRestore()
})

const lagging = Object.entries<Endpoint>(api).filter(([name, row]) => row.mayLag && name in samples)

test.each(lagging)('%s writes nothing, so that a standby can answer it', async (name, row) => {
  const { params: given, ...sample } = samples[name as keyof typeof samples] as { params?: object }
  const { status, error } = await hub.as(people.superAdmin)(row, {
    ...sample,
    params: { ...params, eventId: await anEvent(), ...given },
  })
  expect([status, error?.ErrorMessage]).toEqual([200, undefined])
  expect(warned).not.toHaveBeenCalled()
})

async function anEvent(): Promise<string> {
  const { rows } = await hub.owner.query<{ id: string }>(
    `select event_id as id from event where business_id = 'harbourside' and status = 'Published' limit 1`,
  )
  return rows[0]!.id
}

test('the database itself answers while the replica is away, and the replica once it is back', async () => {
  await hub.owner.query(`alter database ${copyName} allow_connections false`)
  await hub.owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [
    copyName,
  ])
  expect(await listed()).not.toEqual(onlyCopied)
  expect(await filed()).not.toEqual(onlyCopied)
  expect(warned).toHaveBeenCalledTimes(1)
  expect(await figured()).toEqual({ used: 0 })
  expect(warned.mock.calls[0]![1]).toBe('the replica is away: others, or the database itself, answer for now')

  await hub.owner.query(`alter database ${copyName} allow_connections true`)
  expect(await listed()).not.toEqual(onlyCopied)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  await hub.platform.replicas.look()
  expect(await listed()).toEqual(onlyCopied)
  expect(await filed()).toEqual(onlyCopied)
  expect(await figured()).toEqual({ used: 1 })
})

test('who has written something reads the database itself for a while, wherever they ask next; others do not', async () => {
  const call = (headers: object) =>
    hub.app.inject({
      method: 'GET',
      url: api.listCardsByMember.path.replace('{businessId}', 'harbourside'),
      headers: { authorization: `Bearer ${token}`, ...headers },
    })
  const isCopy = async (cookie: string) =>
    (await call({ cookie })).json<{ Results: { FirstName: string }[] }>().Results[0]?.FirstName === 'Copied'
  const token = await hub.tokenOf(people.finance)
  const { headers } = await hub.as(people.admin)(api.createMember, {
    params,
    query: { venueId: '1' },
    body: { FirstName: 'Pat', LastName: 'Own', MembershipType: 'Ordinary' },
  })
  const [cookie = ''] = String(headers['set-cookie']).split(';')
  expect(cookie).toMatch(/^hub_wrote=\d{13}$/)
  expect(await isCopy(cookie)).toBe(false)
  expect(await isCopy(`other=1; ${cookie}; another=2`)).toBe(false)
  expect(await isCopy('')).toBe(true)
  expect((await call({})).headers['set-cookie']).toBeUndefined()
  // Whatever somebody makes up is read as far as it makes sense.
  for (const nonsense of ['hub_wrote=', 'hub_wrote=x', 'hub_wrote=1', 'hub_wrote=99999999999999999'])
    expect(await isCopy(nonsense), nonsense).toBe(true)
  expect(await isCopy('hub_wrote=9999999999999')).toBe(false)
  // A copy that can't say how far it has come has it when the longest lag is over.
  const longAgo = Date.now() - hub.platform.replicas.longestLagMs - 3_000
  expect(await isCopy(`hub_wrote=${longAgo}`)).toBe(true)
})

test('an export begins at the database itself where nothing listens, and a wrong query is not asked twice', async () => {
  const left = vi.fn<(name: string, why: string) => void>()
  const { driver } = testSettings(copy.url).database
  const open = (url: string) =>
    openReplicas({
      urls: [url],
      primary: hub.database,
      longestLagMs: 30_000,
      onLeft: left,
      database: { driver },
    })
  const nowhere = open('postgres://nobody@127.0.0.1:1/nothing')
  const pieces: Uint8Array[] = []
  for await (const piece of nowhere
    .readerFor(null)
    .forTenant('harbourside')
    .copy(sql`select 'here'`))
    pieces.push(piece)
  expect(Buffer.concat(pieces).toString()).toBe('here\r\n')
  await nowhere.look()
  expect(left.mock.calls.map(([name, why]) => [name, why])).toEqual([['127.0.0.1:1', 'away']])
  await nowhere.close()

  const there = open(copy.url)
  await there.look()
  const db = there.readerFor(null).forTenant('harbourside')
  await expect(db.rows(sql`select nonsense`)).rejects.toThrow(/nonsense/)
  expect(left).toHaveBeenCalledTimes(1)
  await there.close()
})
