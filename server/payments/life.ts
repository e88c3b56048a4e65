import type { Queries, Transaction } from '#platform/database'
import { type Attempt, SettledElsewhere } from '#platform/jobs'
import { giveBack, type Paid, providerOf } from './give-back.ts'
import type { CheckoutState, CheckoutWish } from './payment-service.ts'
import { ProviderRefusal } from './provider-refusal.ts'
import type { Backstage } from './surroundings.ts'

/** Of which payment a job is. */
export type PaymentPayload = { businessId: string; paymentId: string }

export type OnlinePayment = Paid & { readonly checkoutId: string | null }

/** What is paid for says how its payments are kept, and what comes of each end; all that lies between is the same for all. */
export type PaymentLife<Payment extends OnlinePayment> = {
  /** A payment, if it is in this state. */
  find(
    db: Queries,
    paymentId: string,
    state: 'Opening' | 'Open' | 'Refunding' | 'Refunded',
  ): Promise<Payment | null>
  /** What the provider's page is to ask for. */
  wishOf(around: Backstage, businessId: string, payment: Payment): Promise<CheckoutWish>
  /** Keeps where the page is, unless the payment has ended meanwhile. */
  keepOpen(db: Queries, paymentId: string, checkout: { id: string; url: string }): Promise<unknown>
  /** Takes note of how a page ended, however often it is told. */
  settle(tx: Transaction, paymentId: string, outcome: CheckoutState): Promise<void>
  /** Ends a payment that nobody made; there may be a reason worth telling. */
  giveUp(tx: Transaction, paymentId: string, reason: string | null): Promise<void>
  queueRefund(tx: Transaction, paymentId: string): Promise<void>
  endGivenBack(tx: Transaction, payment: Payment): Promise<void>
  endInVain(tx: Transaction, payment: Payment, error: unknown): Promise<void>
  /** What was given back has come back to the provider. */
  cameBack(tx: Transaction, payment: Payment, failure: ProviderRefusal): Promise<void>
}

/** Opens the provider's page for a payment that was asked for. One that is refused is over: it can be asked for again. */
export async function openPage<Payment extends OnlinePayment>(
  around: Backstage,
  life: PaymentLife<Payment>,
  { businessId, paymentId }: PaymentPayload,
): Promise<void> {
  const { database, payments } = around
  const db = database.forTenant(businessId)
  const payment = await life.find(db, paymentId, 'Opening')
  if (!payment) return
  try {
    const service = providerOf(payments, payment)
    await life.keepOpen(db, paymentId, await service.open(await life.wishOf(around, businessId, payment)))
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    const reason = `${payment.provider}: ${error.reason}`
    await database.transaction(businessId, (tx) => life.giveUp(tx, paymentId, reason))
  }
}

/** Asks the provider how a page stands, or closes it if nothing is to be paid there any more: whoever has paid has paid. */
export async function askAboutPage<Payment extends OnlinePayment>(
  { database, payments }: Backstage,
  life: PaymentLife<Payment>,
  { businessId, paymentId }: PaymentPayload,
  how: 'find' | 'close' = 'find',
): Promise<void> {
  const payment = await life.find(database.forTenant(businessId), paymentId, 'Open')
  if (!payment?.checkoutId || payments?.provider !== payment.provider) return
  const outcome = await payments[how](payment.checkoutId)
  await database.transaction(businessId, (tx) => life.settle(tx, paymentId, outcome))
}

/** Longer than a provider keeps a page open: nobody can pay there after that. */
export const oldestPageHours = 72

/** Longer than any bank takes over a debit: what is still pending then failed, and nobody told us. */
export const longestPendingHours = 30 * 24

/** It ends as the provider says, and where they know nothing of it as one that ran out. What is pending may take its time. */
export async function endForgottenPage<Payment extends OnlinePayment>(
  { database, payments }: Backstage,
  life: PaymentLife<Payment>,
  { businessId, paymentId, isPendingOver }: PaymentPayload & { isPendingOver: boolean },
): Promise<void> {
  const payment = await life.find(database.forTenant(businessId), paymentId, 'Open')
  const outcome = await lastWord(payments, payment)
  if (outcome?.state === 'pending' && !isPendingOver) return
  await database.transaction(businessId, (tx) => {
    if (outcome?.state === 'paid') return life.settle(tx, paymentId, outcome)
    const unknown = payment && !outcome ? `${payment.provider} could not say how it ended.` : null
    return life.giveUp(tx, paymentId, unknown)
  })
}

/** Null where the provider has never heard of it. Where there is just no answer it is asked again another time. */
async function lastWord(
  payments: Backstage['payments'],
  payment: OnlinePayment | null,
): Promise<CheckoutState | null> {
  if (!payment?.checkoutId || payments?.provider !== payment.provider) return null
  return payments.find(payment.checkoutId).catch((error: unknown) => {
    if (error instanceof ProviderRefusal) return null
    throw error
  })
}

/** Gives a payment back. What is refused, or was tried to the last try, ends in a state that a person sees and settles. */
export async function giveBackPayment<Payment extends OnlinePayment>(
  { database, payments }: Backstage,
  life: PaymentLife<Payment>,
  { businessId, paymentId }: PaymentPayload,
  { isLast }: Attempt,
): Promise<void> {
  const payment = await life.find(database.forTenant(businessId), paymentId, 'Refunding')
  if (!payment) return
  const back = await giveBack(payments, payment, isLast)
  // It is under way, however long that takes: it is asked about again from the start.
  if (back.end === 'pending') return database.transaction(businessId, (tx) => life.queueRefund(tx, paymentId))
  if (back.end === 'given') return database.transaction(businessId, (tx) => life.endGivenBack(tx, payment))
  await database.transaction(businessId, (tx) => life.endInVain(tx, payment, back.error))
  if (!(back.error instanceof ProviderRefusal)) throw new SettledElsewhere(back.error)
}

/** Sees whether what was given back came back to the provider. */
export async function checkGivenBack<Payment extends OnlinePayment>(
  { database, payments }: Backstage,
  life: PaymentLife<Payment>,
  { businessId, paymentId }: PaymentPayload,
): Promise<void> {
  const payment = await life.find(database.forTenant(businessId), paymentId, 'Refunded')
  if (!payment?.providerPaymentId) return
  const service = providerOf(payments, payment)
  const failure = await service.findRefundFailure(payment.providerPaymentId, payment.paidCents ?? 0)
  if (failure) await database.transaction(businessId, (tx) => life.cameBack(tx, payment, failure))
}
