import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#platform/postgres'
import { hubCommand } from '#tests/command.ts'
import { startStandby } from '#tests/processes/standby.ts'

const folder = mkdtempSync(join(tmpdir(), 'hub-doctor-replicas-'))
let cluster: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let standby: Awaited<ReturnType<typeof startStandby>>
beforeAll(async () => {
  cluster = await startEmbeddedPostgres({ folder, log: () => undefined, durable: false })
  standby = await startStandby(folder, cluster.url, 'one')
})
afterAll(async () => {
  await standby.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What is said of the replicas, a line each. */
const saidOf = async (...urls: string[]) => {
  const { said } = await hubCommand(['doctor'], {
    DATABASE_URL: cluster.url,
    DATABASE_REPLICA_URL: urls.join(','),
    HUB_DATA_DIR: folder,
  })
  return said.split('\n').filter((line) => line.includes('The replica '))
}
const at = async (url: string, statement: string) => {
  const client = new pg.Client(url)
  await client.connect()
  // What is written is in the log once it is answered: only then a standby can be behind it.
  await client.query('set synchronous_commit = on')
  const { rows } = await client.query<Record<string, unknown>>(statement)
  await client.end()
  return rows[0]
}

test('there is a line for each replica, of whether it follows and how far behind', async () => {
  const nowhere = 'postgres://nobody@127.0.0.1:1/hub'
  expect(await saidOf(standby.url, cluster.url, nowhere)).toEqual([
    expect.stringMatching(
      /^ok {7}The replica 127\.0\.0\.1:\d+ follows, \d\.\d seconds behind at the most\.$/,
    ),
    expect.stringMatching(
      /^warning {2}The replica .+ is the database itself, and takes no work off it: name a standby/,
    ),
    expect.stringMatching(
      /^wrong {4}The replica 127\.0\.0\.1:1 can't be used \(.*ECONNREFUSED.*\): start it, /,
    ),
  ])
})

test('one that stands still is behind, and it is said what to do', async () => {
  await at(standby.url, 'select pg_wal_replay_pause()')
  // It is asked for, and comes with the next look at the log.
  await expect
    .poll(() => at(standby.url, 'select pg_get_wal_replay_pause_state() as state'))
    .toEqual({ state: 'paused' })
  await at(cluster.url, 'create table written_meanwhile ()')
  expect(await saidOf(standby.url)).toEqual([
    expect.stringMatching(
      /^warning {2}The replica .+ is 1 MB of the log behind, .+: somebody has paused it: select pg_wal_replay_resume\(\) there\. It isn't read while it is more than 30 seconds behind\.$/,
    ),
  ])
  await at(standby.url, 'select pg_wal_replay_resume()')
})

// Last: it doesn't come back.
test('one that was promoted is wrong', async () => {
  await at(standby.url, 'select pg_promote()')
  expect(await saidOf(standby.url)).toEqual([
    expect.stringMatching(
      /^wrong {4}The replica .+ takes writes of its own: it was promoted, and isn't read\. Make it a standby again/,
    ),
  ])
})
