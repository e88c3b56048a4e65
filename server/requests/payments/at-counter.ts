import sql from 'sql-template-tag'
import type { CounterPayment } from '#contract/payments/counter.ts'
import type { Price } from '#contract/requests/request-rules.ts'
import type { Transaction } from '#platform/database'
import { startJob } from '#platform/jobs'
import type { PaymentPayload } from '#server/payments'
import type { Session } from '#server/requests/sessions'
import { closeCheckoutTask, feeInWords, type Payment } from './payments.ts'

/** Keeps what was taken at the counter for a session that is locked. */
export async function keepCounterPayment(
  tx: Transaction,
  session: Session,
  { total, tax }: Price,
  { Method, Reference, by }: Pick<CounterPayment, 'Method' | 'Reference'> & { by: string },
): Promise<void> {
  await tx.run(sql`
    insert into request_payment (business_id, session_id, provider, state, description, amount_cents, tax_cents,
      method, reference, taken_by, paid_cents, paid_at)
    values (${tx.businessId}, ${session.sessionId}, 'Counter', 'Paid', ${feeInWords(session)}, ${total}, ${tax},
      ${Method}, ${Reference}, ${by}, ${total}, now())`)
}

/** Keeps what somebody is let off. */
export async function keepDiscount(
  tx: Transaction,
  { sessionId }: Session,
  { total, tax }: Price,
  { reason, by }: { reason: string; by: string },
): Promise<void> {
  await tx.run(sql`
    insert into request_discount (business_id, session_id, cents, tax_cents, reason, given_by)
    values (${tx.businessId}, ${sessionId}, ${total}, ${tax}, ${reason}, ${by})`)
}

/**
 * Has the provider's pages closed on which a session could be paid: what they ask for is owing no more. Until the provider
 * says that nobody has paid there they stay open here, too, so that no payment is lost.
 */
export async function closeCheckouts(tx: Transaction, { sessionId }: Session): Promise<void> {
  // Of a page that isn't open yet nobody has the address.
  await tx.run(sql`
    update request_payment set state = 'Expired'
    where business_id = ${tx.businessId} and session_id = ${sessionId} and state = 'Opening'`)
  const open = await tx.rows<{ paymentId: string }>(sql`
    select payment_id as "paymentId" from request_payment
    where business_id = ${tx.businessId} and session_id = ${sessionId} and state = 'Open'`)
  for (const { paymentId } of open) {
    const payload: PaymentPayload = { businessId: tx.businessId, paymentId }
    await startJob(tx, closeCheckoutTask, payload, { key: `${closeCheckoutTask} ${paymentId}` })
  }
}

/** Takes note that a part of what was paid at the counter, or all of it, was given back there. */
export async function keepCounterRefund(
  tx: Transaction,
  payment: Payment,
  { cents, by, reason }: { cents: number; by: string; reason: string },
): Promise<void> {
  const given = payment.refundedCents + cents
  const isAll = given === payment.paidCents
  await tx.run(sql`
    update request_payment set refunded_cents = ${given}, state = ${isAll ? 'Refunded' : 'Paid'},
      refunded_at = now(), refunded_by = ${by}, refund_note = ${reason}
    where business_id = ${tx.businessId} and payment_id = ${payment.paymentId}`)
}
