import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { type Database, retryOnDeadlock, type Transaction } from '#platform/database'
import { asSummed, countedAt, ofTransactions, transactionsIn } from './entries.ts'
import { addToSums, lastTransaction, lockKept, markSeen, setKept } from './kept.ts'

// So long whoever began to write before is waited for: as long as a large import of members, or of a business, may take.
const longestWaitMs = 10 * 60_000
const restMs = 200

/**
 * Adds up anew what is kept of a business's ledger, however wrong it was, also how far it goes. The former sums are read until the new ones
 * are there, which have all that was posted before; who posts, or changes a venue, waits for nothing.
 */
export async function addUpLedgerSums(
  database: Database,
  businessId: string,
  waitMs = longestWaitMs,
): Promise<void> {
  await markAll(database, businessId)
  const end = performance.now() + waitMs
  for (;;) {
    const found = await inPatience(database, businessId, addUpMarked)
    if (found === 'added up') return
    // Somebody at the database has taken the mark away: what isn't there would never be final.
    if (found === 'not marked') await markAll(database, businessId)
    if (performance.now() > end)
      throw new Error(
        `The ledger of ${businessId} was left as it is, since a transaction of the database that began before is still open: try again once that has ended.`,
      )
    await pause(restMs)
  }
}

/** Not as far as the sums say that they go: that may be what is out. */
function markAll(database: Database, businessId: string): Promise<void> {
  return inPatience(database, businessId, async (tx) => {
    const last = await lastTransaction(tx)
    await lockKept(tx, { isWaitedFor: true })
    await markSeen(tx, last)
  })
}

/** In one transaction, as often as it takes. Whoever is adding to sums may have much to add, and is waited for. */
export function inPatience<Result>(
  database: Database,
  businessId: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return retryOnDeadlock(() =>
    database.transaction(businessId, async (tx) => {
      await tx.run(sql`set local lock_timeout = 0`)
      return work(tx)
    }),
  )
}

/** Makes the sums of all that is marked; nothing is done while some of that may still be to come. */
async function addUpMarked(tx: Transaction): Promise<'added up' | 'not final' | 'not marked'> {
  const state = await lockKept(tx, { isWaitedFor: true })
  if (!state?.isMarked) return 'not marked'
  if (!state.isFinal) return 'not final'
  const { marked } = state
  await tx.run(sql`delete from ledger_sum where business_id = ${tx.businessId}`)
  // Whoever changes their venue from now on is noted at the one where they are added up here, and who was noted before stays so: the job,
  // which moves them for good, is kept out by the lock.
  const all = transactionsIn(tx, sql`transaction_id <= ${marked}`)
  await addToSums(tx, asSummed(ofTransactions(tx, all), countedAt.summed))
  await setKept(tx, marked)
  return 'added up'
}
