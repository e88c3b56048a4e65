import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationNames, mustBeNone } from '#platform/database'
import { createOwnedDatabase, migrateUntil } from '#tests/owned-database.ts'

let database: Awaited<ReturnType<typeof createOwnedDatabase>>
let owner: pg.Client
beforeAll(async () => {
  database = await createOwnedDatabase()
  owner = new pg.Client(database.url)
  await owner.connect()
  await owner.query(mustBeNone)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

// Before it nobody served while the database was migrated.
const lastOfBefore = '0094-brakes-of-sending.sql'
// Few rows, which calls don't read.
const mayBeClosed = ['retention']

const textOf = (name: string) =>
  readFileSync(new URL(`../server/migrations/${name}`, import.meta.url), 'utf8')

/** The tables from before that it has closed to those who read, and those whose rows it has gone through to index them. */
async function locksOf(name: string) {
  const before = (
    await owner.query<{ id: number }>(`select oid::int as id from pg_class where relkind = 'r'`)
  ).rows
  await owner.query('begin')
  try {
    await owner.query(textOf(name))
  } catch (error) {
    await owner.query('rollback')
    // What builds indexes concurrently can't be in a transaction, and closes nothing.
    if ((error as { code?: string }).code === '25001') return { closed: [], gone: [] }
    throw error
  }
  const { rows } = await owner.query<{ table: string; mode: string }>(
    `select relation::regclass::text as table, mode from pg_locks
     where pid = pg_backend_pid() and locktype = 'relation' and relation::int = any($1) order by 1`,
    [before.map(({ id }) => id)],
  )
  await owner.query('rollback')
  const of = (mode: string) => rows.filter((lock) => lock.mode === mode).map(({ table }) => table)
  return { closed: of('AccessExclusiveLock'), gone: of('ShareLock') }
}

test('what takes as long as there are rows keeps no table closed that the former version reads meanwhile', async () => {
  const closedFor: Record<string, string[]> = {}
  const unwritable: Record<string, string[]> = {}
  let former = lastOfBefore
  for (const name of migrationNames().filter((each) => each > lastOfBefore)) {
    await migrateUntil(database.url, former)
    former = name
    const { closed, gone } = await locksOf(name)
    if (gone.length > 0) unwritable[name] = gone
    const takesLong = gone.length > 0 || textOf(name).includes('for_each_business')
    if (takesLong) closedFor[name] = closed.filter((table) => !mayBeClosed.includes(table))
  }
  // An index is built beside those who write (create index concurrently), in a file of its own.
  expect(unwritable).toEqual({
    // Was released before anybody looked for that.
    '0096-what-else-falls-away.sql': ['pass_invitation_recipient', 'request_file', 'visitor_entry'],
  })
  expect(closedFor).toEqual({
    '0096-what-else-falls-away.sql': [],
    '0105-venues-of-renewals.sql': [],
    '0108-google-hears-of-passes-whole.sql': [],
    '0124-requests-of-those-who-left.sql': [],
    '0131-suspended-businesses-were-not-looked-at.sql': [],
    '0116-sums-are-begun.sql': [],
    '0121-kinds-of-payments.sql': [],
    '0136-sums-of-records-from-before.sql': [],
  })
})
