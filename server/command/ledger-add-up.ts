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
something was changed by hand in the database, this adds up all of them anew, a business at a time, beside the server; those of the
ledger are there again within ten minutes, and until then reports add up its entries. Nothing else is changed. It is in the
platform's audit trail as done by the operator.`,
  run: ({ settings, say }) =>
    withDatabase(settings, async (url) => {
      const options = { ...settings.database, connections: 1, copies: 1, statementMs: longestMs }
      const database = openDatabase(url, options)
      try {
        const count = await addUpAll(database)
        say(`Added up anew: ${count} ${count === 1 ? 'business' : 'businesses'}. hub ledger check proves it.`)
      } finally {
        await database.close()
      }
    }),
}

async function addUpAll(database: Database): Promise<number> {
  const action = { name: 'ledger add-up', title: 'Add up sums anew (operator)' }
  const record = { kind: 'Sums', id: 'sums', name: 'Sums of ledger, payments and cards' }
  await database.transaction(noTenant, (tx) => recordByOperator(tx, action, record))
  let count = 0
  await eachBusiness(
    database,
    async (businessId) => {
      await addUpAnew(database, businessId)
      count++
    },
    { whileSuspended: 'Super administrators read the reports.' },
  )
  return count
}
