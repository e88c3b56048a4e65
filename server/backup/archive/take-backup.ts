import { createHash } from 'node:crypto'
import type pg from 'pg'
import { version } from '#platform/settings'
import { ledgerSums } from './ledger-sums.ts'
import {
  type BackedUpTable,
  backupFormat,
  type Manifest,
  manifestName,
  sealName,
  secretName,
} from './manifest.ts'
import { checkOf, sealOf } from './secret-check.ts'
import { openSnapshot, requireOwnSecret } from './snapshot.ts'
import { rowsOfTenant, tableEntries } from './table-entries.ts'
import type { Entry } from './tar.ts'

export type BackupOptions = { readonly secret: string; readonly withSecret: boolean; readonly takenAt: Date }

/** Everything in the database as of one moment, as the entries of an archive; others go on reading and writing. */
export async function* backupEntries(client: pg.Client, options: BackupOptions): AsyncGenerator<Entry> {
  const { secret, withSecret, takenAt } = options
  const known = await openSnapshot(client)
  await requireOwnSecret(client, known.tables, secret)
  if (withSecret) yield { name: secretName, content: Buffer.from(secret) }
  const tables: BackedUpTable[] = []
  for (const table of known.tables)
    tables.push(
      yield* tableEntries(client, table, table.isConfined ? known.businesses.map(rowsOfTenant) : [{}]),
    )
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
