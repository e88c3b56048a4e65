import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { hubCommand } from './command.ts'
import { cloneDatabase, migratedDatabase, superuserUrl } from './database.ts'
import { createOwnedDatabase } from './owned-database.ts'

export type OwnDatabase = Awaited<ReturnType<typeof createOwnedDatabase>>

/** A folder for backups, and databases, all of which are gone after the tests. */
export function backupBench() {
  const secret = 'the secret of the installation that is backed up'
  const folder = mkdtempSync(join(tmpdir(), 'hub-backup-'))
  const opened: OwnDatabase[] = []
  const gone = async (made: Promise<OwnDatabase>) => {
    const database = await made
    opened.push(database)
    return database
  }
  const environment = ({ url }: OwnDatabase, more: Record<string, string> = {}) => ({
    DATABASE_URL: url,
    HUB_SECRET: secret,
    HUB_DATA_DIR: join(folder, 'no-data'),
    ...more,
  })
  return {
    secret,
    folder,
    /** A copy of the demo, of the owner that all tests have. */
    demo: () => gone(cloneDatabase()),
    /** An empty database of an owner who is nobody special. */
    empty: () => gone(createOwnedDatabase()),
    /** One that a server of this version has started on, and nobody has used, of the owner that all tests have. */
    migrated: () => gone(migratedDatabase()),
    environment,
    backUp: async (database: OwnDatabase, name: string, ...options: string[]) => {
      const file = join(folder, name)
      const { code, complained } = await hubCommand(
        ['backup', '--to', file, ...options],
        environment(database),
      )
      if (code !== 0) throw new Error(complained)
      return file
    },
    restore: (file: string, database: OwnDatabase, more?: Record<string, string>, ...options: string[]) =>
      hubCommand(['restore', file, ...options], environment(database, more)),
    close: async () => {
      for (const database of opened) await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** As somebody who sees every row, whoever owns the database. */
export async function asSuperuser<Result>(
  { url }: OwnDatabase,
  work: (client: pg.Client) => Promise<Result>,
) {
  const all = new URL(process.env.TEST_DATABASE_URL ?? '')
  all.pathname = new URL(url).pathname
  const client = new pg.Client(superuserUrl(all.href))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The names of all tables. */
export const tableNames = `
  select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where relkind in ('r', 'p') and not relispartition and nspname in ('public', 'identity', 'graphile_worker')
    and relname not in ('job_pool', 'process_beat', 'call_count', 'migrations') order by 1`

/** A sum over all rows of every table, and what guards them, by name. */
export function everything(database: OwnDatabase) {
  return asSuperuser(database, async (client) => {
    const found: Record<string, unknown> = {}
    for (const { name } of (await client.query<{ name: string }>(tableNames)).rows) {
      const { rows } = await client.query(
        `select count(*), md5(string_agg(t::text, E'\\n' order by t::text)) as sum from ${name} t`,
      )
      found[name] = rows[0]
    }
    const guards = await client.query(`
      select 'key ' || conrelid::regclass || ' ' || conname as name, pg_get_constraintdef(oid) || convalidated as is
        from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = any(array['public', 'identity', 'graphile_worker']::regnamespace[])
      union all select 'trigger ' || tgrelid::regclass || ' ' || tgname, tgenabled::text from pg_trigger
        -- That one is there alone where scans are cut by month.
        where not tgisinternal and tgparentid = 0 and tgname <> 'scans_are_in_their_part'
      union all select 'rows ' || oid::regclass, relrowsecurity::text || relforcerowsecurity from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      union all select 'sequence ' || schemaname || '.' || sequencename, coalesce(last_value::text, 'unused') from pg_sequences`)
    return { ...found, ...Object.fromEntries(guards.rows.map(({ name, is }) => [name, is])) }
  })
}
