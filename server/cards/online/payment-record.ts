import sql from 'sql-template-tag'
import type { ReloadPaymentState } from '#contract/cards/holder-reload.ts'
import type { Queries, Transaction } from '#platform/database'
import type { PaymentService } from '#server/payments'

/** A payment of a holder as it is kept. */
export type ReloadPayment = {
  readonly paymentId: string
  /** The card whose page it was begun on. */
  readonly cardId: string
  readonly provider: PaymentService['provider']
  readonly state: ReloadPaymentState
  readonly description: string
  readonly cents: number
  readonly checkoutId: string | null
  readonly checkoutUrl: string | null
  readonly providerPaymentId: string | null
  readonly paidCents: number | null
  readonly transactionId: string | null
  readonly refusal: string | null
  readonly refundRound: number
  /** Who gave it back by hand; null unless somebody did. */
  readonly refundedBy: string | null
}

export const openReloadTask = 'open_reload_payment'
export const checkReloadTask = 'check_reload_payment'

const selectPayments = sql`
  select payment_id as "paymentId", card_id as "cardId", provider, state, description, cents,
    checkout_id as "checkoutId", checkout_url as "checkoutUrl", provider_payment_id as "providerPaymentId",
    paid_cents as "paidCents", transaction_id as "transactionId", refusal, refund_round as "refundRound",
    refunded_by as "refundedBy"
  from reload_payment`

/** A payment in this state; null if it is in another. */
export function reloadPaymentIn(
  db: Queries,
  paymentId: string,
  state: ReloadPaymentState,
): Promise<ReloadPayment | null> {
  return db.maybe<ReloadPayment>(sql`
    ${selectPayments} where business_id = ${db.businessId} and payment_id = ${paymentId} and state = ${state}`)
}

/** A payment, kept from changing. */
export function lockReloadPayment(tx: Transaction, paymentId: string): Promise<ReloadPayment> {
  return tx.one<ReloadPayment>(sql`
    ${selectPayments} where business_id = ${tx.businessId} and payment_id = ${paymentId} for update`)
}

/**
 * What the holder of a card has paid last, or begun to, in the last days; of what was before they wait for what isn't given
 * back yet, or was so by hand in these days.
 */
export function newestPayment(db: Queries, cardId: string): Promise<ReloadPayment | null> {
  return db.maybe<ReloadPayment>(sql`
    ${selectPayments}
    where business_id = ${db.businessId} and card_id = ${cardId}
      and (created_at > now() - interval '3 days' or refunded_at > now() - interval '3 days'
        or state in ('Refunding', 'RefundFailed'))
    order by created_at desc, payment_id limit 1`)
}

/** What the demo's payment page shows of a payment. */
export type TestReload = {
  readonly businessId: string
  readonly paymentId: string
  readonly description: string
  readonly cents: number
  readonly state: string
}

/** A payment on the demo's page, whatever business it is of; null if it is of something else. */
export function testReload(db: Queries, checkoutId: string): Promise<TestReload | null> {
  return db.maybe<TestReload>(sql`
    select business_id as "businessId", payment_id as "paymentId", description, cents, state
    from reload_payment where checkout_id = ${checkoutId} and provider = 'Test'`)
}
