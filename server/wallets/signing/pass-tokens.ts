import { createHmac } from 'node:crypto'
import type { Database, Transaction } from '#platform/database'
import { derive } from '#platform/secrets'
import { kept, keptIn, vaultOfKeys } from './kept-keys.ts'

const name = 'pass tokens'

// Passes are on phones with tokens that nobody can change: the key of these is made from the installation's secret once,
// as the versions before did each time, and stays what it is when that is another.
const keyFrom = (secret: string) => async () => ({ key: derive(secret, 'hub wallet passes') })

/** What makes the token that a device shows to be let in to the pass with a serial. */
export async function devicePassTokens(
  database: Database,
  secret: string,
): Promise<(serial: string) => string> {
  const { key } = await kept(database, vaultOfKeys(secret), name, keyFrom(secret))
  return (serial) => createHmac('sha256', key).update(serial).digest('base64url')
}

/** Has the key of tokens kept, if it isn't yet, before the secret that it is made from is another. */
export async function keepPassTokens(tx: Transaction, secret: string): Promise<void> {
  await keptIn(tx, vaultOfKeys(secret), name, keyFrom(secret))
}
