import { cardOrderFulfilmentApi } from '#contract/orders/card-order-fulfilment.ts'
import { cardOrdersApi } from '#contract/orders/card-orders.ts'
import { cardsApi } from '#contract/cards/cards.ts'
import { disbursementApi } from '#contract/cards/disbursement.ts'

/** What tells of orders, and is out of date once one has changed. */
export const showsOrders = [
  cardOrdersApi.listCardOrders,
  cardOrdersApi.getCardOrder,
  cardOrdersApi.listCardOrderHistory,
  cardOrderFulfilmentApi.listCardOrderBatches,
  cardOrderFulfilmentApi.countOrdersToExport,
]

/** What tells of the cards and the money that come of orders, too. */
export const showsOrdersAndCards = [
  ...showsOrders,
  cardsApi.listCards,
  cardsApi.listMemberCards,
  disbursementApi.getDisbursementAccount,
  disbursementApi.listDisbursementTransactions,
]
