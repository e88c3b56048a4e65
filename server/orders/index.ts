export { endOrdersAstray } from './end-astray.ts'
export { mergeOrders } from './merge.ts'
export { cardOrderFulfilmentRoutes, cardOrderRoutes } from './routes.ts'
