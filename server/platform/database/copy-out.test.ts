import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, openTestDatabase, superuserUrl } from '#tests/database.ts'
import type { Database } from './types.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let database: Database
let owner: pg.Client
beforeAll(async () => {
  clone = await cloneDatabase()
  database = openTestDatabase(clone.url)
  owner = new pg.Client(superuserUrl(clone.url))
  await owner.connect()
})
afterAll(async () => {
  await database.close()
  await owner.end()
  await clone.drop()
})

// More than fits on the way: PostgreSQL has to wait for its reader.
const large = sql`select repeat('x', 1000) from generate_series(1, 200000)`
const copyOf = (businessId: string, query = large) =>
  database.forTenant(businessId).copy(query)[Symbol.asyncIterator]()

const cut = () =>
  owner.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)

test('downloads that nobody reads on keep no other business from its own', async () => {
  const stalled = ['one', 'one', 'two', 'two'].map((businessId) => copyOf(businessId))
  for (const each of stalled) await each.next()
  const other = copyOf('three', sql`select 1`)
  expect(Buffer.from((await other.next()).value as Uint8Array).toString()).toBe('1\r\n')
  expect((await other.next()).done).toBe(true)
  for (const each of stalled) await each.return?.()
})

test('one whose connection is lost while its reader pauses fails when it is read on, and nothing else does', async () => {
  const paused = copyOf('one')
  await paused.next()
  await cut()
  const readOn = async () => {
    for (let piece = await paused.next(); !piece.done; piece = await paused.next());
  }
  await expect(readOn()).rejects.toThrow(/terminat/)
})

test('one whose connection was lost before its first piece is begun again', async () => {
  const warm = copyOf('one', sql`select 1`)
  while (!(await warm.next()).done);
  // The pool may not know yet that what it has is gone.
  await cut()
  const next = copyOf('one', sql`select 2`)
  expect(Buffer.from((await next.next()).value as Uint8Array).toString()).toBe('2\r\n')
  await next.return?.()
})
