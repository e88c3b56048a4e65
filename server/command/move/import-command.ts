import { migrate, noTenant } from '#platform/database'
import { knownSecret, newSecret } from '#platform/secrets'
import { type Imported, importBusiness } from '#server/backup/move'
import { withScratchDatabase } from '#server/command/backup'
import {
  callerPath,
  type Command,
  CommandTrouble,
  type Given,
  operator,
  recordByOperator,
  withDatabase,
} from '#server/command/frame'
import { passphraseHelp, passphraseOf, passphraseOptions } from './passphrase.ts'

/** `hub import-business` */
export const importBusinessCommand: Command = {
  name: 'import-business',
  takes: '<file> (--passphrase-file <file> | --stdin)',
  summary: 'brings a business that another installation exported',
  about: `Reads the file from end to end first: one that is damaged, or of another passphrase, is refused before anything is done. Then
the business comes in, all of it or nothing, while the others here go on: with its ids, with the rows, the sums of the ledger
and their proof held against the file. It comes suspended, with its jobs at rest: open it (Configuration, Standing) once its
people are sent here. Both installations have to be of the same version.

Who has an account here by the same e-mail address keeps that, with the password of here; a user of another business here is
refused, as is whatever else is another's already.

${passphraseHelp}

It is in the platform's audit trail as done by the operator.`,
  options: passphraseOptions,
  operands: [1, 1],
  run: async (given) => {
    const { settings, say } = given
    const passphrase = await passphraseOf(given)
    const secret = knownSecret(settings.secret, settings.dataFolder)
    if (!secret)
      throw new CommandTrouble(
        `HUB_SECRET is not set, and there is none in ${settings.dataFolder}: what comes is sealed with it.`,
      )
    const imported = await withDatabase(settings, (url) => bring(url, given, passphrase, secret))
    tell(imported, say)
    say('It is suspended: open it (Configuration, Standing) once its people are sent here.')
  },
}

/** `hub verify business` */
export const verifyBusinessCommand: Command = {
  name: 'verify business',
  takes: '<file> (--passphrase-file <file> | --stdin)',
  summary: 'proves that the file of a business can be imported, without touching the database',
  about: `Imports the file into a PostgreSQL that is started for it in the folder for temporary files (TMPDIR names another), holds rows,
foreign keys and sums against what the file says, proves the ledger, and removes it all. Whether its keys are free elsewhere
the import itself finds out.

${passphraseHelp}`,
  options: passphraseOptions,
  operands: [1, 1],
  run: async (given) => {
    const passphrase = await passphraseOf(given)
    const imported = await withScratchDatabase(async (url) => {
      await migrate(url)
      return bring(url, given, passphrase, newSecret())
    })
    tell(imported, given.say)
    given.say('The file can be imported. Nothing was done with it here.')
  },
}

function bring(url: string, { operands, say }: Given, passphrase: string, secret: string): Promise<Imported> {
  return importBusiness(url, {
    say,
    file: callerPath(operands[0]!),
    passphrase,
    secret,
    by: operator().name,
    record: async (insert, { business, hub, takenAt, tables }, joined) => {
      const trail = {
        businessId: noTenant,
        commitWith: insert,
        asTenant: (_id: string, work: (own: { commitWith: typeof insert }) => Promise<void>) =>
          work({ commitWith: insert }),
      }
      const action = {
        name: 'import-business',
        title: 'Import a business of another installation (operator)',
      }
      const record = { kind: 'Business', id: business.id, name: business.name }
      await recordByOperator(trail, action, record, {
        'Exported by Hub': hub,
        'As of': takenAt,
        Rows: tables.reduce((sum, table) => sum + table.rows, 0),
        'Users with an account here': joined,
      })
    },
  })
}

function tell({ manifest, joined, transactions }: Imported, say: Given['say']): void {
  const { business, takenAt, tables, sealed } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  say(
    `${business.name} as of ${takenAt}: ${rows.toLocaleString('en-AU')} rows are in, every foreign key and sum proven.`,
  )
  say(`Its ledger is proven: ${transactions.toLocaleString('en-AU')} transactions.`)
  if (joined > 0)
    say(`${joined} of its users had an account here, and ${joined === 1 ? 'keeps' : 'keep'} it.`)
  if (sealed.left > 0) say(`${sealed.left} sealed values could not be opened where it was exported.`)
}
