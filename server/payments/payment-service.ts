import type { ProviderRefusal } from './provider-refusal.ts'

/** What is to be paid, and where the payer comes back to. */
export type CheckoutWish = {
  readonly businessId: string
  readonly paymentId: string
  readonly description: string
  /** With the tax in it. */
  readonly cents: number
  readonly currency: string
  readonly email: string | null
  readonly returnUrl: string
}

/** The provider's page for one payment. */
export type Checkout = { readonly id: string; readonly url: string }

export type CheckoutState =
  /** One that is pending was paid by a way that takes days, and may still fail. */
  | { readonly state: 'open' | 'pending' | 'expired' }
  | { readonly state: 'paid'; readonly providerPaymentId: string; readonly cents: number }

/** What is to be given back. Each round is asked for anew; within a round the provider answers the same again. */
export type RefundWish = {
  readonly paymentId: string
  readonly providerPaymentId: string
  /** All that was paid. */
  readonly cents: number
  readonly round: number
}

/** Somebody who takes payments. Each call may be repeated: it acts once. What they refuse for good is a ProviderRefusal. */
export type PaymentService = {
  readonly provider: 'Stripe' | 'Test'
  open(wish: CheckoutWish): Promise<Checkout>
  find(checkoutId: string): Promise<CheckoutState>
  /** Closes the page, so that nobody pays there any more; tells how it ended, which may be that somebody has paid. */
  close(checkoutId: string): Promise<CheckoutState>
  /** Ends well once all of the money was given back; never gives it back twice, in whatever round. */
  refund(wish: RefundWish): Promise<void>
  /** Why not all of what was paid is given back any more; null while it is, or is under way. */
  findRefundFailure(providerPaymentId: string, cents: number): Promise<ProviderRefusal | null>
}
