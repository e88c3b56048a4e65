import sql from 'sql-template-tag'
import type { NotifyBy } from '#contract/requests/decisions.ts'
import type { Transaction } from '#platform/database'
import { failureInWords, ProviderRefusal } from '#server/payments'
import { businessOf } from '#server/requests/forms'
import {
  addStep,
  letters,
  lockSession,
  recipientOfRequest,
  writeToApplicant,
} from '#server/requests/sessions'
import type { Payment } from './payments.ts'
import { queueRefund } from './refund-queue.ts'

/** Gives back what was paid online, by a job; false if nothing was. What was paid at the counter is given back there. */
export async function startRefund(tx: Transaction, sessionId: string, notifyBy: NotifyBy): Promise<boolean> {
  const paid = await tx.rows<{ paymentId: string }>(sql`
    update request_payment set state = 'Refunding', refund_notify = ${notifyBy}
    where business_id = ${tx.businessId} and session_id = ${sessionId} and state = 'Paid' and provider <> 'Counter'
    returning payment_id as "paymentId"`)
  for (const { paymentId } of paid) await queueRefund(tx, paymentId)
  return paid.length > 0
}

/** What was given back has come back: it is one that could not be given back. */
export async function cameBack(tx: Transaction, payment: Payment, failure: ProviderRefusal): Promise<void> {
  if (payment.refundedBy !== null) return
  await lockSession(tx, payment.sessionId)
  await tx.run(sql`
    update request_payment set state = 'Refunding', refunded_at = null
    where business_id = ${tx.businessId} and payment_id = ${payment.paymentId} and state = 'Refunded'
      and refunded_by is null`)
  // Told again even if it failed before: since then it was told as given back.
  await endInVain(tx, { ...payment, refundFailure: null }, failure)
}

export async function endGivenBack(tx: Transaction, payment: Payment): Promise<void> {
  const session = await lockSession(tx, payment.sessionId)
  const isRefunded = await tx.run(sql`
    update request_payment set state = 'Refunded', refunded_at = now(), refund_failed_at = null
    where business_id = ${tx.businessId} and payment_id = ${payment.paymentId} and state = 'Refunding'`)
  if (!isRefunded) return
  await addStep(tx, session.sessionId, 'Refunded', `${paidIn(payment)} given back`)
  await tellRefunded(tx, payment, payment.refundNotify)
}

export async function endInVain(tx: Transaction, payment: Payment, error: unknown): Promise<void> {
  const isRefused = error instanceof ProviderRefusal
  const failure = failureInWords(payment, error)
  const session = await lockSession(tx, payment.sessionId)
  // Unless somebody has begun another round meanwhile, or it was given back after all.
  const isFailed = await tx.run(sql`
    update request_payment set refund_failed_at = now(), refund_failure = ${failure},
      refund_round = refund_round + ${isRefused ? 1 : 0}::int
    where business_id = ${tx.businessId} and payment_id = ${payment.paymentId} and state = 'Refunding'
      and refund_failed_at is null and refund_round = ${payment.refundRound}`)
  if (!isFailed) return
  await addStep(tx, session.sessionId, 'Refund failed', failure)
  // Told once: that it failed again is no news.
  if (payment.refundFailure !== null) return
  const { name } = await businessOf(tx)
  const letter = letters.refundFailed(name, paidIn(payment))
  await writeToApplicant(
    tx,
    await recipientOfRequest(tx, session),
    name,
    letter,
    payment.refundNotify ?? undefined,
  )
}

/** Gives a payment back once more that could not be given back. */
export async function refundAgain(tx: Transaction, payment: Payment, by: string): Promise<void> {
  await tx.run(sql`
    update request_payment set refund_failed_at = null
    where business_id = ${tx.businessId} and payment_id = ${payment.paymentId}`)
  await queueRefund(tx, payment.paymentId)
  await addStep(tx, payment.sessionId, 'Refund tried again', null, by)
}

/** Takes note that somebody gave a payment back that the provider didn't. */
export async function settleByHand(
  tx: Transaction,
  payment: Payment,
  { by, note, notifyBy }: { by: string; note: string; notifyBy: NotifyBy },
): Promise<void> {
  await tx.run(sql`
    update request_payment set state = 'Refunded', refunded_at = now(), refund_failed_at = null, refunded_by = ${by},
      refund_note = ${note}
    where business_id = ${tx.businessId} and payment_id = ${payment.paymentId}`)
  await addStep(tx, payment.sessionId, 'Refunded', `${paidIn(payment)} given back by hand: ${note}`, by)
  await tellRefunded(tx, payment, notifyBy)
}

/** Tells the applicant that they have their money back, or so much of it. */
export async function tellRefunded(
  tx: Transaction,
  payment: Payment,
  by: NotifyBy | null,
  amount = paidIn(payment),
): Promise<void> {
  const session = await lockSession(tx, payment.sessionId)
  const { name } = await businessOf(tx)
  const letter = letters.refunded(name, amount)
  await writeToApplicant(tx, await recipientOfRequest(tx, session), name, letter, by ?? undefined)
}

function paidIn({ paidCents }: Payment): string {
  return `$${((paidCents ?? 0) / 100).toFixed(2)}`
}
