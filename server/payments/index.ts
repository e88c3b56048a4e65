export { failureInWords, nothingToGiveBack } from './give-back.ts'
export {
  askAboutPage,
  checkGivenBack,
  endForgottenPage,
  giveBackPayment,
  longestPendingHours,
  oldestPageHours,
  openPage,
  type PaymentLife,
  type PaymentPayload,
} from './life.ts'
export { fairTurns, untilTimeIsUp } from './turns.ts'
export type { CheckoutState, PaymentService } from './payment-service.ts'
export { ProviderRefusal } from './provider-refusal.ts'
export { checkoutState, failedRefundOf, StripeCheckout } from './stripe.ts'
export { type Backstage, type Surroundings, paymentSurroundings } from './surroundings.ts'
