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
  | { readonly state: 'open' | 'expired' }
  | { readonly state: 'paid'; readonly providerPaymentId: string; readonly cents: number }

/** Somebody who takes payments. Each call may be repeated: it acts once. */
export type PaymentService = {
  readonly provider: 'Stripe' | 'Test'
  open(wish: CheckoutWish): Promise<Checkout>
  find(checkoutId: string): Promise<CheckoutState>
  refund(payment: { readonly paymentId: string; readonly providerPaymentId: string }): Promise<void>
}
