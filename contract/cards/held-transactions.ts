import { z } from 'zod'
import { anyone, endpoint, page, paging } from '#contract/endpoint.ts'
import { HolderSecret } from './card-claims.ts'

/** A line of a card's history as its holder sees it: nothing of who did it, or why. */
export const HeldTransaction = z.object({
  TransactionId: z.string(),
  At: z.iso.datetime(),
  /** In a person's words. */
  What: z.string(),
  /** Where it was; null where it was at no till. */
  Venue: z.string().nullable(),
  Amount: z.number(),
  /** What was on the card afterwards. */
  Balance: z.number(),
})
export type HeldTransaction = z.infer<typeof HeldTransaction>

export const heldTransactionsApi = {
  /** Newest first. */
  listHeldTransactions: endpoint({
    method: 'POST',
    path: '/api/cards/held/transactions',
    title: 'What was put on a holder’s card and taken off it',
    access: anyone,
    changes: [],
    changesNothing: true,
    query: z.object({ ...paging, limit: paging.limit.unwrap().default(10) }),
    body: z.object({ Secret: HolderSecret }),
    output: page(HeldTransaction),
  }),
}
