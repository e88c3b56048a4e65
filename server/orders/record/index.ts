export { endOrdersAstray } from './end-astray.ts'
export { archiveCardOrder, cancelCardOrder } from './end-order.ts'
export { mergeOrders } from './merge.ts'
export { listCardOrderHistory, recordOrderChange } from './order-history.ts'
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
