import { knownSecret } from '#platform/secrets'
import type { Settings } from '#platform/settings'
import { asOwner, writeBackup } from '#server/backup/archive'
import {
  type Command,
  CommandTrouble,
  type Given,
  sizeOf,
  stamped,
  targetFile,
  withDatabase,
} from '#server/command/frame'

/** `hub backup` */
export const backupCommand: Command = {
  name: 'backup',
  takes: '[--to <file or folder>] [--with-secret]',
  summary: 'writes everything in the database into one file, while Hub goes on serving',
  about: `Writes all rows of all businesses, as of one moment, into one compressed file: members, ledger, pictures, accounts,
jobs that wait. It needs nothing but the settings that npm start has, and keeps nobody waiting.

  --to           the file, or the folder for one named by the time; without it, the folder you are in
  --with-secret  puts the secret of the installation in, too. Who has such a file has everything: keep it locked away.
                 Without it the file says only whether a secret is the right one, and you keep HUB_SECRET elsewhere.

The file appears under its name once it is whole. hub verify backup proves that it can be restored.`,
  options: { to: { type: 'string' }, 'with-secret': { type: 'boolean', default: false } },
  run: (given) => withDatabase(given.settings, (url) => backUp(url, given)),
}

/** The secret that tells later which one the backup needs. */
export function secretOfBackup({ secret, dataFolder }: Settings): string {
  const known = knownSecret(secret, dataFolder)
  if (known) return known
  throw new CommandTrouble(
    `HUB_SECRET is not set, and there is none in ${dataFolder}: without it nobody could tell later whether a secret is the right one.`,
  )
}

async function backUp(databaseUrl: string, { settings, options, say }: Given): Promise<void> {
  const secret = secretOfBackup(settings)
  const takenAt = new Date()
  const file = targetFile(options.to as string | undefined, stamped('hub', takenAt, 'tar.zst'))
  const withSecret = options['with-secret'] === true
  await asOwner(databaseUrl, (client) => writeBackup(client, file, { secret, withSecret, takenAt }))
  say(`Backed up to ${file} (${sizeOf(file)}).`)
  say(
    withSecret
      ? 'The secret is in it: who has this file has everything.'
      : 'HUB_SECRET is not in it: keep it elsewhere, as without it what is sealed stays so.',
  )
}
