import sql from 'sql-template-tag'
import { type Database, noTenant, type Queries, type Transaction } from '#platform/database'
import { createVault, type SealedColumn, type Vault } from '#platform/secrets'

export const sealedWalletKeys: SealedColumn = {
  table: 'wallet_keys',
  column: 'sealed',
  key: { column: 'name', type: 'text' },
  purpose: 'hub wallet keys',
  contextFrom: ['name'],
  contextOf: ([name]) => name!,
}

export const vaultOfKeys = (secret: string): Vault => createVault(secret, sealedWalletKeys.purpose)

/**
 * What this installation has made for itself, once and for all its processes: kept sealed in the database.
 * What was sealed with another secret is made anew.
 */
export async function kept<Keys extends object>(
  database: Database,
  vault: Vault,
  name: string,
  make: () => Promise<Keys>,
): Promise<Keys> {
  const known = await read<Keys>(database.forTenant(noTenant), vault, name)
  if (known) return known
  return database.transaction(noTenant, (tx) => keptIn(tx, vault, name, make))
}

/** The same in a transaction. */
export async function keptIn<Keys extends object>(
  tx: Transaction,
  vault: Vault,
  name: string,
  make: () => Promise<Keys>,
): Promise<Keys> {
  // Of several processes one makes them, and the others wait.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('wallet_keys', 0))`)
  const made = await read<Keys>(tx, vault, name)
  if (made) return made
  const keys = await make()
  const sealed = vault.seal(Buffer.from(JSON.stringify(keys)), name)
  await tx.run(sql`
    insert into wallet_keys (name, sealed) values (${name}, ${sealed})
    on conflict (name) do update set sealed = excluded.sealed`)
  return keys
}

async function read<Keys>(db: Queries, vault: Vault, name: string): Promise<Keys | null> {
  const row = await db.maybe<{ sealed: Buffer }>(sql`select sealed from wallet_keys where name = ${name}`)
  const opened = row && vault.open(row.sealed, name)
  return opened && (JSON.parse(opened.toString()) as Keys)
}
