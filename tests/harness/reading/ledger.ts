import type { Transaction } from '#platform/database'
import { type About, type Account, balanceOf, cardBalance, hold, move, outside } from '#server/ledger'
import { startTestHub } from '#tests/hub.ts'

/** Who moves things in tests of the ledger. */
export const actor = { uid: 'u1', name: 'Ann' }

/** What a transaction of a test is about. */
export const about = (kind: string): About => ({ kind, actor })

export const bank = outside('bank', 'AUD')
export const till = outside('till', 'AUD')

export type TestLedger = Awaited<ReturnType<typeof startTestLedger>>

/** The business whose ledger the tests begin with nothing in. */
export const businessId = 'summit-bowls'

/** A server, and cards to try the ledger on. */
export async function startTestLedger() {
  const hub = await startTestHub()
  const db = hub.database.forTenant(businessId)
  const within = <Result>(work: (tx: Transaction) => Promise<Result>) =>
    hub.database.transaction(businessId, work)
  let cards = 0
  const cardWith = async (amount: number) => {
    const card = cardBalance(`test-card-${++cards}`)
    await within((tx) => move(tx, about('Load'), { from: bank, to: card, amount }))
    return card
  }
  return {
    hub,
    db,
    within,
    balance: (account: Account) => balanceOf(db, account),
    /** A card of its own with this much on it. */
    cardWith,
    /** A hold of this much, for an hour if not said, on a card that had 500. */
    held: async (amount: number, seconds: number | null = 3600) => {
      const card = await cardWith(500)
      const posted = await within((tx) => hold(tx, about('Hold'), { account: card, amount, seconds }))
      return { card, holdId: posted.transactionId, posted }
    },
  }
}
