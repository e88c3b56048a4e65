export { detailsOf } from './members-details.ts'
export { getCardOrder } from './open-order-now.ts'
export { listCardOrderHistory, recordOrderChange } from './order-history.ts'
export {
  auditOrder,
  lockOrders,
  lockOrderTo,
  type Order,
  orderName,
  readOrder,
  readOrders,
  replacedCard,
  statusProblem,
  orderWithProgramAndMember,
} from './order-record.ts'
