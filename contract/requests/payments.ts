import { z } from 'zod'
import { refundWords } from './refund-words.ts'

const instant = z.iso.datetime()
const text = z.string().nullable()

/** Where a payment is. What could not be given back is nobody's any more but of those who settle it. */
export const paymentStates = [
  'Opening',
  'Open',
  'Paid',
  'Expired',
  'Refunding',
  'RefundFailed',
  'Refunded',
] as const
export type PaymentState = (typeof paymentStates)[number]

export const RequestPayment = z.object({
  PaymentId: z.string(),
  Provider: z.enum(['Stripe', 'Test']),
  State: z.enum(paymentStates),
  /** Dollars: with the tax, and the tax in it. */
  Amount: z.number(),
  TaxAmount: z.number(),
  AmountPaid: z.number().nullable(),
  Currency: z.string(),
  Description: z.string(),
  ProviderPaymentId: text,
  PaidDate: instant.nullable(),
  RefundedDate: instant.nullable(),
  /** Why it could not be given back, the last time that was tried in vain. */
  RefundFailure: text,
  /** Who gave it back by hand, and how. */
  RefundedBy: text,
  RefundNote: text,
})
export type RequestPayment = z.infer<typeof RequestPayment>

/** The same as people read it. */
export function paymentStateInWords(state: PaymentState): string {
  return state === 'RefundFailed' ? refundWords.failed : state
}
