import { z } from 'zod'
import { countedPage, countedPaging, endpoint, file } from '#contract/endpoint.ts'
import { FileFormat, financial, rows, timeZone } from '#contract/reports/reports.ts'
import { Instant } from '#contract/values/instants.ts'
import { paidForNames, paymentMethods, recordStates } from './payment-words.ts'

const path = '/api/cherrypay/v1/{businessId}/payments'

const text = z.string().nullable()
const instant = z.iso.datetime()
const money = z.number()

export const PaymentMethod = z.enum(paymentMethods)
export const PaidFor = z.enum(paidForNames)
export const RecordState = z.enum(recordStates)

/** Something that moved: money taken, or given back. */
export const PaymentEntry = z.object({
  EntryId: z.string(),
  PaymentId: z.string(),
  ReceiptNumber: z.string(),
  Kind: z.enum(['Taken', 'Refunded']),
  At: instant,
  PaidFor,
  Name: text,
  MembershipNumber: text,
  Method: PaymentMethod,
  /** Dollars with the tax in them; what was given back is negative. */
  Amount: money,
  TaxAmount: money,
  Currency: z.string(),
  /** The provider's, a terminal's or a bank's. */
  Reference: text,
  /** By whom it was taken or given back; nobody where a provider did. */
  ActorName: text,
  /** Of the whole payment. */
  State: RecordState,
})
export type PaymentEntry = z.infer<typeof PaymentEntry>

/** A payment with what moved of it, and what its receipt says. */
export const PaymentRecord = z.object({
  PaymentId: z.string(),
  ReceiptNumber: z.string(),
  PaidFor,
  Description: z.string(),
  Name: text,
  MemberId: text,
  MembershipNumber: text,
  /** The request or the card that it was paid for. */
  SessionId: text,
  CardId: text,
  Method: PaymentMethod,
  Provider: z.enum(['Stripe', 'Test', 'Counter', 'Till']),
  State: RecordState,
  Amount: money,
  TaxAmount: money,
  AmountRefunded: money,
  Currency: z.string(),
  Reference: text,
  PaidDate: instant,
  TakenBy: text,
  History: z.array(
    z.object({ Kind: PaymentEntry.shape.Kind, At: instant, Amount: money, ActorName: text, Note: text }),
  ),
  BusinessName: z.string(),
  ABN: z.string(),
})
export type PaymentRecord = z.infer<typeof PaymentRecord>

const Sums = z.object({ Count: z.number(), Taken: money, Refunded: money, Net: money })

/** What was taken, less what was given back in the same time, whenever that was paid. */
export const PaymentTotals = Sums.extend({
  /** The tax in what is left. */
  NetTax: money,
  ByMethod: z.array(Sums.extend({ Method: PaymentMethod })),
  /** Days of the business, the latest first; of a longer time its last 31 with a payment. */
  ByDay: z.array(Sums.extend({ Day: z.iso.date() })),
})
export type PaymentTotals = z.infer<typeof PaymentTotals>

const filters = {
  q: z.string().max(200).optional(),
  method: PaymentMethod.optional(),
  paidFor: PaidFor.optional(),
  state: RecordState.optional(),
  startDate: Instant.optional(),
  endDate: Instant.optional(),
}

/** Money that was taken, as finance looks at it. */
export const paymentsApi = {
  /** Newest first, each refund on its own day: what is listed adds up to the totals. */
  listPayments: endpoint({
    method: 'GET',
    path,
    title: 'Payments',
    ...financial,
    shows: ['payment'],
    query: z.object({ ...countedPaging, ...rows, ...filters }),
    output: countedPage(PaymentEntry),
  }),
  sumPayments: endpoint({
    method: 'GET',
    path: `${path}/totals`,
    title: 'Payments, added up',
    ...financial,
    shows: ['payment'],
    query: z.object(filters),
    output: PaymentTotals,
  }),
  exportPayments: endpoint({
    method: 'GET',
    path: `${path}/files/{format}`,
    title: 'Payments, as a file',
    ...financial,
    shows: ['payment'],
    params: { format: FileFormat },
    query: z.object({ ...filters, timeZone }),
    leavesEntry: true,
    output: file,
  }),
  getPayment: endpoint({
    method: 'GET',
    path: `${path}/{paymentId}`,
    title: 'A payment',
    access: financial.access,
    shows: ['payment'],
    output: PaymentRecord,
  }),
}
