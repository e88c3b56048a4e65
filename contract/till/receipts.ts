import { z } from 'zod'
import { endpoint, mayAny } from '#contract/endpoint.ts'
import { TillReceipt } from './till.ts'

/** A receipt that somebody has brought, and whose it is. */
export const FoundReceipt = TillReceipt.extend({
  /** The venue, or the club where it was done in the console. */
  Place: z.string(),
  /** The card, or else the member, that it is about. */
  CardId: z.string().nullable(),
  MemberId: z.string().nullable(),
})
export type FoundReceipt = z.infer<typeof FoundReceipt>

export const receiptsApi = {
  /** By its number, or by its transaction. Of cards for those who read cards, of points for those who read members. */
  findReceipt: endpoint({
    method: 'GET',
    path: '/api/cherrypay/v1/{businessId}/receipts/{receiptNumber}',
    title: 'A receipt by its number',
    access: mayAny(['Member.InviteToCard', 'Card.Manage', 'Member.ReadDetails']),
    shows: ['card', 'points'],
    output: FoundReceipt,
  }),
}
