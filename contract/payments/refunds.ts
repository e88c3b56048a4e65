import { z } from 'zod'
import { endpoint, may } from '#contract/endpoint.ts'
import { beforeRefund, NotifyBy } from '#contract/requests/decisions.ts'
import { RequestDetail } from '#contract/requests/requests.ts'
import { HowGivenBack } from './reload-refunds.ts'

const path = '/api/cherrypay/v1/{businessId}/odma/request-payments/{paymentId}'
const settling = {
  access: may('Request.Refund'),
  changes: ['request', 'payment'],
  asksAgain: beforeRefund,
} as const

export const GivenBackByHand = HowGivenBack.extend({ NotifyBy })

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
