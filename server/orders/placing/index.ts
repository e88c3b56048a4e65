export { newCardOrder, programToOrder } from './open-order.ts'
export { saveCardOrderDetails } from './order-details.ts'
export { confirmCardOrder } from './place-order.ts'
