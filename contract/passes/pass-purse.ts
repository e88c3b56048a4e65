import { z } from 'zod'
import { Reason } from '#contract/cards/cards.ts'
import { countedPage, countedPaging, endpoint, may } from '#contract/endpoint.ts'
import { PointsMoved } from '#contract/points/points.ts'

const path = '/api/cherrypay/v1/{businessId}/members/{memberId}/passes/{invitationId}/funds'

/** A line of the history of a purse. */
export const PurseEntry = z.object({
  EntryId: z.string(),
  TransactionId: z.string(),
  At: z.iso.datetime(),
  Kind: z.string(),
  /** Negative for what was taken. */
  Amount: z.number(),
  /** The balance after it. */
  Balance: z.number(),
  Note: z.string().nullable(),
  Description: z.string().nullable(),
  Reference: z.string().nullable(),
  ActorName: z.string(),
  IsTakenBack: z.boolean(),
  /** True for a transfer of points that whoever asks may take back: it wasn't yet, and the purse holds that much. */
  CanGoBack: z.boolean(),
})
export type PurseEntry = z.infer<typeof PurseEntry>

/** Which transfer goes back, and why. */
export const PurseToPoints = z.object({
  TransactionId: z.string().regex(/^\d{1,18}$/, 'A transaction is named by its number.'),
  Reason,
})

export const passPurseApi = {
  /** Newest first. */
  listPassFunds: endpoint({
    method: 'GET',
    path,
    title: 'The history of the purse of a digital membership card',
    access: may('Member.ReadDetails'),
    shows: ['pass'],
    query: z.object(countedPaging),
    output: countedPage(PurseEntry),
  }),
  /** The whole of one transfer, once: the points come back, and the dollars to the disbursement account. */
  transferPassToPoints: endpoint({
    method: 'POST',
    path: `${path}/to-points`,
    title: 'Transfer a digital membership card back to points',
    access: may('Cardholder.PointsToMoney'),
    changes: ['points', 'pass', 'disbursementAccount'],
    body: PurseToPoints,
    output: PointsMoved.extend({ PassBalance: z.number() }),
  }),
}
