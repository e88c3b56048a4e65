import { z } from 'zod'
import { endpoint, may } from '#contract/endpoint.ts'
import { beforeRefund, NotifyBy } from '#contract/requests/decisions.ts'
import { RequestDetail } from '#contract/requests/requests.ts'
import { needed } from '#contract/words/needed.ts'
import { refundWords } from './refund-words.ts'

const path = '/api/cherrypay/v1/{businessId}/odma/request-payments/{paymentId}'
const settling = {
  access: may('Request.Refund'),
  changes: ['request', 'payment'],
  asksAgain: beforeRefund,
} as const

export const GivenBackByHand = z.object({
  /** How: those who close the books read it. */
  Note: z.string(needed(refundWords.noteRequired)).trim().min(1, refundWords.noteRequired).max(1000),
  NotifyBy,
})

/** What can be done about a payment that has to be given back, or could not be. */
export const refundsApi = {
  /** Of a request that was rejected without it: not everybody who decides may. */
  refundPayment: endpoint({
    method: 'POST',
    path: `${path}/refund`,
    title: 'Give back the payment of a rejected request',
    ...settling,
    body: z.object({ NotifyBy }),
    output: RequestDetail,
  }),
  retryRefund: endpoint({
    method: 'POST',
    path: `${path}/retry-refund`,
    title: 'Try again to give a payment back',
    ...settling,
    output: RequestDetail,
  }),
  settleRefund: endpoint({
    method: 'POST',
    path: `${path}/settle-refund`,
    title: 'Say that a payment was given back by hand',
    ...settling,
    body: GivenBackByHand,
    output: RequestDetail,
  }),
}
