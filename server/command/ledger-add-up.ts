import { type Database, eachBusiness, noTenant, openDatabase } from '#platform/database'
import { type Command, recordByOperator, withDatabase } from '#server/command/frame'
import { addUpAnew } from '#server/reports/sums'

// However many records a business has.
const longestMs = 24 * 60 * 60_000

/** `hub ledger add-up` */
export const ledgerAddUpCommand: Command = {
  name: 'ledger add-up',
  summary: 'adds up anew the sums that reports read',
  about: `Reports read sums that are kept of the ledger, of payments and of cards. Where hub ledger check says that one is out, as after
something was changed by hand in the database, this makes them right, a business at a time, beside the server. Those of payments and
cards are added up anew in every business, those of the ledger where they are out. The former ones are read until the new ones are
there, and nobody waits who writes. Before it adds up a ledger it waits for what others are writing in the database: end what you
have open there yourself. Nothing else is changed. It is in the platform's audit trail as done by the operator.`,
  run: ({ settings, say }) =>
    withDatabase(settings, async (url) => {
      const options = { ...settings.database, connections: 1, copies: 1, statementMs: longestMs }
      const database = openDatabase(url, options)
      try {
        const { all, ledgers } = await addUpAll(database)
        say(
          `Added up anew: payments and cards of ${all} ${all === 1 ? 'business' : 'businesses'}, the ledger of ${ledgers || 'none'}. hub ledger check proves it.`,
        )
      } finally {
        await database.close()
      }
    }),
}

async function addUpAll(database: Database): Promise<{ all: number; ledgers: number }> {
  const action = { name: 'ledger add-up', title: 'Add up sums anew (operator)' }
  const record = { kind: 'Sums', id: 'sums', name: 'Sums of ledger, payments and cards' }
  await database.transaction(noTenant, (tx) => recordByOperator(tx, action, record))
  const counts = { all: 0, ledgers: 0 }
  await eachBusiness(
    database,
    async (businessId) => {
      if (await addUpAnew(database, businessId)) counts.ledgers++
      counts.all++
    },
    { whileSuspended: 'Super administrators read the reports.' },
  )
  return counts
}
