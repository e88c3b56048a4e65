import type { Transaction } from '#platform/database'
import { type About, disbursement, hold } from '#server/ledger'
import { inFunds } from './disbursement.ts'

/**
 * Sets cents of the disbursement account aside, for as long as it takes; tells the hold's id, null where there is nothing to hold.
 * Last of all in a call: everybody's cards wait for this account while it is locked.
 */
export async function holdFunds(tx: Transaction, about: About, cents: number): Promise<string | null> {
  if (cents === 0) return null
  const held = await hold(tx, about, { account: disbursement, amount: cents, seconds: null }).catch(inFunds)
  return held.transactionId
}
