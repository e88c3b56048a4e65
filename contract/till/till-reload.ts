import { z } from 'zod'
import { endpoint, till as access } from '#contract/endpoint.ts'
import { Tender } from './tender.ts'
import { Amount, Code, Reference, TillReceipt } from './till.ts'

const path = '/api/cherrypay/v1/{businessId}/till'

export const tillReloadApi = {
  /** The till has the money: it goes onto a reloadable card that is active, within the limits of its program. */
  tillReload: endpoint({
    method: 'POST',
    path: `${path}/reload`,
    title: 'Reload a card at a till',
    access,
    changes: ['card', 'payment'],
    body: z.object({ Code, Amount, Tender, Reference }),
    output: TillReceipt,
  }),
  /** Once, at the venue that took the money, and while all of it is still on the card. */
  tillVoidReload: endpoint({
    method: 'POST',
    path: `${path}/reloads/{transactionId}/void`,
    title: 'Take back a reload of a till',
    access,
    changes: ['card', 'payment'],
    body: z
      .object({
        Reason: z.string().trim().max(500, 'A reason can have 500 characters at the most.').optional(),
      })
      .optional(),
    output: TillReceipt,
  }),
  /** By the number that is printed on it, or by its transaction: as it was then, marked as a copy. Of this venue alone. */
  tillReceipt: endpoint({
    method: 'GET',
    path: `${path}/receipts/{receiptNumber}`,
    title: 'A receipt of a till again',
    access,
    shows: ['card', 'points'],
    output: TillReceipt,
  }),
}
