import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { csvCells } from '#tests/cells.ts'
import { cloneDatabase, superuserUrl, testSettings } from '#tests/database.ts'
import { fileFrom } from '#tests/files.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { samples } from '#tests/samples/samples.ts'
import { openReplica } from './replica.ts'

const params = { businessId: 'harbourside' }
let hub: TestHub
let copy: Awaited<ReturnType<typeof cloneDatabase>>
let copyName: string
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
  hub = await startTestHub({ DATABASE_REPLICA_URL: copy.url })
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
const onlyCopied = new Set(['Copied'])

test('reports and exports are read from the replica, everything else from the database', async () => {
  expect(await listed()).toEqual(onlyCopied)
  expect(await filed()).toEqual(onlyCopied)
  const { body } = await hub.as(people.admin)(api.listCards, { params })
  expect(body.Results.map(({ FirstName }) => FirstName)).not.toContain('Copied')
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
  expect(warned.mock.calls[0]![1]).toBe('the replica is away: the database itself answers for now')

  await hub.owner.query(`alter database ${copyName} allow_connections true`)
  expect(await listed()).not.toEqual(onlyCopied)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  expect(await listed()).toEqual(onlyCopied)
  expect(await filed()).toEqual(onlyCopied)
})

test('an export begins at the database itself where nothing listens, and a wrong query is not asked twice', async () => {
  const away = vi.fn<(error: unknown) => void>()
  const driver = testSettings(copy.url).database.driver
  const nowhere = openReplica('postgres://nobody@127.0.0.1:1/nothing', hub.database, away, { driver })
  const pieces: Uint8Array[] = []
  for await (const piece of nowhere.forTenant('harbourside').copy(sql`select 'here'`)) pieces.push(piece)
  expect(Buffer.concat(pieces).toString()).toBe('here\r\n')
  expect(away).toHaveBeenCalledTimes(1)
  await nowhere.close()

  const there = openReplica(copy.url, hub.database, away, { driver })
  await expect(there.forTenant('harbourside').rows(sql`select nonsense`)).rejects.toThrow(/nonsense/)
  expect(away).toHaveBeenCalledTimes(1)
  await there.close()
})
