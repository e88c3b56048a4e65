import { rmSync } from 'node:fs'
import type pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { installationSecret, keepInstallationSecret, knownSecret } from '#platform/secrets'
import type { Settings } from '#platform/settings'
import { asOwner, type Backup, isOfSecret, readBackup, restoreBackup } from '#server/backup/archive'
import {
  callerPath,
  type Command,
  CommandTrouble,
  type Given,
  sentenceOf,
  withDatabase,
} from '#server/command/frame'
import { writeCheck } from '#server/secret'

/** `hub restore` */
export const restoreCommand: Command = {
  name: 'restore',
  takes: '<file> [--other-secret]',
  summary: 'puts a backup into an empty database',
  about: `Reads the file from end to end first: one that is damaged or made up is refused before anything is done. Then it goes
into the database that the settings name, which has to be empty, all of it or nothing: every row, sequence and foreign
key, and the sums of the ledger are held against the file's own. A backup of an older version is brought to this one.

  --other-secret  goes on although HUB_SECRET is not the one of the backup, or is lost: people sign in again, authenticator
                  apps and passes on phones have to be added anew, messages that waited to be sent fail.

A secret that the file has in it is put into the data folder, unless there is one.`,
  options: { 'other-secret': { type: 'boolean', default: false } },
  operands: [1, 1],
  run: async (given) => {
    const backup = await readBackup(callerPath(given.operands[0]!))
    const { bring, isOther } = requireSecret(given, backup)
    const brought = bring ? keepInstallationSecret(bring, given.settings.dataFolder) : undefined
    let mayBeIn = false
    given.say(`Restoring what Hub ${backup.manifest.hub} had on ${backup.manifest.takenAt} …`)
    try {
      const restore = async (url: string) => {
        let isKnown = !isOther
        await restoreBackup(url, backup, given.say, async (client) => {
          isKnown ||= await takeOwnSecret(client, given.settings)
          mayBeIn = true
        })
        if (!isKnown) await asOwner(url, (client) => takeOwnSecret(client, given.settings))
      }
      await withDatabase(given.settings, restore, { mayMake: true })
    } catch (error) {
      // What is sealed in those rows opens with it alone.
      if (mayBeIn)
        throw new CommandTrouble(
          `${sentenceOf(error).replace(/\.?$/, '.')} The rows of the backup are in: hub migrate goes on from here.`,
        )
      if (brought) rmSync(brought, { force: true })
      throw error
    }
    if (brought) given.say(`The secret is in ${brought}.`)
    given.say('Restored: the next start of Hub serves it.')
  },
}

/** The backup's check is of the other secret: no server would start with this one. False where its version knew of no check. */
async function takeOwnSecret(client: pg.Client, { secret, dataFolder }: Settings): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.secret_check') is not null as "isThere"`,
  )
  if (!rows[0]!.isThere) return false
  const run = async ({ text, values }: Sql) => (await client.query(text, values)).rowCount ?? 0
  await writeCheck({ run }, installationSecret(secret, dataFolder))
  return true
}

type SecretToUse = { readonly bring: string | null; readonly isOther: boolean }

/** Refuses a backup of another secret, unless that is meant; answers with the one that has to be brought along, if one has. */
function requireSecret(
  { settings, options }: Given,
  backup: Backup & Parameters<typeof isOfSecret>[0],
): SecretToUse {
  const known = knownSecret(settings.secret, settings.dataFolder)
  if (known && isOfSecret(backup, known)) return { bring: null, isOther: false }
  if (!known && backup.secret && isOfSecret(backup, backup.secret))
    return { bring: backup.secret, isOther: false }
  if (options['other-secret']) return { bring: null, isOther: true }
  throw new CommandTrouble(
    known
      ? 'HUB_SECRET is not the one that this backup was made with: set it to that one, or say --other-secret (hub help restore tells what is lost then).'
      : `HUB_SECRET is not set, there is none in ${settings.dataFolder} and none in the backup: set it to the one that the backup was made with, or say --other-secret (hub help restore tells what is lost then).`,
  )
}
