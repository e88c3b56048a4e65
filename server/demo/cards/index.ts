export { seedCardOrders } from './card-orders.ts'
export { seedCardPrograms } from './card-programs.ts'
export { seedCards } from './cards.ts'
