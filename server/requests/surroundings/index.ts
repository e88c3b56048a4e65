export type { CheckoutState, PaymentService } from './payment-service.ts'
export { ProviderRefusal, RefundPending } from './provider-refusal.ts'
export { checkoutState, failedRefundOf, StripeCheckout } from './stripe.ts'
export { type Backstage, type Surroundings, surroundingsOf } from './surroundings.ts'
