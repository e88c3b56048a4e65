import { readdirSync, readFileSync } from 'node:fs'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'

const folder = new URL('../migrations/', import.meta.url)

// Any number that nothing else in this database locks.
const migrationLock = 7_266_001

/** Brings the database to this version's shape. Several processes may call it at once: one works, the others wait. */
export async function migrate(
  ownerUrl: string,
  log: (line: string) => void = () => undefined,
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
    for (const name of migrationNames().filter((candidate) => !done.has(candidate))) {
      log(name)
      await apply(client, name)
    }
  } finally {
    await client.end()
  }
}

/** The names of the migrations this version has, in their order. */
export function migrationNames(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
}

async function apply(client: pg.Client, name: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(readFileSync(new URL(name, folder), 'utf8'))
    await client.query('insert into migration (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
