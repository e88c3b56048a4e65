import type { counterApi } from '#contract/payments/counter.ts'
import { paymentWords as words } from '#contract/payments/payment-words.ts'
import type { RequestDetail } from '#contract/requests/requests.ts'
import { inCents, moneyText } from '#contract/values/decimals.ts'
import type { Call } from '#platform/call'
import { conflict, invalid } from '#platform/refusals'
import {
  closeCheckouts,
  keepCounterPayment,
  keepDiscount,
  type Owing,
  owingOf,
  partOfOwing,
} from '#server/requests/payments'
import { addStep, completeSubmission, type Session } from '#server/requests/sessions'
import { type AtCounter, detailOf, lockedSession, recordMoney } from './session-of.ts'

/** Takes money for a request at the counter: all that is owing, or a part. */
export async function takePayment(call: Call<typeof counterApi.takePayment>): Promise<RequestDetail> {
  const { db, who, params, body } = call
  const { session, owing } = await owingSession(call, params.sessionId)
  const cents = atMost(owing, body.Amount)
  await keepCounterPayment(db, session, partOfOwing(owing, cents), { ...body, by: who.name })
  const paid = `${moneyText(body.Amount)} paid: ${words.methods[body.Method]}, taken by ${who.name}`
  await goOn(call, session, owing.cents - cents, { step: 'Part payment', note: paid })
  recordMoney(call, session, {
    Payment: moneyText(body.Amount),
    Method: words.methods[body.Method],
    Reference: body.Reference,
  })
  return detailOf(call, session)
}

/** Lets somebody off a part of the fee, or all of it. */
export async function giveDiscount(call: Call<typeof counterApi.giveDiscount>): Promise<RequestDetail> {
  const { db, who, params, body } = call
  const { session, owing } = await owingSession(call, params.sessionId)
  const cents = atMost(owing, body.Amount)
  await keepDiscount(db, session, partOfOwing(owing, cents), { reason: body.Reason, by: who.name })
  const note = `Discount of ${moneyText(body.Amount)} by ${who.name}: ${body.Reason}`
  await goOn(call, session, owing.cents - cents, { step: 'Discount', note })
  recordMoney(call, session, { Discount: moneyText(body.Amount), Reason: body.Reason })
  return detailOf(call, session)
}

/** A session that waits for its payment, kept from changing, and what is owing of it. */
export async function owingSession(
  call: AtCounter,
  sessionId: string,
): Promise<{ session: Session; owing: Owing }> {
  const session = await lockedSession(call, sessionId)
  const owing = await owingOf(call.db, sessionId)
  if (session.nextStep !== 'Payment Required' || owing.cents === 0) throw conflict('not_due', words.notDue)
  return { session, owing }
}

function atMost(owing: Owing, dollars: number): number {
  const cents = inCents(dollars)
  const sentence = words.atMostOwing(moneyText(owing.cents / 100))
  if (cents > owing.cents) throw invalid(sentence, { Amount: sentence })
  return cents
}

/** What the provider's page asks for is wrong from now on. With nothing left the request goes on as any that was paid for. */
async function goOn(
  { db, who }: AtCounter,
  session: Session,
  leftCents: number,
  { step, note }: { step: string; note: string },
): Promise<void> {
  await closeCheckouts(db, session)
  if (leftCents === 0) return completeSubmission(db, session, { paid: note })
  const left = `${moneyText(leftCents / 100)} is left to pay.`
  await addStep(db, session.sessionId, step, `${note}. ${left}`, who.name)
}
