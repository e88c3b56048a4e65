export { getPayment } from './payment-record.ts'
export { exportPayments, listPayments } from './payments.ts'
export { sumPayments } from './totals.ts'
