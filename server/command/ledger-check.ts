import { type Command, CommandTrouble } from '#server/command/frame'
import { withDatabase } from '#server/command/frame'
import { checkBooks } from '#server/reports/sums'

/** `hub ledger check`, also `npm run ledger:check`. */
export const ledgerCheckCommand: Command = {
  name: 'ledger check',
  summary: 'proves the ledger: every amount balances',
  about: `Proves the ledger of every business: every transaction balances, every kept balance equals its entries, no hold
is unmatched, and the sums that reports read are those of the ledger, of payments and of cards. It only reads, as of one moment,
and may run beside the server. What is wrong is said, a line each.`,
  run: ({ settings, say }) =>
    withDatabase(settings, async (url) => {
      const { transactions, wrong } = await checkBooks(url)
      if (wrong.length > 0)
        throw new CommandTrouble(
          `The ledger is WRONG:\n${wrong.map((sentence) => `- ${sentence}`).join('\n')}`,
        )
      say(
        `The ledger is proven: ${transactions.toLocaleString('en-AU')} transactions balance, every kept balance equals its entries, no hold is unmatched, every sum that is kept is right.`,
      )
    }),
}
