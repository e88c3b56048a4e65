export { mergeOrders } from './merge.ts'
export { cardOrderFulfilmentRoutes, cardOrderRoutes } from './routes.ts'
