import { z } from 'zod'
import { endpoint, page } from '#contract/endpoint.ts'
import { PaidBy } from '#contract/till/tender.ts'
import { Instant } from '#contract/values/instants.ts'
import { financial, rows } from './reports.ts'

const path = '/api/cherrypay/v1/{businessId}/reports/close-pack'

const text = z.string().nullable()
const instant = z.iso.datetime()
const money = z.number()

const AtBothEnds = z.object({ Opening: money, Closing: money })
const wholePeriod = { startDate: Instant, endDate: Instant }

/** A period that begins before it ends. */
const isForwards = ({ startDate, endDate }: { startDate: string; endDate: string }) =>
  Date.parse(startDate) < Date.parse(endDate)
const backwards = { path: ['endDate'], error: 'The period must end after it begins.' }

/** Dollars throughout. */
export const ClosePack = z.object({
  Disbursement: AtBothEnds,
  /** What moved the disbursement account, by kind: opening and these add up to closing. */
  Lines: z.array(z.object({ Kind: z.string(), Count: z.number(), Amount: money })),
  /** What is owed: on cards, in purses, in points; and what is held. */
  Cards: AtBothEnds,
  Purses: AtBothEnds,
  Points: AtBothEnds,
  InFlight: AtBothEnds,
  /**
   * What was paid for reloads of cards, less what was taken back: what a venue's drawer and terminal have of it. What holders paid
   * online was paid at no venue: its number is empty.
   */
  Reloads: z.array(
    z.object({
      VenueNo: z.string(),
      VenueName: z.string(),
      Tender: PaidBy,
      Count: z.number(),
      Amount: money,
      TakenBack: money,
    }),
  ),
  /** The fees of applications and renewals: taken and given back in the period, the tax in what is left, and owing at its end. */
  Fees: z.object({
    Count: z.number(),
    Taken: money,
    Refunded: money,
    Net: money,
    NetTax: money,
    Owing: money,
  }),
  /** What expired in the period. */
  Breakage: money,
  PointsBreakage: money,
  /** Accounts of which what is in flight isn't what is held, now, and by how many dollars. */
  Unmatched: z.object({ Count: z.number(), Amount: money }),
})
export type ClosePack = z.infer<typeof ClosePack>

/** The accounts that the lines of the pack are about. */
export const closeAccounts = [
  'disbursement',
  'card',
  'purse',
  'points',
  'in-flight',
  'breakage',
  'points-breakage',
] as const
export const CloseAccount = z.enum(closeAccounts)
export type CloseAccount = z.infer<typeof CloseAccount>

export const CloseTransaction = z.object({
  EntryId: z.string(),
  TransactionId: z.string(),
  Type: z.string(),
  TypeDescription: z.string(),
  OccurredAt: instant,
  /** Of its unit: dollars, or points. */
  Amount: z.number(),
  Unit: z.string(),
  Reference: text,
  ActorName: z.string(),
})
export type CloseTransaction = z.infer<typeof CloseTransaction>

/** An account of which what is in flight isn't what is held. */
export const UnmatchedHold = z.object({
  /** The kind of account, and whose it is: nobody's is the business's. */
  Account: z.string(),
  OwnerId: text,
  Unit: z.string(),
  InFlight: z.number(),
  Held: z.number(),
})
export type UnmatchedHold = z.infer<typeof UnmatchedHold>

export const closePackApi = {
  getClosePack: endpoint({
    method: 'GET',
    path,
    title: 'The finance close pack of a period',
    ...financial,
    shows: ['card', 'points', 'disbursementAccount', 'pass', 'payment', 'request'],
    query: z.object(wholePeriod).refine(isForwards, backwards),
    output: ClosePack,
  }),
  listCloseTransactions: endpoint({
    method: 'GET',
    path: `${path}/transactions`,
    title: 'Transactions behind a line of the close pack',
    ...financial,
    shows: ['card', 'points', 'disbursementAccount', 'pass'],
    query: z
      .object({ ...rows, ...wholePeriod, account: CloseAccount, kind: z.string().max(100).optional() })
      .refine(isForwards, backwards),
    output: page(CloseTransaction),
  }),
  listUnmatchedHolds: endpoint({
    method: 'GET',
    path: `${path}/unmatched`,
    title: 'Unmatched lines of the close pack',
    ...financial,
    shows: ['card', 'points', 'pass'],
    query: z.object(rows),
    output: page(UnmatchedHold),
  }),
}
