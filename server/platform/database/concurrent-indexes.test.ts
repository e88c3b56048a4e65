import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOwnedDatabase } from '#tests/owned-database.ts'
import { concurrentIndexes } from './concurrent-indexes.ts'
import { migrate } from './migrate.ts'

const folder = mkdtempSync(join(tmpdir(), 'hub-indexes-'))
// Of an owner who is nobody special, and whose statements are cut short unless somebody says otherwise.
let database: Awaited<ReturnType<typeof createOwnedDatabase>>
let owner: pg.Client
const connect = async (name: string) => {
  const client = new pg.Client({ connectionString: database.url, application_name: name })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
beforeAll(async () => {
  database = await createOwnedDatabase()
  owner = await connect('test')
  await migrateFolder()
  await owner.query(`alter role current_user set statement_timeout = '3s'`)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await owner.query(`drop table if exists probe; delete from migration where name = 'next.sql'`)
  await owner.query(
    `create table probe (a integer, b integer); insert into probe select n, n % 10 from generate_series(1, 1000) n`,
  )
})

const two = `-- Why they are needed; each by itself.
create index concurrently probe_by_a on probe (a);
create unique index concurrently probe_once
  on public.probe (a) where b > 0;
`
const write = (sql: string) => writeFileSync(join(folder, 'next.sql'), sql)
const migrateFolder = (log?: (line: string) => void) =>
  migrate(database.url, log, pathToFileURL(`${folder}/`))
const indexes = async () =>
  (
    await owner.query<{ name: string; isWhole: boolean }>(
      `select indexrelid::regclass::text as name, indisvalid as "isWhole" from pg_index
       where indrelid = 'probe'::regclass order by 1`,
    )
  ).rows
const recorded = async () =>
  (await owner.query(`select from migration where name = 'next.sql' and checksum is not null`)).rowCount
const whole = [
  { name: 'probe_by_a', isWhole: true },
  { name: 'probe_once', isWhole: true },
]
/** Somebody who writes to the table, and isn't done. */
const startWriter = async () => {
  const writer = await connect('slow-writer')
  await writer.query('begin')
  await writer.query('insert into probe values (0, 0)')
  return writer
}
const waitsForWriter = /^next\.sql waits until slow-writer \(process \d+\) is done$/

test('indexes are built while others write, however long these take, and it says whom it waits for', async () => {
  write(two)
  const writer = await startWriter()
  const said: string[] = []
  const migrating = migrateFolder((line) => void said.push(line))
  // Longer than its owner's statements may usually take.
  await expect.poll(() => said, { timeout: 10_000 }).toContainEqual(expect.stringMatching(waitsForWriter))
  const since = Date.now()
  await expect
    .poll(
      async () => {
        await owner.query('insert into probe values (-1, 0)')
        return Date.now() - since
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(3_500)
  expect(await recorded()).toBe(0)
  await writer.query('commit')
  await writer.end()
  await migrating
  expect([await indexes(), await recorded()]).toEqual([whole, 1])
  expect(said[0]).toBe('next.sql')
})

test('killed half way, what was begun is dropped and built anew by the next', async () => {
  write(two)
  const writer = await startWriter()
  const said: string[] = []
  const migrating = migrateFolder((line) => void said.push(line)).catch((error: Error) => error.message)
  await expect.poll(() => said, { timeout: 10_000 }).toContainEqual(expect.stringMatching(waitsForWriter))
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'hub-migrate' and query ilike 'create%index%' and datname = current_database()`,
  )
  expect(await migrating).toMatch(/^The migration next\.sql failed: /)
  await writer.query('commit')
  await writer.end()
  expect([await indexes(), await recorded()]).toEqual([[{ name: 'probe_by_a', isWhole: false }], 0])
  await migrateFolder()
  expect([await indexes(), await recorded()]).toEqual([whole, 1])
})

test('killed between the last index and its record, it is recorded and nothing is built twice', async () => {
  write(two)
  await migrateFolder()
  const idsOf = async () =>
    (await owner.query(`select indexrelid from pg_index where indrelid = 'probe'::regclass`)).rows
  const before = await idsOf()
  await owner.query(`delete from migration where name = 'next.sql'`)
  await migrateFolder()
  expect([await idsOf(), await recorded()]).toEqual([before, 1])
})

test('of two at once one builds, and the other waits without keeping it waiting', async () => {
  write(two)
  const said: string[][] = [[], []]
  await Promise.all(said.map((lines) => migrateFolder((line) => void lines.push(line))))
  expect(said.flat().filter((line) => line === 'next.sql')).toHaveLength(1)
  expect([await indexes(), await recorded()]).toEqual([whole, 1])
})

describe('of a table that is cut', () => {
  beforeEach(async () => {
    await owner.query(`drop table probe; create table probe (a integer, b integer) partition by range (a);
      create table probe_1 partition of probe for values from (0) to (500);
      create table probe_2 partition of probe for values from (500) to (2000);
      insert into probe select n, n % 10 from generate_series(1, 1000) n`)
  })
  const ofParts = async () =>
    (
      await owner.query<{ name: string }>(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent::regclass::text like 'probe%_by_%' or inhparent::regclass::text = 'probe_once' order by 1`,
      )
    ).rows.map(({ name }) => name)

  test('each part’s is built while others write, and the whole has all of them', async () => {
    write(two)
    const writer = await startWriter()
    const said: string[] = []
    const migrating = migrateFolder((line) => void said.push(line))
    await expect.poll(() => said, { timeout: 10_000 }).toContainEqual(expect.stringMatching(waitsForWriter))
    await owner.query('insert into probe values (1500, 1)')
    await writer.query('commit')
    await writer.end()
    await migrating
    expect([await indexes(), await recorded()]).toEqual([whole, 1])
    expect(await ofParts()).toEqual(['probe_by_a_1', 'probe_by_a_2', 'probe_once_1', 'probe_once_2'])
  })

  test('whoever makes or takes away parts is waited for, and that is said', async () => {
    write(two)
    const other = await connect('parts-maker')
    await other.query(`select pg_advisory_lock(hashtext('begin_month'), hashtext('probe'))`)
    const said: string[] = []
    const migrating = migrateFolder((line) => void said.push(line))
    await expect
      .poll(() => said, { timeout: 10_000 })
      .toContainEqual(
        expect.stringMatching(
          /^next\.sql waits until parts-maker \(process \d+\) is done with the parts of probe$/,
        ),
      )
    await other.end()
    await migrating
    expect(await indexes()).toEqual(whole)
  })

  test('killed before the whole has them, it is gone on with', async () => {
    await owner.query('create index probe_by_a_1 on probe_1 (a); create index probe_by_a on only probe (a)')
    write(two)
    await migrateFolder()
    expect([await indexes(), await recorded()]).toEqual([whole, 1])
    expect(await ofParts()).toEqual(['probe_by_a_1', 'probe_by_a_2', 'probe_once_1', 'probe_once_2'])
  })
})

test('a unique one that rows stand against leaves nothing behind, and says why', async () => {
  await owner.query('insert into probe values (1, 1)')
  write(two)
  await expect(migrateFolder()).rejects.toThrow(
    /^The migration next\.sql failed: could not create unique index/,
  )
  expect([await indexes(), await recorded()]).toEqual([[{ name: 'probe_by_a', isWhole: true }], 0])
  await owner.query('delete from probe where ctid = (select max(ctid) from probe where a = 1)')
  await migrateFolder()
  expect([await indexes(), await recorded()]).toEqual([whole, 1])
})

describe('a file', () => {
  test('as most are builds nothing concurrently, whatever its comments say', () => {
    expect(concurrentIndexes('x.sql', '-- not create index concurrently\ncreate index a on b (c)')).toBeNull()
  })

  test.each([
    'create index concurrently a on b (c); alter table b add d integer',
    'create index concurrently if not exists a on b (c)',
    'create index concurrently on b (c)',
    'drop index concurrently a',
  ])('that holds something else besides is refused: %s', (sql) => {
    expect(() => concurrentIndexes('x.sql', sql)).toThrow(
      /^The migration x\.sql builds indexes concurrently, and/,
    )
  })
})
