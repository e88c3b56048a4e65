import { createHash } from 'node:crypto'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { migrationLock, recordedMigrations } from '#platform/database'
import { version } from '#platform/settings'
import { isCheckOf } from '#server/secret'
import { BackupTrouble } from './backup-trouble.ts'
import { quoted, sequencesOf, type Table, tablesOf } from './catalogue.ts'
import { businessesOf, lookInto } from './every-business.ts'
import { ledgerSums } from './ledger-sums.ts'
import {
  type BackedUpTable,
  backupFormat,
  type Manifest,
  manifestName,
  partName,
  sealName,
  secretName,
} from './manifest.ts'
import { checkOf, sealOf } from './secret-check.ts'
import type { Entry } from './tar.ts'

// So much of a table is kept in memory at once.
const partBytes = 2 ** 20

export type BackupOptions = { readonly secret: string; readonly withSecret: boolean; readonly takenAt: Date }

/** Everything in the database as of one moment, as the entries of an archive; others go on reading and writing. */
export async function* backupEntries(client: pg.Client, options: BackupOptions): AsyncGenerator<Entry> {
  const { secret, withSecret, takenAt } = options
  const known = await openSnapshot(client)
  await requireOwnSecret(client, known.tables, secret)
  if (withSecret) yield { name: secretName, content: Buffer.from(secret) }
  const tables: BackedUpTable[] = []
  for (const table of known.tables) tables.push(yield* tableEntries(client, table, known.businesses))
  const manifest: Manifest = {
    format: backupFormat,
    hub: version,
    takenAt: takenAt.toISOString(),
    postgres: known.postgres,
    migrations: known.migrations,
    tables,
    sequences: known.sequences,
    ledger: await ledgerSums(client, known.businesses),
    secret: { ...checkOf(secret), isIncluded: withSecret },
  }
  const content = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  yield { name: manifestName, content }
  const seal = { manifest: createHash('sha256').update(content).digest('hex'), seal: sealOf(secret, content) }
  yield { name: sealName, content: Buffer.from(`${JSON.stringify(seal)}\n`) }
}

/** Begins the one transaction that sees one moment, and learns what there is to be read in it. */
async function openSnapshot(client: pg.Client) {
  // While a migration is under way there is no moment to be had; once the tables are ours to read, the next one waits for us.
  await client.query('select pg_advisory_lock_shared($1)', [migrationLock])
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

/** With another secret a restore would take the wrong one for the right one. */
async function requireOwnSecret(client: pg.Client, tables: readonly Table[], secret: string): Promise<void> {
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

/** The rows of a table in parts of about a megabyte; tells what they were. */
async function* tableEntries(
  client: pg.Client,
  table: Table,
  businesses: readonly string[],
): AsyncGenerator<Entry, BackedUpTable> {
  const sum = createHash('sha256')
  let [part, rows, bytes, held, heldBytes] = [0, 0, 0, [] as Buffer[], 0]
  const entry = (): Entry => {
    const content = Buffer.concat(held)
    ;[held, heldBytes] = [[], 0]
    return { name: partName(table, ++part), content }
  }
  for (const businessId of table.isConfined ? businesses : [null]) {
    if (businessId !== null) await lookInto(client, businessId)
    const copy = client.query(copyTo(copyStatement(table, businessId)))
    for await (const chunk of copy as AsyncIterable<Buffer>) {
      sum.update(chunk)
      held.push(chunk)
      bytes += chunk.length
      heldBytes += chunk.length
      if (heldBytes >= partBytes) yield entry()
    }
    rows += copy.rowCount
  }
  if (heldBytes > 0) yield entry()
  const { schema, name, columns } = table
  return { schema, name, columns: [...columns], rows, bytes, sha256: sum.digest('hex') }
}

function copyStatement(table: Table, businessId: string | null): string {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  // By what the policy asks, and once more in words: what is open to the platform as well is read once.
  const own = businessId === null ? '' : ` where business_id = ${pg.escapeLiteral(businessId)}`
  return `copy (select ${columns} from only ${quoted(table)}${own}) to stdout`
}
