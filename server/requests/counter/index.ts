export { refundAtCounter } from './counter-refund.ts'
export { giveDiscount, takePayment } from './counter.ts'
export { sendPaymentLink } from './payment-link.ts'
