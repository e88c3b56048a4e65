import sql from 'sql-template-tag'
import type { counterApi } from '#contract/payments/counter.ts'
import { paymentWords as words } from '#contract/payments/payment-words.ts'
import type { RequestDetail } from '#contract/requests/requests.ts'
import { inCents, moneyText } from '#contract/values/decimals.ts'
import type { Call } from '#platform/call'
import { conflict, invalid, notFound } from '#platform/refusals'
import {
  closeCheckouts,
  keepCounterRefund,
  lockPayment,
  type Payment,
  tellRefunded,
} from '#server/requests/payments'
import { addStep } from '#server/requests/sessions'
import { detailOf, lockedSession, recordMoney } from './session-of.ts'

/** Takes note that money was given back at the counter which was taken there. */
export async function refundAtCounter(call: Call<typeof counterApi.refundAtCounter>): Promise<RequestDetail> {
  const { db, who, params, body } = call
  const found = await db.maybe<{ sessionId: string }>(sql`
    select session_id as "sessionId" from request_payment
    where business_id = ${db.businessId} and payment_id = ${params.paymentId}`)
  if (!found) throw notFound('The payment')
  const session = await lockedSession(call, found.sessionId)
  const payment = await lockPayment(db, params.paymentId)
  const cents = requireLeft(payment, inCents(body.Amount))
  await keepCounterRefund(db, payment, { cents, by: who.name, reason: body.Reason })
  // More is owing than a page that is open asks for.
  if (session.nextStep === 'Payment Required') await closeCheckouts(db, session)
  const amount = moneyText(body.Amount)
  await addStep(
    db,
    session.sessionId,
    'Refunded',
    `${amount} given back at the counter: ${body.Reason}`,
    who.name,
  )
  if (body.NotifyBy !== 'none') await tellRefunded(db, payment, body.NotifyBy, amount)
  recordMoney(call, session, { Refund: amount, Reason: body.Reason })
  return detailOf(call, session)
}

function requireLeft({ provider, state, paidCents, refundedCents }: Payment, cents: number): number {
  if (provider !== 'Counter') throw conflict('not_at_counter', words.notAtCounter)
  const left = state === 'Paid' ? (paidCents ?? 0) - refundedCents : 0
  const sentence = words.atMostLeft(moneyText(left / 100))
  if (cents > left) throw invalid(sentence, { Amount: sentence })
  return cents
}
