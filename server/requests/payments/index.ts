export { askAboutPayment, findUnfinished, openCheckout, refund } from './payment-jobs.ts'
export {
  checkPaymentTask,
  openCheckoutTask,
  type Payment,
  type PaymentPayload,
  paymentsOf,
  refundTask,
  requestPayment,
  startRefund,
} from './payments.ts'
export { serveStripeWebhook } from './stripe-webhook.ts'
export { getTestPayment, settleTestPayment } from './test-payment-page.ts'
