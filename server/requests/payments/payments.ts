import sql, { empty, type Sql } from 'sql-template-tag'
import type { PaymentMethod } from '#contract/payments/payment-words.ts'
import type { PaymentState } from '#contract/payments/request-payments.ts'
import type { NotifyBy } from '#contract/requests/decisions.ts'
import type { Price } from '#contract/requests/request-rules.ts'
import { noTenant, type Queries, type Transaction } from '#platform/database'
import { startJob } from '#platform/jobs'
import type { CheckoutState, Backstage, PaymentPayload, PaymentService } from '#server/payments'
import { addStep, advance, lockSession, type Session, completeSubmission } from '#server/requests/sessions'
import { owingOf } from './owing.ts'
import { queueRefund } from './refund-queue.ts'

/** A payment as it is kept. */
export type Payment = {
  readonly paymentId: string
  readonly sessionId: string
  readonly provider: 'Stripe' | 'Test' | 'Counter'
  readonly method: PaymentMethod
  readonly reference: string | null
  readonly takenBy: string | null
  readonly state: PaymentState
  readonly description: string
  readonly amountCents: number
  readonly taxCents: number
  readonly currency: string
  readonly checkoutId: string | null
  readonly checkoutUrl: string | null
  readonly providerPaymentId: string | null
  readonly paidCents: number | null
  readonly refundedCents: number
  readonly paidAt: string | null
  readonly refundedAt: string | null
  readonly refundFailure: string | null
  readonly refundRound: number
  readonly refundNotify: NotifyBy | null
  readonly refundedBy: string | null
  readonly refundNote: string | null
}

/** The state of a payment `p`. */
export const paymentState = sql`
  case when p.state = 'Refunding' and p.refund_failed_at is not null then 'RefundFailed' else p.state end`

export const paymentColumns = sql`
  p.payment_id as "paymentId", p.session_id as "sessionId", p.provider, p.method, p.reference, p.taken_by as "takenBy",
  case when p.state = 'Refunded' then p.paid_cents else p.refunded_cents end as "refundedCents", ${paymentState} as state, p.description,
  p.amount_cents as "amountCents", p.tax_cents as "taxCents", p.currency, p.checkout_id as "checkoutId",
  p.checkout_url as "checkoutUrl", p.provider_payment_id as "providerPaymentId", p.paid_cents as "paidCents",
  p.paid_at as "paidAt", p.refunded_at as "refundedAt", p.refund_failure as "refundFailure",
  p.refund_round as "refundRound", p.refund_notify as "refundNotify", p.refunded_by as "refundedBy",
  p.refund_note as "refundNote"`

export const openCheckoutTask = 'open_checkout'
export const checkPaymentTask = 'check_payment'
export const closeCheckoutTask = 'close_checkout'

/** The payments of a session, oldest first. */
export function paymentsOf(db: Queries, sessionId: string): Promise<Payment[]> {
  return db.rows<Payment>(sql`
    select ${paymentColumns} from request_payment p
    where p.business_id = ${db.businessId} and p.session_id = ${sessionId} order by p.created_at, p.payment_id`)
}

/** A payment in this state. The page to pay at shows the e-mail address, so only to whose it is. */
export function paymentIn(db: Queries, paymentId: string, state: Payment['state']) {
  return db.maybe<Payment & { formId: string; email: string | null }>(sql`
    select ${paymentColumns}, s.form_id as "formId",
      case when s.kind = 'Registration' or s.proven_at is not null then s.email end as email
    from request_payment p
    join request_session s on s.business_id = p.business_id and s.session_id = p.session_id
    where p.business_id = ${db.businessId} and p.payment_id = ${paymentId} and ${paymentState} = ${state}`)
}

/** What a session is paid for. */
export function feeInWords({ feeDescription, feeItems }: Session): string {
  return [feeDescription, ...feeItems].filter(Boolean).join(', ')
}

/** Asks for a payment. The provider is told by a job, so that nothing waits for it here. */
export async function requestPayment(
  tx: Transaction,
  session: Session,
  provider: PaymentService['provider'],
  { total, tax }: Price,
): Promise<void> {
  const { paymentId } = await tx.one<{ paymentId: string }>(sql`
    insert into request_payment (business_id, session_id, provider, description, amount_cents, tax_cents)
    values (${tx.businessId}, ${session.sessionId}, ${provider}, ${feeInWords(session)}, ${total}, ${tax})
    returning payment_id as "paymentId"`)
  await startJob(tx, openCheckoutTask, { businessId: tx.businessId, paymentId } satisfies PaymentPayload)
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
  if (known) await database.transaction(known.businessId, (tx) => settlePayment(tx, known.paymentId, outcome))
}

/** Takes note of how a payment ended. Told again, or told late, it does no more than it has to. */
export async function settlePayment(
  tx: Transaction,
  paymentId: string,
  outcome: CheckoutState,
): Promise<void> {
  if (outcome.state === 'open' || outcome.state === 'pending') return
  // The session first, as those who decide on it do: two who lock in different orders would wait for each other.
  const { sessionId } = await paymentWhere(tx, paymentId, empty)
  const session = await lockSession(tx, sessionId)
  const payment = await lockPayment(tx, paymentId)
  // What has run out may have been paid at the last moment after all.
  if (!['Opening', 'Open', 'Expired'].includes(payment.state)) return
  if (outcome.state !== 'paid') return setState(tx, paymentId, 'Expired')
  const owing = await owingOf(tx, sessionId)
  await tx.run(sql`
    update request_payment set state = 'Paid', paid_at = now(), paid_cents = ${outcome.cents},
      provider_payment_id = ${outcome.providerPaymentId}
    where business_id = ${tx.businessId} and payment_id = ${paymentId}`)
  await applyPayment(tx, session, payment, { cents: outcome.cents, owing: owing.cents })
}

/** Ends a payment that nobody made: another can be asked for. What is to be known of it stands among the steps. */
export async function giveUp(tx: Transaction, paymentId: string, reason: string | null): Promise<void> {
  const { sessionId } = await paymentWhere(tx, paymentId, empty)
  await lockSession(tx, sessionId)
  const isOver = await tx.run(sql`
    update request_payment set state = 'Expired'
    where business_id = ${tx.businessId} and payment_id = ${paymentId} and state in ('Opening', 'Open')`)
  if (isOver && reason) await addStep(tx, sessionId, 'Payment given up', reason)
}

async function applyPayment(
  tx: Transaction,
  session: Session,
  payment: Payment,
  { cents, owing }: { cents: number; owing: number },
): Promise<void> {
  const { sessionId } = session
  const paid = `$${(cents / 100).toFixed(2)} paid`
  if (session.nextStep !== 'Payment Required') {
    // Paid twice, or paid when it had been decided already.
    await giveLateBack(tx, payment, `${paid} when it was no longer due: it is given back.`)
  } else if (cents !== payment.amountCents) {
    const due = (payment.amountCents / 100).toFixed(2)
    await advance(tx, sessionId, 'Error', { note: `${paid}, but the fee is $${due}.` })
  } else if (cents > owing) {
    // A part was paid at the counter, or a discount given, while the provider's page was open.
    const due = (owing / 100).toFixed(2)
    await giveLateBack(tx, payment, `${paid} when only $${due} was due: it is given back.`)
  } else if (cents < owing) {
    await addStep(
      tx,
      sessionId,
      'Part payment',
      `${paid}, $${((owing - cents) / 100).toFixed(2)} is left to pay`,
    )
  } else {
    await completeSubmission(tx, session, { paid })
  }
}

async function giveLateBack(tx: Transaction, { paymentId, sessionId }: Payment, note: string): Promise<void> {
  await setState(tx, paymentId, 'Refunding')
  await queueRefund(tx, paymentId)
  await addStep(tx, sessionId, 'Late payment', note)
}

/** A payment of a business, kept from changing. */
export function lockPayment(tx: Transaction, paymentId: string): Promise<Payment> {
  return paymentWhere(tx, paymentId, sql`for update`)
}

function paymentWhere(tx: Transaction, paymentId: string, lock: Sql): Promise<Payment> {
  return tx.one<Payment>(sql`
    select ${paymentColumns} from request_payment p
    where p.business_id = ${tx.businessId} and p.payment_id = ${paymentId} ${lock}`)
}

async function setState(tx: Transaction, paymentId: string, state: 'Expired' | 'Refunding'): Promise<void> {
  await tx.run(sql`
    update request_payment set state = ${state}
    where business_id = ${tx.businessId} and payment_id = ${paymentId}`)
}
