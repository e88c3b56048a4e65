import sql from 'sql-template-tag'
import type { cardOrdersApi } from '#contract/orders/card-orders.ts'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { pageOfChanges } from '#server/cards/account'
import type { Actor } from '#server/ledger'
import { readOrder } from './order-record.ts'

/** Writes into the history of orders what happened to them. */
export async function recordOrderChange(
  tx: Transaction,
  actor: Actor,
  orderIds: readonly string[],
  title: string,
  note: string | null = null,
): Promise<void> {
  await tx.run(sql`
    with told as (
      insert into card_order_change (business_id, order_id, actor_id, actor_name, title, note)
      select ${tx.businessId}, id, ${actor.uid}, ${actor.name}, ${title}, ${note} from unnest(${orderIds}::text[]) id
      returning order_id)
    update card_order o set last_change = ${title}, last_changed_at = now() from told
    where o.business_id = ${tx.businessId} and o.order_id = told.order_id`)
}

/** What happened to an order, newest first. */
export async function listCardOrderHistory(call: Call<typeof cardOrdersApi.listCardOrderHistory>) {
  const { OrderId } = await readOrder(call.db, call.who, call.params.orderId)
  return pageOfChanges(call, sql`card_order_change`, sql`order_id = ${OrderId}`)
}
