import { z } from 'zod'
import { paymentMethods } from './payment-words.ts'
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
  Provider: z.enum(['Stripe', 'Test', 'Counter']),
  Method: z.enum(paymentMethods),
  State: z.enum(paymentStates),
  /** Dollars: with the tax, and the tax in it. */
  Amount: z.number(),
  TaxAmount: z.number(),
  AmountPaid: z.number().nullable(),
  /** What was given back of it at the counter, or all of it. */
  AmountRefunded: z.number(),
  Currency: z.string(),
  Description: z.string(),
  ProviderPaymentId: text,
  /** Of what was paid at the counter: a terminal's or a bank's number, and who took it. */
  Reference: text,
  TakenBy: text,
  PaidDate: instant.nullable(),
  RefundedDate: instant.nullable(),
  /** Why it could not be given back, the last time that was tried in vain. */
  RefundFailure: text,
  /** Who gave it back by hand, and how. */
  RefundedBy: text,
  RefundNote: text,
})
export type RequestPayment = z.infer<typeof RequestPayment>

/** What the staff let somebody off. */
export const RequestDiscount = z.object({
  Amount: z.number(),
  Reason: z.string(),
  GivenBy: z.string(),
  GivenDate: instant,
})

/** The same as people read it. */
export function paymentStateInWords(state: PaymentState): string {
  return state === 'RefundFailed' ? refundWords.failed : state
}
