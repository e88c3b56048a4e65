import { knownSecret } from '#platform/secrets'
import { isOfSecret, readBackup, restoreBackup } from '#server/backup/archive'
import { callerPath, type Command, CommandTrouble } from '#server/command/frame'
import { checkBooks } from '#server/reports/sums'
import { withScratchDatabase } from './scratch-database.ts'

/** `hub verify backup` */
export const verifyBackupCommand: Command = {
  name: 'verify backup',
  takes: '<file>',
  summary: 'proves that a backup can be restored, without touching the database',
  about: `Restores the file into a PostgreSQL that is started for it in the folder for temporary files (TMPDIR names another), holds
rows, foreign keys and sums against what the file says, proves the ledger, and removes it all. It asks nothing of your own database.`,
  operands: [1, 1],
  run: async ({ operands, settings, say }) => {
    const backup = await readBackup(callerPath(operands[0]!))
    const { hub, takenAt, tables } = backup.manifest
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    say(`The file is whole: Hub ${hub}, ${takenAt}, ${rows.toLocaleString('en-AU')} rows.`)
    const secret = knownSecret(settings.secret, settings.dataFolder)
    const isOwn = secret !== undefined && isOfSecret(backup, secret)
    say(
      isOwn
        ? 'It was made with the HUB_SECRET of these settings.'
        : 'It was made with another HUB_SECRET than these settings have: who wrote it is not proven.',
    )
    const { transactions, wrong } = await withScratchDatabase(async (url) => {
      await restoreBackup(url, backup, say)
      return checkBooks(url)
    })
    if (wrong.length > 0)
      throw new CommandTrouble(
        `It can be restored, but its ledger is WRONG:\n${wrong.map((sentence) => `- ${sentence}`).join('\n')}`,
      )
    say(`It can be restored, and its ledger is proven: ${transactions.toLocaleString('en-AU')} transactions.`)
  },
}
