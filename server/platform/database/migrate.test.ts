import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase, superuserUrl } from '#tests/database.ts'
import { migrate, MigrationError, migrationLock } from './migrate.ts'
import { whyNoRole } from './requirements.ts'

const folder = mkdtempSync(join(tmpdir(), 'hub-migrations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let database: Awaited<ReturnType<typeof cloneDatabase>>
let owner: pg.Client
beforeAll(async () => {
  database = await cloneDatabase()
  owner = new pg.Client(superuserUrl(database.url))
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})
beforeEach(() => owner.query(`drop table if exists probe; delete from migration where name = 'next.sql'`))

const write = (sql: string) => writeFileSync(join(folder, 'next.sql'), sql)
const migrateFolder = (log?: (line: string) => void) =>
  migrate(database.url, log, pathToFileURL(`${folder}/`))

test('a migration gives way to whoever uses what it changes, and is applied once they are done', async () => {
  write('alter table venue add probe integer')
  const reader = new pg.Client(database.url)
  await reader.connect()
  await reader.query('begin')
  await reader.query('select count(*) from venue')

  const said: string[] = []
  const migrating = migrateFolder((line) => void said.push(line))
  await expect.poll(() => said).toContain('next.sql waits for somebody who uses what it changes')
  // Meanwhile others get their turn.
  expect((await owner.query('select count(*) from venue')).rowCount).toBe(1)
  await reader.query('commit')
  await migrating
  expect((await owner.query('select probe from venue limit 1')).rowCount).toBe(1)
  await reader.end()
})

test('who waits for another migration says for whom', async () => {
  write('create table probe (a integer)')
  const other = new pg.Client({ connectionString: database.url, application_name: 'hub-migrate' })
  await other.connect()
  await other.query('select pg_advisory_lock($1)', [migrationLock])
  const said: string[] = []
  const migrating = migrateFolder((line) => void said.push(line))
  await expect
    .poll(() => said)
    .toEqual([
      expect.stringMatching(
        /^waiting until another \(hub-migrate at 127\.0\.0\.1, connected \d+ seconds ago\) is done$/,
      ),
    ])
  await other.end()
  await migrating
  expect(said.slice(1)).toEqual(['next.sql'])
})

test('who waits takes one connection, and keeps it however long that is', async () => {
  write('create table probe (a integer)')
  const name = new URL(database.url).pathname.slice(1)
  const other = new pg.Client(database.url)
  await other.connect()
  await other.query('select pg_advisory_lock($1)', [migrationLock])
  await owner.query(`alter database ${name} set idle_session_timeout = '1s'`)
  try {
    const said: string[] = []
    const migrating = migrateFolder((line) => void said.push(line))
    await expect.poll(() => said).toHaveLength(1)
    const { rows } = await owner.query(
      `select application_name from pg_stat_activity
       where datname = current_database() and application_name = 'hub-migrate'`,
    )
    expect(rows).toHaveLength(1)
    // By the database's clock.
    await owner.query('select pg_sleep(1.5)')
    await other.end()
    await migrating
    expect(said.slice(1)).toEqual(['next.sql'])
  } finally {
    await owner.query(`alter database ${name} reset idle_session_timeout`)
  }
})

const whoLocks = `select pid from pg_locks where locktype = 'advisory' and objid = ${migrationLock} and granted
  and database = (select oid from pg_database where datname = current_database())`

test('the lock is of a transaction, which a pooler ends with its caller, and keeps no index and no vacuum waiting', async () => {
  write('alter table venue add locked integer')
  const reader = new pg.Client(database.url)
  await reader.connect()
  await reader.query('begin; select count(*) from venue')
  const said: string[] = []
  const migrating = migrateFolder((line) => void said.push(line))
  await expect.poll(() => said).toContain('next.sql waits for somebody who uses what it changes')
  const holders = () =>
    owner.query(`select state, backend_xid, backend_xmin from pg_stat_activity where pid in (${whoLocks})`)
  const { rows } = await holders()
  await reader.query('commit')
  await migrating
  expect(rows).toEqual([{ state: 'idle in transaction', backend_xid: null, backend_xmin: null }])
  expect((await holders()).rows).toEqual([])
  await owner.query('alter table venue drop locked')
  await reader.end()
})

test('a migration that has lost its lock goes no further', async () => {
  write(`select pg_terminate_backend(pid) from (${whoLocks}) l`)
  writeFileSync(join(folder, 'other.sql'), 'create table probe (a integer)')
  await expect(migrateFolder()).rejects.toThrow(
    'The connection that keeps others from migrating meanwhile was lost: start again.',
  )
  rmSync(join(folder, 'other.sql'))
  expect((await owner.query(`select to_regclass('probe') as made`)).rows).toEqual([{ made: null }])
})

test('a file that changed after it was applied stops what comes after, in a sentence that names it', async () => {
  write('create table probe (a integer)')
  await migrateFolder()
  write('create table probe (a integer, b integer)')
  writeFileSync(join(folder, 'next-but-one.sql'), 'drop table probe')
  await expect(migrateFolder()).rejects.toThrow(
    'The migration next.sql has changed since it was applied to this database: put the file back as it was, and make the change in a new migration.',
  )
  rmSync(join(folder, 'next-but-one.sql'))
  expect((await owner.query('select from probe')).rowCount).toBe(0)
})

test('a version from before what is applied is refused', async () => {
  write('create table probe (a integer)')
  await owner.query(`insert into migration (name) values ('other.sql')`)
  await expect(migrateFolder()).rejects.toThrow(
    'This database is of a newer Hub (it has other.sql): start that version, or restore a backup of this one.',
  )
  await owner.query(`delete from migration where name = 'other.sql'`)
  expect((await owner.query(`select to_regclass('probe') as made`)).rows).toEqual([{ made: null }])
})

test('lines that end another way are no change', async () => {
  write('create table probe (\n  a integer\n)')
  await migrateFolder()
  write('create table probe (\r\n  a integer\r\n)')
  await expect(migrateFolder()).resolves.toBeUndefined()
})

test('what a version without checksums applied is held to its file from the next start on', async () => {
  write('create table probe (a integer)')
  // As that version records it, also while it starts beside this one.
  await owner.query(`create table probe (a integer); insert into migration (name) values ('next.sql')`)
  await migrateFolder()
  write('create table probe (a text)')
  await expect(migrateFolder()).rejects.toThrow('The migration next.sql has changed')
})

test('a migration that fills nothing fails with its sentence, and leaves nothing behind', async () => {
  const filling = (whom: string) => `alter table venue add filled integer;
    call for_each_business($$ update venue set filled = 1 where business_id = ${whom} $$);
    call pg_temp.must_be_none('A venue is not filled.', $$ select from venue where filled is null $$)`
  write(filling(`'nobody'`))
  await expect(migrateFolder()).rejects.toThrow(
    /^The migration next\.sql failed: A venue is not filled\. That is so in \w+\.$/,
  )
  const { rows } = await owner.query(
    `select from information_schema.columns where table_name = 'venue' and column_name = 'filled'`,
  )
  expect(rows).toEqual([])
  // As an owner would see it whom row-level security shows no row, and who is told so all the same.
  write(filling('$1 and false'))
  await expect(migrateFolder()).rejects.toThrow('A venue is not filled.')
  write(filling('$1'))
  await migrateFolder()
  await owner.query('alter table venue drop filled')
})

test('a migration takes as long as it takes, whatever limits the database has', async () => {
  const name = new URL(database.url).pathname.slice(1)
  const limits = ['statement_timeout', 'idle_in_transaction_session_timeout']
  // Of PostgreSQL 17 and later.
  const { rowCount } = await owner.query(`select from pg_settings where name = 'transaction_timeout'`)
  if (rowCount) limits.push('transaction_timeout')
  for (const limit of limits) await owner.query(`alter database ${name} set ${limit} = '1s'`)
  write('create table probe as select 1 as one from pg_sleep(1.5)')
  await migrateFolder()
  expect((await owner.query('select from probe')).rowCount).toBe(1)
  for (const limit of limits) await owner.query(`alter database ${name} reset ${limit}`)
})

test('a migration whose connection is lost says so', async () => {
  write('select pg_terminate_backend(pg_backend_pid())')
  await expect(migrateFolder()).rejects.toThrow(
    'The migration next.sql failed: terminating connection due to administrator command',
  )
})

test('a migration with a new number is recorded under the one it had', async () => {
  const { rows } = await owner.query(`select name from migration where name like '%-till.sql'`)
  expect(rows).toEqual([{ name: '0020-till.sql' }])
})

test('an owner who may neither be the role of the server nor make it is told what a superuser runs', async () => {
  const name = new URL(database.url).pathname.slice(1)
  await owner.query(`create role ${name}_other login password 'other' nosuperuser nocreaterole`)
  const other = new URL(database.url)
  other.username = `${name}_other`
  other.password = 'other'
  const refused = migrate(other.href)
  await expect(refused).rejects.toThrow(
    `${name}_other may not work as hub_app. As a superuser: grant hub_app to ${name}_other;`,
  )
  await expect(refused).rejects.toBeInstanceOf(MigrationError)
  const client = new pg.Client(other.href)
  await client.connect()
  expect(await whyNoRole(client, 'hub_none')).toBe(
    `There is no role hub_none, and ${name}_other may not create it. As a superuser: create role hub_none nologin; grant hub_none to ${name}_other;`,
  )
  await client.end()
  expect(await whyNoRole(owner, 'hub_none')).toBeNull()
  await owner.query(`drop role ${name}_other`)
})

test('what 1.1.0 applied in other words is taken over, whose index is there already; what is unknown is refused', async () => {
  const name = '0100-refunds-of-reloads-by-hand.sql'
  const recorded = async () =>
    (await owner.query<{ checksum: string }>('select checksum from migration where name = $1', [name]))
      .rows[0]!.checksum
  const say = (checksum: string) =>
    owner.query('update migration set checksum = $2 where name = $1', [name, checksum])
  const today = await recorded()
  await say('0882ba48c617247dab2c29885cfa1e1ffe958549392350b0a69da2b2c514f1c5')
  // As it was before 0101, which finds the index.
  await owner.query(`delete from migration where name = '0101-refunds-that-wait.sql'`)
  await migrate(database.url)
  expect(await recorded()).toBe(today)
  await say('of nobody')
  await expect(migrate(database.url)).rejects.toThrow(`The migration ${name} has changed`)
  await say(today)
})
