import { setTimeout as pause } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { type MigrationFile, migrationFiles } from './migration-files.ts'

/** What has to be put right before this version can start on this database, in one sentence. */
export class MigrationError extends Error {}

// Any number that nothing else in this database locks.
const migrationLock = 7_266_001

/** Brings the database to this version's shape. Several processes may call it at once: one works, the others wait. */
export async function migrate(
  ownerUrl: string,
  log: (line: string) => void = () => undefined,
  folder?: URL,
): Promise<void> {
  const files = migrationFiles(folder)
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'hub-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await runMigrations({ connectionString: ownerUrl, logger: new Logger(() => () => undefined) })
    const applied = await appliedMigrations(client)
    await compareWithApplied(client, files, applied)
    for (const file of files.filter(({ recordedName }) => !applied.has(recordedName))) {
      log(file.name)
      await insistOn(client, file, log)
    }
  } finally {
    await client.end()
  }
}

/** The checksum of what is applied, by its recorded name; null where a version before checksums applied it. */
async function appliedMigrations(client: pg.Client): Promise<Map<string, string | null>> {
  await client.query(
    'create table if not exists migration (name text primary key, at timestamptz not null default now(), checksum text)',
  )
  // Asked first: adding it anew would wait for every backup that reads the table, only to find it there.
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'migration'::regclass and attname = 'checksum' and not attisdropped`,
  )
  if (!rowCount) await client.query('alter table migration add column checksum text')
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    'select name, checksum from migration',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** Refuses files that say something else than what was applied. Where nothing is known of that yet, theirs counts from now on. */
async function compareWithApplied(
  client: pg.Client,
  files: readonly MigrationFile[],
  applied: ReadonlyMap<string, string | null>,
): Promise<void> {
  const changed = files.find(
    ({ recordedName, checksum }) => (applied.get(recordedName) ?? checksum) !== checksum,
  )
  if (changed)
    throw new MigrationError(
      `The migration ${changed.name} has changed since it was applied to this database: put the file back as it was, and make the change in a new migration.`,
    )
  for (const { recordedName, checksum } of files.filter((file) => applied.get(file.recordedName) === null))
    await client.query('update migration set checksum = $2 where name = $1', [recordedName, checksum])
}

// Whoever waits for a table keeps all who come after waiting, too: so long, and no longer, before it lets them pass.
const lockTimeoutMs = 2_000
const restMs = 1_000
const mostTries = 300
// Somebody has what it wants, and perhaps waits for what it has.
const lockTrouble = new Set(['55P03', '40P01'])

/** Applies it as soon as the tables it changes are free for a moment: others go on meanwhile. */
async function insistOn(client: pg.Client, file: MigrationFile, log: (line: string) => void): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await apply(client, file)
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } }
      if (!lockTrouble.has(cause?.code ?? '') || tries === mostTries) throw error
      if (tries === 1) log(`${file.name} waits for somebody who uses what it changes`)
      await pause(restMs)
    }
}

async function apply(client: pg.Client, { name, recordedName, sql, checksum }: MigrationFile): Promise<void> {
  await client.query('begin')
  await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
  try {
    await client.query(sql)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [recordedName, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
