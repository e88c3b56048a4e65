export { closeCheckouts, keepCounterPayment, keepCounterRefund, keepDiscount } from './at-counter.ts'
export { discountsOf, keepPrice, type Owing, owingOf, partOfOwing } from './owing.ts'
export {
  askAboutPayment,
  checkRefund,
  closeCheckout,
  findUnfinished,
  openCheckout,
  refundRequestPayment,
} from './payment-jobs.ts'
export {
  checkPaymentTask,
  closeCheckoutTask,
  lockPayment,
  openCheckoutTask,
  type Payment,
  paymentsOf,
  requestPayment,
} from './payments.ts'
export { checkRefundTask, refundTask } from './refund-queue.ts'
export { refundAgain, settleByHand, startRefund, tellRefunded } from './refunds.ts'
export { serveStripeWebhook } from './stripe-webhook.ts'
export { getTestPayment, settleTestPayment } from './test-payment-page.ts'
