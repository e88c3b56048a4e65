export { closeCheckouts, keepCounterPayment, keepCounterRefund, keepDiscount } from './at-counter.ts'
export { discountsOf, type Owing, owingOf, partOf } from './owing.ts'
export { askAboutPayment, closeCheckout, findUnfinished, openCheckout } from './payment-jobs.ts'
export {
  checkPaymentTask,
  closeCheckoutTask,
  lockPayment,
  openCheckoutTask,
  type Payment,
  type PaymentPayload,
  paymentsOf,
  requestPayment,
} from './payments.ts'
export { checkRefundTask, refundTask } from './refund-queue.ts'
export { checkRefund, refund, refundAgain, settleByHand, startRefund, tellRefunded } from './refunds.ts'
export { serveStripeWebhook } from './stripe-webhook.ts'
export { getTestPayment, settleTestPayment } from './test-payment-page.ts'
