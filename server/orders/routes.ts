import type { cardReplacementApi } from '#contract/cards/card-replacement.ts'
import type { cardOrderFulfilmentApi } from '#contract/orders/card-order-fulfilment.ts'
import type { cardOrdersApi } from '#contract/orders/card-orders.ts'
import type { cardsInHandApi } from '#contract/orders/cards-in-hand.ts'
import type { Handlers } from '#platform/call'
import { reportCardLost } from '#server/cards/replacing'
import {
  countOrdersToExport,
  createCardOrderBatch,
  exportCardOrderBatch,
  listCardOrderBatches,
  completeCardOrder,
  completeCardOrders,
  previewCompletions,
} from '#server/orders/bureau'
import { archiveCardOrder, cancelCardOrder } from '#server/orders/ending'
import { getMemberCardsInHand, listCardOrders } from '#server/orders/lists'
import { newCardOrder, saveCardOrderDetails, confirmCardOrder } from '#server/orders/placing'
import { getCardOrder, listCardOrderHistory } from '#server/orders/record'
import { replaceCard } from '#server/orders/replacing'

/** Orders of plastic cards: started, placed, given up, looked at. */
export const cardOrderRoutes: Handlers<typeof cardOrdersApi & typeof cardsInHandApi> = {
  newCardOrder,
  saveCardOrderDetails,
  confirmCardOrder,
  listCardOrders,
  getCardOrder,
  getMemberCardsInHand,
  cancelCardOrder,
  archiveCardOrder,
  listCardOrderHistory,
}

/** Cards that were lost, and what takes their place: another that is sent, or an order. */
export const cardReplacementRoutes: Handlers<typeof cardReplacementApi> = { replaceCard, reportCardLost }

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
