import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'

const ownMigrations = new URL('../../migrations/', import.meta.url)

// Any number that nothing else in this database locks.
const migrationLock = 7_266_001

/** Brings the database to this version's shape. Several processes may call it at once: one works, the others wait. */
export async function migrate(
  ownerUrl: string,
  log: (line: string) => void = () => undefined,
  folder = ownMigrations,
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'hub-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await runMigrations({ connectionString: ownerUrl, logger: new Logger(() => () => undefined) })
    await client.query(
      'create table if not exists migration (name text primary key, at timestamptz not null default now())',
    )
    const done = new Set(
      (await client.query<{ name: string }>('select name from migration')).rows.map((row) => row.name),
    )
    for (const name of migrationNames(folder).filter((candidate) => !done.has(candidate))) {
      log(name)
      await insistOn(client, folder, name, log)
    }
  } finally {
    await client.end()
  }
}

/** The names of the migrations this version has, in their order. */
export function migrationNames(folder = ownMigrations): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
}

// Whoever waits for a table keeps all who come after waiting, too: so long, and no longer, before it lets them pass.
const lockTimeoutMs = 2_000
const restMs = 1_000
const mostTries = 300
const lockNotAvailable = '55P03'

/** Applies it as soon as the tables it changes are free for a moment: others go on meanwhile. */
async function insistOn(
  client: pg.Client,
  folder: URL,
  name: string,
  log: (line: string) => void,
): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await apply(client, folder, name)
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } }
      if (cause?.code !== lockNotAvailable || tries === mostTries) throw error
      if (tries === 1) log(`${name} waits for somebody who uses what it changes`)
      await pause(restMs)
    }
}

async function apply(client: pg.Client, folder: URL, name: string): Promise<void> {
  await client.query('begin')
  await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
  try {
    await client.query(readFileSync(new URL(name, folder), 'utf8'))
    await client.query('insert into migration (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
