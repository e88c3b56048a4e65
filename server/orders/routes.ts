import type { cardOrderFulfilmentApi } from '#contract/card-order-fulfilment.ts'
import type { cardOrdersApi } from '#contract/card-orders.ts'
import type { Handlers } from '#platform/call.ts'
import {
  countOrdersToExport,
  createCardOrderBatch,
  exportCardOrderBatch,
  listCardOrderBatches,
} from './batches.ts'
import { completeCardOrder, completeCardOrders, previewCompletions } from './complete-orders.ts'
import { archiveCardOrder, cancelCardOrder } from './end-order.ts'
import { newCardOrder } from './open-order.ts'
import { saveCardOrderDetails } from './order-details.ts'
import { listCardOrderHistory } from './order-history.ts'
import { listCardOrders } from './order-list.ts'
import { readOrder } from './order-record.ts'
import { confirmCardOrder } from './place-order.ts'

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
