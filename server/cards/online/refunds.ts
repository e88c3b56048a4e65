import sql from 'sql-template-tag'
import { holderReloadApi } from '#contract/cards/holder-reload.ts'
import { moneyText } from '#contract/values/decimals.ts'
import { clock, recordAudit } from '#platform/call'
import { noTenant, type Transaction } from '#platform/database'
import { startJob } from '#platform/jobs'
import { auditCard, everyCard, readCard, recordCardChange } from '#server/cards/account'
import { type Backstage, failureInWords, type PaymentPayload, ProviderRefusal } from '#server/payments'
import { checkReloadTask, type ReloadPayment } from './payment-record.ts'

export const refundReloadTask = 'refund_reload_payment'

/** What the audit trail calls what comes of a payment. */
export const reloadAction = { name: 'beginHolderReload', title: holderReloadApi.beginHolderReload.title }
/** The provider tells of payments, or a job finds them: it comes from no address of a person. */
export const byNobody = { address: '', requestId: '' }

export const refundKeyOf = (paymentId: string) => `${refundReloadTask} ${paymentId}`

/** Has a payment given back by a job. Of the same payment there is one. */
export function queueReloadRefund(tx: Transaction, paymentId: string): Promise<void> {
  const payload: PaymentPayload = { businessId: tx.businessId, paymentId }
  return startJob(tx, refundReloadTask, payload, { key: refundKeyOf(paymentId) })
}

/** Begins to give back what was paid and could not be put on the card. */
export async function beginRefund(tx: Transaction, payment: ReloadPayment, refusal: string): Promise<void> {
  await tx.run(sql`
    update reload_payment set state = 'Refunding', refusal = ${refusal}
    where business_id = ${tx.businessId} and payment_id = ${payment.paymentId}`)
  await tell(tx, payment, 'is given back', refusal)
  await queueReloadRefund(tx, payment.paymentId)
}

const mostRounds = 3

/**
 * Has the provider asked about a payment that was given back, and of which it says that it came back to them. The notice
 * alone says too little: it may be of an earlier round.
 */
export async function queueReloadRefundCheck(
  { database }: Backstage,
  providerPaymentId: string,
): Promise<void> {
  const known = await database.forTenant(noTenant).maybe<PaymentPayload>(sql`
    select business_id as "businessId", payment_id as "paymentId" from reload_payment
    where provider_payment_id = ${providerPaymentId} and state = 'Refunded' and refunded_by is null limit 1`)
  if (!known) return
  const key = `${checkReloadTask} ${known.paymentId}`
  await database.transaction(known.businessId, (tx) => startJob(tx, checkReloadTask, known, { key }))
}

/** Gives a payment back once more that came back to the provider; after the last round it is a person's to settle. */
export async function reloadRefundCameBack(
  tx: Transaction,
  payment: ReloadPayment,
  failure: ProviderRefusal,
): Promise<void> {
  if (payment.refundedBy !== null) return
  if (payment.refundRound >= mostRounds) return endReloadRefundInVain(tx, payment, failure)
  const isBegun = await tx.run(sql`
    update reload_payment set state = 'Refunding', refund_round = refund_round + 1
    where business_id = ${tx.businessId} and payment_id = ${payment.paymentId} and state = 'Refunded'
      and refund_round = ${payment.refundRound}`)
  if (isBegun) await queueReloadRefund(tx, payment.paymentId)
}

export async function endReloadGivenBack(tx: Transaction, { paymentId }: ReloadPayment): Promise<void> {
  await tx.run(sql`
    update reload_payment set state = 'Refunded'
    where business_id = ${tx.businessId} and payment_id = ${paymentId} and state = 'Refunding'`)
}

/** What is refused, or was tried to the last try, is told in the card's history, for a person to settle. */
export async function endReloadRefundInVain(
  tx: Transaction,
  payment: ReloadPayment,
  error: unknown,
): Promise<void> {
  const failure = failureInWords(payment, error)
  // What was refused is asked for anew: the provider would answer the same round as before.
  const nextRound = error instanceof ProviderRefusal ? 1 : 0
  const isNews = await tx.run(sql`
    update reload_payment set state = 'RefundFailed', refund_failed_at = now(), refund_failure = ${failure},
      refund_round = refund_round + ${nextRound}::int
    where business_id = ${tx.businessId} and payment_id = ${payment.paymentId} and state = ${payment.state}
      and refund_round = ${payment.refundRound}`)
  if (isNews) await tell(tx, payment, 'could not be given back: give it back by hand', failure)
}

/** Gives a payment back once more that could not be given back. */
export async function refundReloadAgain(tx: Transaction, { paymentId }: ReloadPayment): Promise<void> {
  await tx.run(sql`
    update reload_payment set state = 'Refunding'
    where business_id = ${tx.businessId} and payment_id = ${paymentId}`)
  await queueReloadRefund(tx, paymentId)
}

/** Takes note that somebody gave a payment back that the provider didn't. */
export async function settleReloadRefundByHand(
  tx: Transaction,
  { paymentId }: ReloadPayment,
  { by, note }: { by: string; note: string },
): Promise<void> {
  await tx.run(sql`
    update reload_payment set state = 'Refunded', refunded_at = now(), refunded_by = ${by}, refund_note = ${note}
    where business_id = ${tx.businessId} and payment_id = ${paymentId}`)
}

/** What a card's history says of a payment. */
export function toldOf({ paidCents }: ReloadPayment, what: string): string {
  return `${moneyText((paidCents ?? 0) / 100)} paid online ${what}`
}

/** Tells in the card's history and in the trail what has become of a payment. */
async function tell(tx: Transaction, payment: ReloadPayment, what: string, note: string): Promise<void> {
  const title = toldOf(payment, what)
  await recordCardChange(tx, clock, payment.cardId, title, note)
  const card = await readCard(tx, everyCard, payment.cardId)
  await recordAudit(tx, clock, byNobody, reloadAction, [
    { record: auditCard(card), after: { Payment: title, Note: note } },
  ])
}
