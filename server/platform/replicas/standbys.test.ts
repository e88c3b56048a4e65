import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { rightNowMs } from '#platform/clock'
import { type Database, noTenant } from '#platform/database'
import { startEmbeddedPostgres } from '#platform/postgres'
import { openTestDatabase, testSettings } from '#tests/database.ts'
import { startStandby } from '#tests/processes/standby.ts'
import { openReplicas, type Replicas } from './replicas.ts'

// Two standbys as PostgreSQL makes them, behind the log of their database and with a clock of their own.
const longestLagMs = 4_000
let folder: string
let cluster: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let standbys: Awaited<ReturnType<typeof startStandby>>[]
let primary: Database
let replicas: Replicas
let owner: pg.Client
const left = vi.fn<(name: string, why: string) => void>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hub-standbys-'))
  cluster = await startEmbeddedPostgres({ folder, log: () => undefined, durable: false })
  owner = new pg.Client(cluster.url)
  await owner.connect()
  await owner.query('create role hub_app; create table note (text text); grant all on note to hub_app')
  standbys = []
  for (const name of ['one', 'two']) standbys.push(await startStandby(folder, cluster.url, name))
  primary = openTestDatabase(cluster.url)
  replicas = openBoth()
})
beforeEach(async () => {
  left.mockClear()
  await vi.waitFor(async () => {
    if ((await statesNow()).join() !== 'Used,Used') throw new Error('They have not caught up yet.')
  }, 60_000)
})
afterAll(async () => {
  await replicas.close()
  await primary.close()
  await owner.end()
  for (const standby of standbys) await standby.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

const open = (urls: string[], longest: number) =>
  openReplicas({
    urls,
    primary,
    longestLagMs: longest,
    onLeft: left,
    database: { driver: testSettings(cluster.url).database.driver },
  })
const openBoth = () =>
  open(
    standbys.map(({ url }) => url),
    longestLagMs,
  )
async function statesNow() {
  await replicas.look()
  return replicas.states().map(({ state }) => state)
}
const byNumber = (one: number, other: number) => one - other
const portsOf = async (wroteAtMs: number | null, times = 4) => {
  const ports = new Set<number>()
  for (let time = 0; time < times; time++) {
    const db = replicas.readerFor(wroteAtMs).forTenant(noTenant)
    ports.add((await db.one<{ port: number }>(sql`select inet_server_port() as port`)).port)
  }
  return [...ports].toSorted(byNumber)
}
const ports = (urls: string[]) => urls.map((url) => Number(new URL(url).port)).toSorted(byNumber)
const write = async (text: string) => {
  await primary.forTenant(noTenant).run(sql`insert into note values (${text})`)
  return rightNowMs()
}
const knows = (text: string, wroteAtMs: number | null) =>
  replicas
    .readerFor(wroteAtMs)
    .forTenant(noTenant)
    .maybe(sql`select from note where text = ${text}`)
const replaying = async (index: number, what: 'pause' | 'resume') => {
  const client = new pg.Client(standbys[index]!.url)
  await client.connect()
  await client.query(`select pg_wal_replay_${what}()`)
  await client.end()
}

test('reads are spread over all replicas, and all of one call go to one', async () => {
  expect(await portsOf(null)).toEqual(ports(standbys.map(({ url }) => url)))
  const db = replicas.readerFor(null).forTenant(noTenant)
  const seen = await Promise.all(
    Array.from({ length: 6 }, () => db.one<{ port: number }>(sql`select inet_server_port() as port`)),
  )
  expect(new Set(seen.map(({ port }) => port)).size).toBe(1)
})

test('who has just written reads it at once, and at a replica once it has arrived there', async () => {
  for (const round of [1, 2, 3, 4, 5]) {
    const wroteAt = await write(`round ${round}`)
    expect(await knows(`round ${round}`, wroteAt)).not.toBeNull()
    expect(await portsOf(wroteAt, 1)).toEqual(ports([cluster.url]))
  }
  const wroteAt = await write('last')
  await expect
    .poll(async () => {
      await replicas.look()
      return portsOf(wroteAt)
    })
    .toEqual(ports(standbys.map(({ url }) => url)))
  for (const _ of standbys) expect(await knows('last', wroteAt)).not.toBeNull()
})

test('one that is behind is left out until it has caught up, and its figures say how old they are', async () => {
  await replaying(0, 'pause')
  const wroteAt = await write('while one stands still')
  // The other alone has it.
  await expect
    .poll(async () => {
      await replicas.look()
      return portsOf(wroteAt)
    })
    .toEqual(ports([standbys[1]!.url]))
  await expect
    .poll(async () => {
      // Somebody writes all the time.
      await write('more')
      return statesNow()
    })
    .toEqual(['Behind', 'Used'])
  expect(replicas.states()[0]!.lagSeconds).toBeGreaterThanOrEqual(longestLagMs / 1000)
  expect(await portsOf(null)).toEqual(ports([standbys[1]!.url]))
  expect(left.mock.calls.map(([, why]) => why)).toEqual(['behind'])
  await replaying(0, 'resume')
  await expect.poll(statesNow).toEqual(['Used', 'Used'])
})

test('what is read of one that is behind says by how much, and what the database answers says nothing', async () => {
  const patient = open([standbys[0]!.url], 600_000)
  const ageOf = async (wroteAtMs: number | null) => {
    const reader = patient.readerFor(wroteAtMs)
    await reader.forTenant(noTenant).one(sql`select 1 as one`)
    return reader.ageMs()
  }
  await patient.look()
  await replaying(0, 'pause')
  await write('while it stands still')
  await expect.poll(() => ageOf(null)).toBeGreaterThan(1_500)
  expect(await ageOf(rightNowMs())).toBeNull()
  await replaying(0, 'resume')
  await expect.poll(async () => (await patient.look(), ageOf(null))).toBeLessThan(1_500)
  await patient.close()
})

test('one that is away is left out, in the midst of its reads too; the last of them leaves the database itself', async () => {
  await standbys[0]!.stop()
  expect(await portsOf(null)).toEqual(ports([standbys[1]!.url]))
  expect(replicas.states().map(({ state }) => state)).toEqual(['Away', 'Used'])
  await standbys[1]!.stop()
  expect(await portsOf(null)).toEqual(ports([cluster.url]))
  expect(left.mock.calls.map(([, why]) => why)).toEqual(['away', 'away'])
  await Promise.all(standbys.map((standby) => standby.startAgain()))
  // Who was there has to wait before they are tried again; who starts anew doesn't.
  await replicas.close()
  replicas = openBoth()
})

// Last: it doesn't come back.
test('one that was promoted takes writes of its own, and is left out', async () => {
  const client = new pg.Client(standbys[0]!.url)
  await client.connect()
  await client.query('select pg_promote()')
  await client.query(`insert into note values ('nobody else has it')`)
  await client.end()
  expect(await statesNow()).toEqual(['Apart', 'Used'])
  expect(replicas.states()[0]!.lagSeconds).toBeNull()
  expect(await portsOf(null)).toEqual(ports([standbys[1]!.url]))
  await statesNow()
  expect(left.mock.calls).toEqual([[new URL(standbys[0]!.url).host, 'apart']])
})
