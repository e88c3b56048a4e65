import { z } from 'zod'
import { endpoint, may } from '#contract/endpoint.ts'
import { optionalText } from '#contract/members/member-fields.ts'
import { beforeRefund, NotifyBy } from '#contract/requests/decisions.ts'
import { RequestDetail } from '#contract/requests/requests.ts'
import { Dollars } from '#contract/values/dollars.ts'
import { reasonOf } from '#contract/words/reason.ts'
import { counterMethods, paymentWords as words } from './payment-words.ts'

const path = '/api/cherrypay/v1/{businessId}/odma'
const atTheCounter = { access: may('Request.Decide'), changes: ['request', 'payment'] } as const

const Amount = Dollars.gt(0, words.amountRequired)

export const CounterPayment = z.object({
  Method: z.enum(counterMethods, words.methodRequired),
  /** All that is owing, or a part of it. */
  Amount,
  /** The number of a terminal's slip or a bank's transfer. */
  Reference: optionalText(100),
})
export type CounterPayment = z.infer<typeof CounterPayment>

export const Discount = z.object({ Amount, Reason: reasonOf(1, words.discountReasonRequired) })

export const CounterRefund = z.object({
  Amount,
  Reason: reasonOf(1, words.refundReasonRequired),
  NotifyBy,
})

/** What staff do about the fee of a request that waits for its payment. */
export const counterApi = {
  takePayment: endpoint({
    method: 'POST',
    path: `${path}/requests/{sessionId}/payments`,
    title: 'Take a payment for a request',
    ...atTheCounter,
    body: CounterPayment,
    output: RequestDetail,
  }),
  giveDiscount: endpoint({
    method: 'POST',
    path: `${path}/requests/{sessionId}/discounts`,
    title: 'Give a discount on a request',
    ...atTheCounter,
    body: Discount,
    output: RequestDetail,
  }),
  sendPaymentLink: endpoint({
    method: 'POST',
    path: `${path}/requests/{sessionId}/payment-link`,
    title: 'Send the payment link again',
    access: may('Request.Decide'),
    changes: ['request'],
    body: z.object({ By: z.enum(['email', 'sms']) }),
    output: RequestDetail,
  }),
  /** Of what was paid at the counter, all or a part, in whatever state its request is. */
  refundAtCounter: endpoint({
    method: 'POST',
    path: `${path}/request-payments/{paymentId}/counter-refund`,
    title: 'Give money back at the counter',
    access: may('Request.Refund'),
    changes: ['request', 'payment'],
    asksAgain: beforeRefund,
    body: CounterRefund,
    output: RequestDetail,
  }),
}
