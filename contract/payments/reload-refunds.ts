import { z } from 'zod'
import { endpoint, may, mayAny } from '#contract/endpoint.ts'
import { beforeRefund } from '#contract/requests/decisions.ts'
import { needed } from '#contract/words/needed.ts'
import { refundWords } from './refund-words.ts'

/** Says that something was given back that the provider didn't. */
export const HowGivenBack = z.object({
  /** How: those who close the books read it. */
  Note: z.string(needed(refundWords.noteRequired)).trim().min(1, refundWords.noteRequired).max(1000),
})

/** What a holder paid for a card that it could not be put on, and that could not be given back either. */
export const FailedReloadRefund = z.object({
  PaymentId: z.string(),
  Amount: z.number(),
  Provider: z.enum(['Stripe', 'Test']),
  PaidDate: z.iso.datetime(),
  /** Why it didn't get onto the card, and why it could not be given back. */
  Refusal: z.string().nullable(),
  RefundFailure: z.string().nullable(),
})
export type FailedReloadRefund = z.infer<typeof FailedReloadRefund>

const business = '/api/cherrypay/v1/{businessId}'
const settling = {
  access: may('Request.Refund'),
  changes: ['card', 'payment'],
  asksAgain: beforeRefund,
} as const

/** What can be done about a holder's payment that could not be given back. */
export const reloadRefundsApi = {
  /** The oldest first; those after them come once these are settled. */
  listFailedReloadRefunds: endpoint({
    method: 'GET',
    path: `${business}/cards/{cardId}/failed-refunds`,
    title: 'Payments for a card that could not be given back',
    access: mayAny(['Request.Refund', 'Member.InviteToCard', 'Card.Manage']),
    shows: ['card', 'payment'],
    output: z.object({ Results: z.array(FailedReloadRefund) }),
  }),
  retryReloadRefund: endpoint({
    method: 'POST',
    path: `${business}/reload-payments/{reloadPaymentId}/retry-refund`,
    title: 'Try again to give back a payment for a card',
    ...settling,
  }),
  settleReloadRefund: endpoint({
    method: 'POST',
    path: `${business}/reload-payments/{reloadPaymentId}/settle-refund`,
    title: 'Say that a payment for a card was given back by hand',
    ...settling,
    body: HowGivenBack,
  }),
}
