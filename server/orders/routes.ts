import type { cardOrderFulfilmentApi } from '#contract/orders/card-order-fulfilment.ts'
import type { cardOrdersApi } from '#contract/orders/card-orders.ts'
import type { Handlers } from '#platform/call'
import {
  countOrdersToExport,
  createCardOrderBatch,
  exportCardOrderBatch,
  listCardOrderBatches,
  completeCardOrder,
  completeCardOrders,
  previewCompletions,
} from '#server/orders/bureau'
import { newCardOrder, saveCardOrderDetails, confirmCardOrder } from '#server/orders/placing'
import {
  archiveCardOrder,
  cancelCardOrder,
  listCardOrderHistory,
  listCardOrders,
  readOrder,
} from '#server/orders/record'

/** Orders of plastic cards: started, placed, given up, looked at. */
export const cardOrderRoutes: Handlers<typeof cardOrdersApi> = {
  newCardOrder,
  saveCardOrderDetails,
  confirmCardOrder,
  listCardOrders,
  getCardOrder: ({ db, who, params }) => readOrder(db, who, params.orderId),
  cancelCardOrder,
  archiveCardOrder,
  listCardOrderHistory,
}

/** What the bureau is sent, and what it answers. */
export const cardOrderFulfilmentRoutes: Handlers<typeof cardOrderFulfilmentApi> = {
  listCardOrderBatches,
  countOrdersToExport,
  createCardOrderBatch,
  exportCardOrderBatch,
  completeCardOrder,
  previewCompletions,
  completeCardOrders,
}
