import { noTenant, openDatabase } from '#platform/database'
import { knownSecret } from '#platform/secrets'
import type { Settings } from '#platform/settings'
import { sentenceOf, withDatabase } from '#server/command/frame'
import { fitOf, whyDiffers } from '#server/secret'
import { hasOwnShape } from './database.ts'
import { type Finding, ok, wrong } from './finding.ts'

/** Whether the secret is the database's; of a database that another version shaped, or nobody reaches, there is nothing to say. */
export async function findSecret(settings: Settings, found: readonly Finding[]): Promise<Finding[]> {
  if (!found.includes(hasOwnShape)) return []
  try {
    return [await withDatabase(settings, (url) => compare(url, settings))]
  } catch (error) {
    return [wrong(`Whether the secret is the one of this database can't be told. ${sentenceOf(error)}`)]
  }
}

async function compare(url: string, settings: Settings): Promise<Finding> {
  const database = openDatabase(url, { ...settings.database, connections: 1, copies: 1 })
  try {
    const secret = knownSecret(settings.secret, settings.dataFolder)
    const { state } = await fitOf(database.forTenant(noTenant), secret)
    if (state === 'differs') return wrong(whyDiffers(settings))
    return ok(
      state === 'fits'
        ? 'The secret is the one of this database.'
        : 'Nothing is sealed in this database yet.',
    )
  } finally {
    await database.close()
  }
}
