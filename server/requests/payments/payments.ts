import sql, { empty, type Sql } from 'sql-template-tag'
import type { Price } from '#contract/requests/request-rules.ts'
import type { RequestPayment } from '#contract/requests/requests.ts'
import { noTenant, type Queries, type Transaction } from '#platform/database'
import { startJob } from '#platform/jobs'
import { addStep, advance, lockSession, type Session, completeSubmission } from '#server/requests/sessions'
import type { CheckoutState, Backstage } from '#server/requests/surroundings'

/** A payment as it is kept. */
export type Payment = {
  readonly paymentId: string
  readonly sessionId: string
  readonly provider: 'Stripe' | 'Test'
  readonly state: RequestPayment['State']
  readonly description: string
  readonly amountCents: number
  readonly taxCents: number
  readonly currency: string
  readonly checkoutId: string | null
  readonly checkoutUrl: string | null
  readonly providerPaymentId: string | null
  readonly paidCents: number | null
  readonly paidAt: string | null
  readonly refundedAt: string | null
}

export const paymentColumns = sql`
  p.payment_id as "paymentId", p.session_id as "sessionId", p.provider, p.state, p.description,
  p.amount_cents as "amountCents", p.tax_cents as "taxCents", p.currency, p.checkout_id as "checkoutId",
  p.checkout_url as "checkoutUrl", p.provider_payment_id as "providerPaymentId", p.paid_cents as "paidCents",
  p.paid_at as "paidAt", p.refunded_at as "refundedAt"`

export const openCheckoutTask = 'open_checkout'
export const refundTask = 'refund_payment'
export const checkPaymentTask = 'check_payment'
export type PaymentPayload = { businessId: string; paymentId: string }

/** The payments of a session, oldest first. */
export function paymentsOf(db: Queries, sessionId: string): Promise<Payment[]> {
  return db.rows<Payment>(sql`
    select ${paymentColumns} from request_payment p
    where p.business_id = ${db.businessId} and p.session_id = ${sessionId} order by p.created_at, p.payment_id`)
}

/** Asks for a payment. The provider is told by a job, so that nothing waits for it here. */
export async function requestPayment(
  tx: Transaction,
  session: Session,
  provider: Payment['provider'],
  price: Price & { description: string },
): Promise<void> {
  const { paymentId } = await tx.one<{ paymentId: string }>(sql`
    insert into request_payment (business_id, session_id, provider, description, amount_cents, tax_cents)
    values (${tx.businessId}, ${session.sessionId}, ${provider}, ${price.description}, ${price.total}, ${price.tax})
    returning payment_id as "paymentId"`)
  await startJob(tx, openCheckoutTask, { businessId: tx.businessId, paymentId } satisfies PaymentPayload)
}

/** Gives back what was paid, by a job; false if nothing was. */
export async function startRefund(tx: Transaction, sessionId: string): Promise<boolean> {
  const paid = await tx.rows<{ paymentId: string }>(sql`
    update request_payment set state = 'Refunding'
    where business_id = ${tx.businessId} and session_id = ${sessionId} and state = 'Paid'
    returning payment_id as "paymentId"`)
  for (const { paymentId } of paid)
    await startJob(tx, refundTask, { businessId: tx.businessId, paymentId } satisfies PaymentPayload)
  return paid.length > 0
}

/** Takes note of how a checkout ended, whatever business it is of. One we don't know is somebody else's. */
export async function settleByCheckout(
  { database }: Backstage,
  checkoutId: string,
  outcome: CheckoutState,
): Promise<void> {
  const known = await database
    .forTenant(noTenant)
    .maybe<PaymentPayload>(
      sql`select business_id as "businessId", payment_id as "paymentId" from request_payment where checkout_id = ${checkoutId}`,
    )
  if (known) await database.transaction(known.businessId, (tx) => settle(tx, known.paymentId, outcome))
}

/** Takes note of how a payment ended. Told again, or told late, it does no more than it has to. */
export async function settle(tx: Transaction, paymentId: string, outcome: CheckoutState): Promise<void> {
  if (outcome.state === 'open') return
  // The session first, as those who decide on it do: two who lock in different orders would wait for each other.
  const { sessionId } = await paymentWhere(tx, paymentId, empty)
  const session = await lockSession(tx, sessionId)
  const payment = await paymentWhere(tx, paymentId, sql`for update`)
  // What has run out may have been paid at the last moment after all.
  if (!['Opening', 'Open', 'Expired'].includes(payment.state)) return
  if (outcome.state !== 'paid') return setState(tx, paymentId, 'Expired')
  await tx.run(sql`
    update request_payment set state = 'Paid', paid_at = now(), paid_cents = ${outcome.cents},
      provider_payment_id = ${outcome.providerPaymentId}
    where business_id = ${tx.businessId} and payment_id = ${paymentId}`)
  await applyPayment(tx, session, payment, outcome.cents)
}

async function applyPayment(
  tx: Transaction,
  session: Session,
  payment: Payment,
  cents: number,
): Promise<void> {
  const { paymentId, amountCents } = payment
  const paid = `$${(cents / 100).toFixed(2)} paid`
  if (session.nextStep !== 'Payment Required') {
    // Paid twice, or paid when it had been decided already.
    await setState(tx, paymentId, 'Refunding')
    await startJob(tx, refundTask, { businessId: tx.businessId, paymentId } satisfies PaymentPayload)
    await addStep(
      tx,
      session.sessionId,
      'Late payment',
      `${paid} when it was no longer due: it is given back.`,
    )
  } else if (cents !== amountCents) {
    const due = (amountCents / 100).toFixed(2)
    await advance(tx, session.sessionId, 'Error', { note: `${paid}, but the fee is $${due}.` })
  } else {
    await completeSubmission(tx, session, { paid })
  }
}

function paymentWhere(tx: Transaction, paymentId: string, lock: Sql): Promise<Payment> {
  return tx.one<Payment>(sql`
    select ${paymentColumns} from request_payment p
    where p.business_id = ${tx.businessId} and p.payment_id = ${paymentId} ${lock}`)
}

async function setState(tx: Transaction, paymentId: string, state: Payment['state']): Promise<void> {
  await tx.run(sql`
    update request_payment set state = ${state}
    where business_id = ${tx.businessId} and payment_id = ${paymentId}`)
}
