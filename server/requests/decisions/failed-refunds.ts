import sql from 'sql-template-tag'
import { refundWords } from '#contract/payments/refund-words.ts'
import type { refundsApi } from '#contract/payments/refunds.ts'
import type { RequestDetail } from '#contract/requests/requests.ts'
import type { Call } from '#platform/call'
import { conflict, notFound } from '#platform/refusals'
import { nothingToGiveBack } from '#server/payments'
import { lockPayment, type Payment, refundAgain, settleByHand, startRefund } from '#server/requests/payments'
import { lockSession, readSession, type Session, sessionVisibleTo } from '#server/requests/sessions'
import { recordKind, requestDetail } from './request-page.ts'

type Settling = Call<(typeof refundsApi)[keyof typeof refundsApi]>

/** Gives back what a rejected request paid, if whoever rejected it didn't. */
export async function refundPayment(call: Call<typeof refundsApi.refundPayment>): Promise<RequestDetail> {
  const { session, payment } = await lockedPayment(call)
  if (session.isAccepted !== false) throw conflict('request_not_rejected', refundWords.notRejected)
  if (payment.state !== 'Paid') throw conflict('nothing_to_refund', nothingToGiveBack(payment))
  if (payment.provider === 'Counter') throw conflict('paid_at_counter', refundWords.atCounter)
  await startRefund(call.db, session.sessionId, call.body.NotifyBy)
  record(call, session, { Refund: null }, { Refund: 'Begun' })
  return detailOf(call, session)
}

/** Has a payment given back once more that could not be given back. */
export async function retryRefund(call: Call<typeof refundsApi.retryRefund>): Promise<RequestDetail> {
  const { session, payment } = await failedRefund(call)
  await refundAgain(call.db, payment, call.who.name)
  record(call, session, failedBefore, { Refund: 'Tried again' })
  return detailOf(call, session)
}

/** Takes note that somebody gave the payment back in another way. */
export async function settleRefund(call: Call<typeof refundsApi.settleRefund>): Promise<RequestDetail> {
  const { session, payment } = await failedRefund(call)
  const { Note: note, NotifyBy: notifyBy } = call.body
  await settleByHand(call.db, payment, { by: call.who.name, note, notifyBy })
  record(call, session, failedBefore, { Refund: 'Given back by hand', Note: note })
  return detailOf(call, session)
}

const failedBefore = { Refund: refundWords.failed }

type Found = { session: Session; payment: Payment }

/** The payment, kept from changing; refused if it isn't, or is no longer, one that could not be given back. */
async function failedRefund(call: Settling): Promise<Found> {
  const found = await lockedPayment(call)
  if (found.payment.state !== 'RefundFailed')
    throw conflict('refund_not_failed', nothingToGiveBack(found.payment))
  return found
}

async function lockedPayment({ db, who, params }: Settling): Promise<Found> {
  const found = await db.maybe<{ sessionId: string }>(sql`
    select s.session_id as "sessionId" from request_payment p
    join request_session s on s.business_id = p.business_id and s.session_id = p.session_id
    where p.business_id = ${db.businessId} and p.payment_id = ${params.paymentId} and s.deleted_at is null
      ${sessionVisibleTo(who)}`)
  if (!found) throw notFound('The payment')
  const session = await lockSession(db, found.sessionId)
  return { session, payment: await lockPayment(db, params.paymentId) }
}

async function detailOf({ db, who }: Settling, { kind, sessionId }: Session): Promise<RequestDetail> {
  return requestDetail(db, who, await readSession(db, who, kind, sessionId))
}

function record(
  call: Settling,
  session: Session,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): void {
  call.audit({
    record: { kind: recordKind(session), id: session.sessionId, name: session.displayName ?? '' },
    before,
    after,
  })
}
