import { z } from 'zod'
import {
  countedPage,
  countedPaging,
  endpoint,
  file,
  paging,
  superAdministrator as access,
} from '#contract/endpoint.ts'
import { day } from '#contract/values/days.ts'
import { needed } from '#contract/words/needed.ts'
import { CardOrder } from './card-orders.ts'

const path = '/api/cherrypay/v1/{businessId}'

/** Orders that went to the bureau together. */
export const CardOrderBatch = z.object({
  BatchNumber: z.number().int(),
  OrderCount: z.number().int(),
  CreatedByUser: z.string(),
  CreatedDate: z.iso.datetime(),
  /** How many of them the bureau has not answered yet. */
  OpenCount: z.number().int(),
})
export type CardOrderBatch = z.infer<typeof CardOrderBatch>

/** What the bureau says of an order: the account behind the card, and when that was posted. */
export const Completion = z.object({
  ExternalAccountId: z
    .string(needed('External account ID is required.'))
    .trim()
    .min(1, 'External account ID is required.')
    .regex(/^[A-Za-z0-9-]{4,40}$/, 'An external account ID has 4 to 40 letters and digits.'),
  PostedDate: day(needed('Posted date is required, as 2026-11-14.')),
})
export type Completion = z.infer<typeof Completion>

/** So many rows one call completes: money moves for each, and others wait for the account meanwhile. */
export const mostCompletions = 100

const OrderCompletion = Completion.extend({ OrderId: z.string().min(1).max(100) })
export type OrderCompletion = z.infer<typeof OrderCompletion>

/** A row of the bureau's answer, and what keeps its order from being completed; null if nothing does. */
export const CompletionRow = z.object({
  /** As spreadsheets count: the header is row 1. */
  Row: z.number().int(),
  OrderId: z.string(),
  ExternalAccountId: z.string(),
  PostedDate: z.string(),
  MemberName: z.string().nullable(),
  Problem: z.string().nullable(),
})
export type CompletionRow = z.infer<typeof CompletionRow>

export const cardOrderFulfilmentApi = {
  /** Newest first. */
  listCardOrderBatches: endpoint({
    method: 'GET',
    path: `${path}/card-order-batches`,
    title: 'Batches of card orders',
    access,
    shows: ['order'],
    query: z.object({ ...countedPaging, limit: paging.limit.unwrap().default(10) }),
    output: countedPage(CardOrderBatch),
  }),
  /** How many orders wait for a batch, counted up to `mostCounted`, and one beyond that where there are more. */
  countOrdersToExport: endpoint({
    method: 'GET',
    path: `${path}/card-order-batches/waiting`,
    title: 'Card orders that wait for a batch',
    access,
    shows: ['order'],
    output: z.object({ Count: z.number().int() }),
  }),
  createCardOrderBatch: endpoint({
    method: 'POST',
    path: `${path}/card-order-batches`,
    title: 'Export card orders for the bureau',
    access,
    changes: ['order'],
    output: CardOrderBatch,
  }),
  exportCardOrderBatch: endpoint({
    method: 'GET',
    path: `${path}/card-order-batches/{batchNumber}/csv`,
    title: 'A batch of card orders, as a CSV file',
    access,
    shows: ['order'],
    params: { batchNumber: z.coerce.number().int().min(1).max(1_000_000_000) },
    leavesEntry: true,
    output: file,
  }),
  completeCardOrder: endpoint({
    method: 'POST',
    path: `${path}/card-orders/{orderId}/complete`,
    title: 'Complete a card order',
    access,
    changes: ['order', 'card', 'disbursementAccount'],
    body: Completion,
    output: CardOrder,
  }),
  /** Reads the bureau's answer, a CSV file, and says what would come of each row. */
  previewCompletions: endpoint({
    method: 'POST',
    path: `${path}/card-order-completions/preview`,
    title: "Check the bureau's answer",
    access,
    changes: [],
    changesNothing: true,
    body: z.object({ Text: z.string().min(1, 'The file is empty.').max(900_000, 'The file is too large.') }),
    output: z.object({ Results: z.array(CompletionRow) }),
  }),
  /** Completes the orders that can be; the others come back with the reason. */
  completeCardOrders: endpoint({
    method: 'POST',
    path: `${path}/card-order-completions`,
    title: "Take in the bureau's answer",
    access,
    changes: ['order', 'card', 'disbursementAccount'],
    body: z.object({
      Orders: z
        .array(OrderCompletion)
        .min(1, 'There is no order to complete.')
        .max(mostCompletions, `At most ${mostCompletions} orders at a time.`),
    }),
    output: z.object({
      Completed: z.number().int(),
      Refused: z.array(z.object({ OrderId: z.string(), Problem: z.string() })),
    }),
  }),
}
