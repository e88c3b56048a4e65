import sql from 'sql-template-tag'
import { isConnectionLoss, isPassing, noTenant, openDatabase, type Transaction } from '#platform/database'
import { installationSecret, knownSecret } from '#platform/secrets'
import { type Settings, SettingsError } from '#platform/settings'
import { fitOf, writeCheck } from './secret-check.ts'

type SecretSettings = Pick<Settings, 'secret' | 'dataFolder'>

/**
 * The secret to start with: that of the settings or the data folder, or one made now where nothing is sealed yet. Another
 * than the database's is refused: what was sealed so far would not open, and what follows not with the right one.
 */
export async function secretToStart(databaseUrl: string, settings: Settings): Promise<string> {
  const database = openDatabase(databaseUrl, { ...settings.database, connections: 1, copies: 1 })
  try {
    return await database.transaction(noTenant, async (tx) => {
      await holdSecret(tx)
      const { isChecked } = await requireFit(tx, settings)
      // In the folder before it is in the database: a check of a secret that nobody has would be worse than none.
      const secret = installationSecret(settings.secret, settings.dataFolder)
      if (!isChecked) await writeCheck(tx, secret)
      return secret
    })
  } finally {
    await database.close()
  }
}

/** Of several that make or change the secret one does, and the others wait and see it done. */
export async function holdSecret(tx: Transaction): Promise<void> {
  try {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('secret_check', 0))`)
  } catch (error) {
    if (isConnectionLoss(error) || !isPassing(error)) throw error
    throw new SettingsError(
      'HUB_SECRET is being changed just now (hub rotate-secret): try it again after that.',
    )
  }
}

async function requireFit(tx: Transaction, settings: SecretSettings) {
  const fit = await fitOf(tx, knownSecret(settings.secret, settings.dataFolder))
  if (fit.state === 'differs') throw new SettingsError(whyDiffers(settings))
  return fit
}

/** What to do about a secret that isn't the database's. */
export function whyDiffers({ secret, dataFolder }: SecretSettings): string {
  const toDo = 'set HUB_SECRET to that one, or go on without it if it is lost (hub help rotate-secret)'
  if (secret) return `HUB_SECRET is not the one that this database is sealed with: ${toDo}.`
  return knownSecret(secret, dataFolder)
    ? `The secret in ${dataFolder} is not the one that this database is sealed with: ${toDo}.`
    : `HUB_SECRET is not set and there is none in ${dataFolder}, but this database is sealed with one: ${toDo}.`
}
