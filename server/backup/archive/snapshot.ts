import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { migrationLock, recordedMigrations } from '#platform/database'
import { isCheckOf } from '#server/secret'
import { BackupTrouble } from './backup-trouble.ts'
import { quoted, sequencesOf, type Table, tablesOf } from './catalogue.ts'
import { businessesOf } from './every-business.ts'

/** Begins the one transaction that sees one moment, and learns what there is to be read in it. */
export async function openSnapshot(client: pg.Client) {
  // While a migration is under way there is no moment to be had; once the tables are ours to read, the next one waits for us.
  while (!(await isBetweenMigrations(client))) await pause(lookMs)
  await client.query('begin isolation level repeatable read read only')
  const tables = await tablesOf(client)
  const migrations = await migrationsIn(client, tables)
  await client.query(`lock table ${tables.map(quoted).join(', ')} in access share mode`)
  await client.query('select pg_advisory_unlock_shared($1)', [migrationLock])
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  return {
    tables,
    migrations,
    sequences: await sequencesOf(client),
    businesses: await businessesOf(client),
    postgres: rows[0]!.server_version,
  }
}

// It asks again instead of waiting in line: who waits has a transaction open, and an index that the migration builds waits for that.
const lookMs = 250

async function isBetweenMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isSo: boolean }>('select pg_try_advisory_lock_shared($1) as "isSo"', [
    migrationLock,
  ])
  return rows[0]!.isSo
}

/** With another secret a restore would take the wrong one for the right one. */
export async function requireOwnSecret(
  client: pg.Client,
  tables: readonly Table[],
  secret: string,
): Promise<void> {
  if (!tables.some(({ schema, name }) => schema === 'public' && name === 'secret_check')) return
  const { rows } = await client.query<{ sealed: Buffer }>('select sealed from public.secret_check')
  if (rows[0] && !isCheckOf(secret, rows[0].sealed))
    throw new BackupTrouble(
      'HUB_SECRET is not the one that this database is sealed with: set it to that one, so that a restore can tell which it needs.',
    )
}

async function migrationsIn(client: pg.Client, tables: readonly Table[]) {
  if (!tables.some(({ schema, name }) => schema === 'public' && name === 'migration'))
    throw new BackupTrouble('This database is not one of Hub, or not migrated: there is nothing to back up.')
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    'select name, checksum from public.migration order by name',
  )
  const known = recordedMigrations()
  const newer = rows.find(({ name }) => !known.has(name))
  if (newer)
    throw new BackupTrouble(
      `This database is of a newer Hub (it has ${newer.name}): back it up with that version.`,
    )
  return rows
}
