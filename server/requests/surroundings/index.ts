export type { CheckoutState } from './payment-service.ts'
export { checkoutState, StripeCheckout } from './stripe.ts'
export { type Backstage, type Surroundings, surroundingsOf } from './surroundings.ts'
