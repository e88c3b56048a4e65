import sql from 'sql-template-tag'
import { moneyText } from '#contract/values/decimals.ts'
import { recordAudit } from '#platform/call'
import { noTenant, type Transaction } from '#platform/database'
import { conflict, Refusal } from '#platform/refusals'
import { auditCard, cardName, everyCard, lockCurrentCard, lockUsableCard } from '#server/cards/account'
import { holderOf } from '#server/cards/claiming'
import { addToCard, reloadKinds, tenderAccount } from '#server/cards/reload'
import type { Backstage, CheckoutState, PaymentPayload } from '#server/payments'
import { lockReloadPayment, type ReloadPayment } from './payment-record.ts'
import { beginRefund, byNobody, reloadAction } from './refunds.ts'

/** Takes note of how a checkout ended, whatever business it is of. One that is for no reload is somebody else's. */
export async function settleReloadByCheckout(
  { database }: Backstage,
  checkoutId: string,
  outcome: CheckoutState,
): Promise<void> {
  const known = await database.forTenant(noTenant).maybe<PaymentPayload>(sql`
    select business_id as "businessId", payment_id as "paymentId" from reload_payment
    where checkout_id = ${checkoutId}`)
  if (known) await database.transaction(known.businessId, (tx) => settleReload(tx, known.paymentId, outcome))
}

/**
 * Takes note of how a payment ended. Told again, or told late, it does no more than it has to. The payment is locked before the
 * card: nobody who has a card asks for its payments.
 */
export async function settleReload(
  tx: Transaction,
  paymentId: string,
  outcome: CheckoutState,
): Promise<void> {
  if (outcome.state === 'open' || outcome.state === 'pending') return
  const payment = await lockReloadPayment(tx, paymentId)
  // What has run out may have been paid at the last moment after all.
  if (!['Opening', 'Open', 'Expired'].includes(payment.state)) return
  if (outcome.state !== 'paid') return giveUpReload(tx, paymentId)
  const { cents: paidCents, providerPaymentId } = outcome
  await tx.run(sql`
    update reload_payment set paid_at = now(), paid_cents = ${paidCents}, provider_payment_id = ${providerPaymentId}
    where business_id = ${tx.businessId} and payment_id = ${paymentId}`)
  const paid = { ...payment, paidCents, providerPaymentId }
  try {
    await putOnCard(tx, paid, paidCents)
  } catch (error) {
    // Whatever may go well another time isn't given back: it is told again.
    if (!(error instanceof Refusal) || error.status !== 409) throw error
    await beginRefund(tx, paid, error.message)
  }
}

/** Ends a payment that nobody made: another can be asked for. */
export async function giveUpReload(tx: Transaction, paymentId: string): Promise<void> {
  await tx.run(sql`
    update reload_payment set state = 'Expired'
    where business_id = ${tx.businessId} and payment_id = ${paymentId} and state in ('Opening', 'Open')`)
}

/** Puts what was paid on the card, or on the one that has taken its place. All that is refused is so before anything is written. */
async function putOnCard(tx: Transaction, payment: ReloadPayment, cents: number): Promise<void> {
  if (cents !== payment.cents)
    throw conflict(
      'other_amount',
      `${moneyText(cents / 100)} was paid in place of ${moneyText(payment.cents / 100)}.`,
    )
  const current = await lockCurrentCard(tx, everyCard, payment.cardId)
  const card = await lockUsableCard(tx, everyCard, current.CardId)
  const holder = holderOf(card)
  const note = 'Paid online by the holder'
  const about = {
    kind: reloadKinds.online,
    actor: holder,
    reference: payment.paymentId,
    description: cardName(card),
    note,
  }
  const { transactionId, balances } = await addToCard(tx, card, {
    about,
    from: tenderAccount('Online'),
    cents,
    note,
    paid: { paymentId: payment.paymentId, tender: 'Online' },
  })
  await tx.run(sql`
    update reload_payment set state = 'Paid', transaction_id = ${transactionId}
    where business_id = ${tx.businessId} and payment_id = ${payment.paymentId}`)
  const balance = balances[1] ?? 0
  await recordAudit(tx, holder, byNobody, reloadAction, [
    {
      record: auditCard(card),
      before: { Balance: moneyText((balance - cents) / 100) },
      after: { Balance: moneyText(balance / 100), Note: note },
    },
  ])
}
