export { askAboutPayment, findUnfinished, openCheckout } from './payment-jobs.ts'
export {
  checkPaymentTask,
  lockPayment,
  openCheckoutTask,
  type Payment,
  type PaymentPayload,
  paymentsOf,
  requestPayment,
} from './payments.ts'
export { checkRefundTask, refundTask } from './refund-queue.ts'
export { checkRefund, refund, refundAgain, settleByHand, startRefund } from './refunds.ts'
export { serveStripeWebhook } from './stripe-webhook.ts'
export { getTestPayment, settleTestPayment } from './test-payment-page.ts'
