export { getMemberCardsInHand } from './cards-in-hand.ts'
export { countLateOrders } from './late-orders.ts'
export { listCardOrders } from './order-list.ts'
