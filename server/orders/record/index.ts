export { getMemberCardsInHand } from './cards-in-hand.ts'
export { detailsOf } from './members-details.ts'
export { getCardOrder } from './open-order-now.ts'
export { listCardOrderHistory, recordOrderChange } from './order-history.ts'
export { countLateOrders } from './late-orders.ts'
export { listCardOrders } from './order-list.ts'
export {
  auditOrder,
  lockOrders,
  lockOrderTo,
  type Order,
  orderName,
  readOrder,
  readOrders,
  statusProblem,
} from './order-record.ts'
