import type { HeldTransaction, heldTransactionsApi } from '#contract/cards/held-transactions.ts'
import { type Call, afterKey, pageOf, rowsToAsk } from '#platform/call'
import { cardBalance, entriesOf, type Entry } from '#server/ledger'
import { cardBySecret } from './held-card.ts'

/** What was put on the card of whoever has its secret and taken off it, newest first. */
export function listHeldTransactions(call: Call<typeof heldTransactionsApi.listHeldTransactions>) {
  const [before = null] = afterKey(call, 'integer') ?? []
  return cardBySecret(call.db, call.body.Secret, async (own, { CardId }) => {
    const entries = await entriesOf(own, cardBalance(CardId), { before, limit: rowsToAsk(call) })
    const { Results, _links } = pageOf(call, entries, (entry) => [entry.entryId])
    return { Results: Results.map(heldTransaction), _links }
  })
}

type Words = { readonly what: string; readonly isAtTill?: true }

// By what the ledger calls it. What tills do is described by their venue, anything else by names and notes that are the club's.
const words: Readonly<Record<string, Words>> = {
  'Card claimed': { what: 'Card activated' },
  'Card posted': { what: 'Card issued' },
  'Card replaced': { what: 'Moved between your old card and your new one' },
  'Card expired': { what: 'Card expired' },
  'Points transfer': { what: 'From your points' },
  'Card reloaded': { what: 'Added by the club' },
  'Online reload': { what: 'Reload' },
  'Hold expired': { what: 'Purchase not completed' },
  Purchase: { what: 'Purchase', isAtTill: true },
  'Purchase settled': { what: 'Rest of a purchase', isAtTill: true },
  'Purchase released': { what: 'Purchase called off', isAtTill: true },
  Refund: { what: 'Refund', isAtTill: true },
  Reload: { what: 'Reload', isAtTill: true },
  'Reload voided': { what: 'Reload taken back', isAtTill: true },
}

function heldTransaction(entry: Entry): HeldTransaction {
  const { what, isAtTill } = words[entry.kind] ?? { what: entry.amount > 0 ? 'Added' : 'Taken off' }
  return {
    TransactionId: entry.transactionId,
    At: entry.at,
    What: what,
    Venue: isAtTill ? entry.description : null,
    Amount: entry.amount / 100,
    Balance: entry.balance / 100,
  }
}
