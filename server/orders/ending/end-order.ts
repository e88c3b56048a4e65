import sql from 'sql-template-tag'
import type { CardOrder, cardOrdersApi } from '#contract/orders/card-orders.ts'
import type { Call } from '#platform/call'
import { giveUpOrder } from '#server/cards/replacing'
import { release } from '#server/ledger'
import type { Saving } from '#server/members/changes'
import {
  auditOrder,
  lockOrderTo,
  type Order,
  orderName,
  readOrder,
  recordOrderChange,
} from '#server/orders/record'

type EndCall = Call<typeof cardOrdersApi.cancelCardOrder>

/** Gives an order up that was never placed. */
export function cancelCardOrder(call: EndCall): Promise<CardOrder> {
  return end(call, 'cancel', 'Cancelled')
}

/** Puts an order away. One that waits for its card won't get it any more, and its money returns. */
export function archiveCardOrder(call: EndCall): Promise<CardOrder> {
  return end(call, 'archive', 'Archived')
}

async function end(
  call: EndCall,
  action: 'cancel' | 'archive',
  status: 'Cancelled' | 'Archived',
): Promise<CardOrder> {
  const { db, who, params } = call
  const order = await lockOrderTo(action, call, params.orderId)
  await putAway(call, order, status)
  return readOrder(db, who, order.OrderId)
}

/** Ends a locked order, and gives back what was held for a card that won't be. */
export async function putAway(
  { db, who, audit }: Saving,
  order: Order,
  status: 'Cancelled' | 'Archived',
): Promise<void> {
  await db.run(sql`
    update card_order set status = ${status} where business_id = ${db.businessId} and order_id = ${order.OrderId}`)
  const isWaiting = order.holdId !== null && order.CardId === null
  await recordOrderChange(db, who, [order.OrderId], status, isWaiting ? 'Its money was given back' : null)
  audit({ record: auditOrder(order), before: { Status: order.OrderStatus }, after: { Status: status } })
  if (order.ReplacesCardId !== null) await giveUpOrder({ db, who, audit }, order.ReplacesCardId)
  if (isWaiting) {
    const about = { kind: `Card order ${status.toLowerCase()}`, actor: who, reference: order.OrderId }
    await release(db, { ...about, description: orderName(order) }, order.holdId)
  }
}
