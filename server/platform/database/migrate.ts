import { setTimeout as pause } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { buildIndexes, type ConcurrentIndex, lockTimeoutMs, migrationClient } from './concurrent-indexes.ts'
import { isAsApplied, type MigrationFile, migrationFiles, mustBeNone } from './migration-files.ts'
import { ownerPool } from './pool.ts'
import { whyNotHere } from './requirements.ts'

/** What has to be put right before this version can start on this database, in one sentence. */
export class MigrationError extends Error {}

/** Any number that nothing else in this database locks. */
export const migrationLock = 7_266_001

/** The table that is there from the first step of a restore to its last: without it all of a backup is in. */
export const restoreMark = 'public.unfinished_restore'

type MigrateOptions = {
  /** The recorded names of what is to be applied, where that isn't all: as far as a backup's version went. */
  readonly only?: ReadonlySet<string>
  /** Whether the restore that the database is marked with is the one that asks. */
  readonly isRestoring?: boolean
}

/** Brings the database to this version's shape. Several processes may call it at once: one works, the others wait. */
export async function migrate(
  ownerUrl: string,
  log: (line: string) => void = () => undefined,
  folder?: URL,
  { only, isRestoring = false }: MigrateOptions = {},
): Promise<void> {
  const files = migrationFiles(folder).filter(({ recordedName }) => only?.has(recordedName) ?? true)
  await locked(ownerUrl, log, (requireLock) =>
    connected(ownerUrl, async (client) => {
      await stayConnected(client)
      if (!isRestoring) await requireWhole(client)
      await migrateQueue(ownerUrl)
      const applied = await appliedMigrations(client)
      if (!only) refuseNewer(files, applied)
      await compareWithApplied(client, files, applied)
      for (const file of files.filter(({ recordedName }) => !applied.has(recordedName))) {
        await requireLock()
        log(file.name)
        await insistOn(file, log, () =>
          file.indexes ? build({ client, ownerUrl }, file, file.indexes, log) : apply(client, file),
        )
      }
    }),
  )
}

/** Works on a connection of its own. */
async function connected(ownerUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = migrationClient(ownerUrl)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** However long it has nothing to say, while it waits or another works for it. */
async function stayConnected(client: pg.Client): Promise<void> {
  await client.query('set idle_session_timeout = 0')
}

/**
 * Works while no other migrates here. Who waits takes this one connection, as others may who wait beside it. The lock is of a
 * transaction that does nothing else: a pooler may keep a connection whose caller is gone, with what was locked on it, but ends a
 * transaction. Between statements it sees no moment, so nothing waits for it.
 */
function locked(
  ownerUrl: string,
  log: (line: string) => void,
  work: (requireLock: () => Promise<void>) => Promise<void>,
): Promise<void> {
  return connected(ownerUrl, async (client) => {
    const sentence = await whyNotHere(client)
    if (sentence) throw new MigrationError(sentence)
    await stayConnected(client)
    await takeLock(client, log)
    await work(async () => {
      await client.query('select').catch((cause: unknown) => {
        throw new MigrationError(
          'The connection that keeps others from migrating meanwhile was lost: start again.',
          { cause },
        )
      })
    })
    await client.query('rollback').catch(() => undefined)
  })
}

// So often it looks whether the other is done, and after so many looks it says once more that it waits.
const lookMs = 250
const looksBetweenWords = 120

/** Waits until no other migrates here, and says for whom. */
async function takeLock(client: pg.Client, log: (line: string) => void): Promise<void> {
  const began = Date.now()
  for (let looks = 0; ; looks++) {
    await client.query('begin isolation level read committed read only')
    await liftLimits(client)
    // Written out: a statement with parameters would leave its moment open to the end of the transaction.
    const { rows } = await client.query<{ isOurs: boolean }>(
      `select pg_try_advisory_xact_lock(${migrationLock}) as "isOurs"`,
    )
    if (rows[0]!.isOurs) return
    // An index that the other builds waits for every transaction that looked at something meanwhile.
    await client.query('rollback')
    if (looks % looksBetweenWords === 0) {
      const waited = looks > 0 ? `for ${Math.round((Date.now() - began) / 1000)} seconds now, ` : ''
      log(`waiting ${waited}until ${await whoMigrates(client)} is done`)
    }
    await pause(lookMs)
  }
}

/** Who has the lock: what it calls itself, where it is, and since when it is at it. */
async function whoMigrates(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string; place: string; seconds: number | null }>(
    `select coalesce(nullif(a.application_name, ''), 'a program') as name,
       coalesce(host(a.client_addr), 'this machine') as place,
       round(extract(epoch from clock_timestamp() - a.backend_start))::int as seconds
     from pg_locks l left join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.objid = $1 and l.objsubid = 1 and l.granted
       and l.database = (select oid from pg_database where datname = current_database())
     order by a.backend_start limit 1`,
    [migrationLock],
  )
  const [other] = rows
  if (!other) return 'another'
  return `another (${other.name} at ${other.place}, connected ${other.seconds ?? 0} seconds ago)`
}

/** The queue's own tables, on connections whose loss ends nothing else. */
async function migrateQueue(ownerUrl: string): Promise<void> {
  const pgPool = ownerPool(ownerUrl, 2)
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => undefined) })
  } finally {
    await pgPool.end()
  }
}

/** What was restored in part would look like an installation that has lost the rest. */
async function requireWhole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ mark: string | null }>('select to_regclass($1) as mark', [
    restoreMark,
  ])
  if (rows[0]?.mark)
    throw new MigrationError(
      'A restore into this database is under way or was broken off: run hub restore again, or make the database anew.',
    )
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

/** A version that starts on the shape of a later one would write what that one no longer expects. */
function refuseNewer(files: readonly MigrationFile[], applied: ReadonlyMap<string, unknown>): void {
  const last = files.at(-1)?.recordedName ?? ''
  const newer = [...applied.keys()].find((name) => name > last)
  if (newer)
    throw new MigrationError(
      `This database is of a newer Hub (it has ${newer}): start that version, or restore a backup of this one.`,
    )
}

/** Refuses files that say something else than what was applied. Of what is known otherwise, or not at all, theirs counts from now on. */
async function compareWithApplied(
  client: pg.Client,
  files: readonly MigrationFile[],
  applied: ReadonlyMap<string, string | null>,
): Promise<void> {
  const changed = files.find((file) => !isAsApplied(file, applied.get(file.recordedName) ?? null))
  if (changed)
    throw new MigrationError(
      `The migration ${changed.name} has changed since it was applied to this database: put the file back as it was, and make the change in a new migration.`,
    )
  for (const { recordedName, checksum } of files)
    if (applied.has(recordedName) && applied.get(recordedName) !== checksum)
      await client.query('update migration set checksum = $2 where name = $1', [recordedName, checksum])
}

const restMs = 1_000
const mostTries = 300
// Somebody has what it wants, and perhaps waits for what it has.
const lockTrouble = new Set(['55P03', '40P01'])

/** Tries until the tables it changes are free for a moment, and says once that it waits: others go on meanwhile. */
export async function insist(attempt: () => Promise<unknown>, sayItWaits: () => void): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await attempt()
      return
    } catch (error) {
      const { code, cause } = error as { code?: string; cause?: { code?: string } }
      if (!lockTrouble.has(code ?? cause?.code ?? '') || tries === mostTries) throw error
      if (tries === 1) sayItWaits()
      await pause(restMs)
    }
}

const insistOn = ({ name }: MigrationFile, log: (line: string) => void, attempt: () => Promise<void>) =>
  insist(attempt, () => log(`${name} waits for somebody who uses what it changes`))

async function apply(client: pg.Client, file: MigrationFile): Promise<void> {
  await client.query('begin')
  try {
    await liftLimits(client)
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
    await client.query(mustBeNone)
    await client.query(file.sql)
    await record(client, file)
    await client.query('commit')
  } catch (error) {
    // Where the connection is lost, that is the reason, and the database rolls back by itself.
    await client.query('rollback').catch(() => undefined)
    throw failed(file, error)
  }
}

/** However long the transaction takes: limits that somebody set for the role or the database are meant for others. */
async function liftLimits(client: pg.Client): Promise<void> {
  // Which of them there are depends on the version.
  await client.query(
    `select set_config(name, '0', true) from pg_settings
     where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`,
  )
}

/** In no transaction: killed half way, it is gone on with, and recorded once all of them are there. */
async function build(
  connection: { readonly client: pg.Client; readonly ownerUrl: string },
  file: MigrationFile,
  indexes: readonly ConcurrentIndex[],
  log: (line: string) => void,
): Promise<void> {
  try {
    await buildIndexes(connection, indexes, (line) => log(`${file.name} ${line}`))
    await record(connection.client, file)
  } catch (error) {
    throw failed(file, error)
  }
}

async function record(client: pg.Client, { recordedName, checksum }: MigrationFile): Promise<void> {
  await client.query('insert into migration (name, checksum) values ($1, $2)', [recordedName, checksum])
}

function failed({ name }: MigrationFile, cause: unknown): Error {
  return new Error(`The migration ${name} failed: ${(cause as Error).message}`, { cause })
}
