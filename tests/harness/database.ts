import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type DatabaseOptions, openDatabase } from '#platform/database'
import { readSettings } from '#platform/settings'

/** A copy of the demo database for the caller alone, as its owner. */
export const cloneDatabase = () => copyOf(demoDatabase())

/** A database of the same owner that has been migrated, and holds nothing, for the caller alone: to migrate takes seconds. */
export const migratedDatabase = () => copyOf(`${demoDatabase()}_bare`)

/** Keeps what the database is like before anything is in it. */
export async function keepBare(): Promise<void> {
  const bare = `${demoDatabase()}_bare`
  await run(`drop database if exists ${bare}`)
  await run(creating(bare, demoDatabase()))
}

const demoUrl = () => new URL(process.env.TEST_DATABASE_URL ?? '')
const demoDatabase = () => demoUrl().pathname.slice(1)
const creating = (name: string, template: string) =>
  `create database ${name} owner ${demoUrl().username} template ${template} strategy file_copy`

async function copyOf(template: string) {
  const name = `test_${randomBytes(6).toString('hex')}`
  await run(creating(name, template))
  return {
    url: new URL(`/${name}`, demoUrl()).href,
    drop: () => run(`drop database ${name} with (force)`),
  }
}

/**
 * The same database for somebody who sees every row and may do everything. That is not its owner, whom row-level
 * security binds.
 */
export function superuserUrl(url: string): string {
  const superuser = new URL(process.env.TEST_SUPERUSER_URL ?? url)
  superuser.pathname = new URL(url).pathname
  return superuser.href
}

/** Beside all of them. */
async function run(statement: string) {
  const client = new pg.Client(superuserUrl(new URL('/postgres', demoUrl()).href))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * The settings of a server on a test's database: with the driver that this run of the tests is for. Tests crowd the
 * machine: that a server is late says nothing there.
 */
export function testSettings(url: string, environment: Record<string, string> = {}) {
  const { HUB_DATABASE_DRIVER } = process.env
  return readSettings({
    HUB_LOG_LEVEL: 'silent',
    HUB_BUSY_AFTER_MS: '60000',
    DATABASE_URL: url,
    HUB_DATABASE_DRIVER,
    ...environment,
  })
}

/** Opens a database with the driver that this run of the tests is for. */
export function openTestDatabase(url: string, options: DatabaseOptions = {}) {
  return openDatabase(url, { driver: testSettings(url).database.driver, ...options })
}

/** The tables that hold rows of businesses. */
export async function tablesOfBusinesses(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(`
    select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and not a.attisdropped
    order by 1`)
  return rows.map(({ name }) => name)
}
