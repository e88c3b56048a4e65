import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { isAsApplied, migrate, recordedMigrations, restoreMark } from '#platform/database'
import { BackupTrouble } from './backup-trouble.ts'
import { plainName, quoted, relationsIn } from './catalogue.ts'
import { asOwner } from './connect.ts'
import { businessesOf } from './every-business.ts'
import { ledgerSums } from './ledger-sums.ts'
import { copyingInto, loadInto, openTables } from './load-tables.ts'
import type { Manifest } from './manifest.ts'
import { type Backup, readBackup } from './read-backup.ts'

/**
 * Puts a backup into an empty database: as far as its version had migrated, then its rows in one transaction, then the
 * migrations since. Until all rows are in and proven, the database is marked, and no server starts on it. What is to come in
 * with them, or not at all, `lastOf` does at the end of that transaction: from then on they may be in, whatever fails.
 */
export async function restoreBackup(
  databaseUrl: string,
  { file, manifest }: Backup,
  say: (line: string) => void,
  lastOf: (client: pg.Client) => Promise<void> = async () => undefined,
): Promise<void> {
  const only = migrationsFor(manifest)
  await asOwner(databaseUrl, (client) => markEmpty(client, only))
  await migrate(databaseUrl, undefined, undefined, { only, isRestoring: true })
  await asOwner(databaseUrl, (client) => load(client, file, manifest, lastOf))
  say(`Every row of ${manifest.tables.length} tables is in, and every foreign key and sum proven.`)
  await migrate(databaseUrl, (name) => say(`Migrating: ${name}`))
  // Without it the first hour's plans would be made for empty tables.
  await asOwner(databaseUrl, (client) => client.query('analyze'))
}

/** The migrations that the backup's version had; refused if this version doesn't have them, or has others by that name. */
function migrationsFor({ migrations, hub }: Manifest): ReadonlySet<string> {
  const known = recordedMigrations()
  for (const { name, checksum } of migrations) {
    const own = known.get(name)
    if (own === undefined)
      throw new BackupTrouble(
        `The backup is of a newer Hub (${hub}, with ${name}): restore it with that version or a later one.`,
      )
    if (!isAsApplied({ recordedName: name, checksum: own }, checksum))
      throw new BackupTrouble(
        `The migration ${name} of the backup is not the one that this version has: restore it with the version that made it (${hub}).`,
      )
  }
  return new Set(migrations.map(({ name }) => name))
}

async function markEmpty(client: pg.Client, only: ReadonlySet<string>): Promise<void> {
  const found = await relationsIn(client)
  if (found.includes(restoreMark)) return requireFormer(client, found, only)
  if (found.length > 0)
    throw new BackupTrouble(
      `The database isn't empty (it has ${found.length} tables and the like, ${found[0]} among them), and a restore never overwrites: name an empty one by DATABASE_URL or HUB_DATA_DIR.`,
    )
  await client.query(`create table ${restoreMark} (begun_at timestamptz not null default now())`)
}

/** A restore that was broken off may be begun again, unless it was of a newer backup. */
async function requireFormer(
  client: pg.Client,
  found: readonly string[],
  only: ReadonlySet<string>,
): Promise<void> {
  if (!found.includes('public.migration')) return
  const { rows } = await client.query<{ name: string }>('select name from public.migration')
  if (rows.some(({ name }) => !only.has(name)))
    throw new BackupTrouble(
      'A restore of a newer backup was broken off in this database: make the database anew.',
    )
}

/** All rows, or none. */
async function load(
  client: pg.Client,
  file: string,
  manifest: Manifest,
  lastOf: (client: pg.Client) => Promise<void>,
): Promise<void> {
  await client.query('begin')
  // Two at once would both find it unfinished.
  await client.query(`lock table ${restoreMark} in access exclusive mode`)
  const { tables, close } = await openTables(client)
  const loading = loadInto(client, copyingInto(tables, manifest.tables))
  await readBackup(file, loading.take)
  compareRows(manifest, await loading.finish())
  for (const sequence of manifest.sequences)
    await client.query('select setval($1, $2, $3)', [quoted(sequence), sequence.lastValue, sequence.isCalled])
  // Whoever worked on them isn't here.
  await client.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null')
  await client.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null')
  // What wrote this very backup was under way in it, and is done.
  await client.query(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = 'take_backup'`,
  )
  if (!isDeepStrictEqual(await ledgerSums(client, await businessesOf(client)), manifest.ledger))
    throw new BackupTrouble("The sums of the ledger are not the manifest's: nothing was restored.")
  await close()
  await client.query(`drop table ${restoreMark}`)
  await lastOf(client)
  await client.query('commit')
}

function compareRows({ tables }: Manifest, rows: ReadonlyMap<string, number>): void {
  for (const table of tables) {
    const found = rows.get(plainName(table)) ?? 0
    if (found !== table.rows)
      throw new BackupTrouble(
        `The table ${plainName(table)} has ${found} rows in the file and ${table.rows} in its manifest: nothing was restored.`,
      )
  }
}
