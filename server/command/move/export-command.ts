import { knownSecret } from '#platform/secrets'
import { asOwner } from '#server/backup/archive'
import { exportBusinessFile, type MoveManifest } from '#server/backup/move'
import {
  asOperator,
  type Command,
  CommandTrouble,
  type Given,
  recordByOperator,
  sizeOf,
  stamped,
  targetFile,
  withDatabase,
} from '#server/command/frame'
import { passphraseHelp, passphraseOf, passphraseOptions } from './passphrase.ts'

/** `hub export-business` */
export const exportBusinessCommand: Command = {
  name: 'export-business',
  takes: '<business id> (--passphrase-file <file> | --stdin) [--to <file or folder>] [--copy]',
  summary: 'writes one business into one encrypted file, to move it to another installation',
  about: `Writes all rows of a business, its pictures, its users with their passwords and second factors, its jobs that wait and what
is sealed, as of one moment, into one file that is encrypted with a passphrase; the ledger is proven first. Suspend the
business before (Configuration, Standing): what is done after the export doesn't come along.

  --to    the file, or the folder for one named by the time; without it, the folder you are in
  --copy  takes a business that is open, for a copy to try things with

${passphraseHelp}

hub verify business proves that the file can be imported, hub import-business does it. It is in the platform's audit trail as
done by the operator.`,
  options: { ...passphraseOptions, to: { type: 'string' }, copy: { type: 'boolean', default: false } },
  operands: [1, 1],
  run: async (given) => {
    const passphrase = await passphraseOf(given)
    await withDatabase(given.settings, (url) => exportTo(url, given, passphrase))
  },
}

async function exportTo(url: string, given: Given, passphrase: string): Promise<void> {
  const { settings, options, operands, say } = given
  const secret = knownSecret(settings.secret, settings.dataFolder)
  if (!secret)
    throw new CommandTrouble(
      `HUB_SECRET is not set, and there is none in ${settings.dataFolder}: without it what is sealed can't go along.`,
    )
  const businessId = operands[0]!
  const name = stamped(`hub-business-${businessId}`, new Date(), 'hub')
  const file = targetFile(options.to as string | undefined, name)
  const isCopy = options.copy === true
  const record = ({ business, tables }: MoveManifest) =>
    asOperator(settings, (tx) =>
      recordByOperator(
        tx,
        { name: 'export-business', title: 'Export a business to another installation (operator)' },
        { kind: 'Business', id: business.id, name: business.name },
        { Rows: rowsOf(tables) },
      ),
    )
  const { business, tables, sealed } = await asOwner(url, (client) =>
    exportBusinessFile(client, { businessId, file, passphrase, secret, isCopy, record }),
  )
  say(
    `Exported ${business.name} to ${file} (${sizeOf(file)}): ${rowsOf(tables).toLocaleString('en-AU')} rows, its ledger is proven.`,
  )
  if (sealed.left > 0)
    say(`${sealed.left} sealed values could not be opened with HUB_SECRET, and don't come along.`)
  if (business.standing === 'Open') say('It is open, and goes on here: the file is a copy as of this moment.')
}

const rowsOf = (tables: MoveManifest['tables']) => tables.reduce((sum, table) => sum + table.rows, 0)
