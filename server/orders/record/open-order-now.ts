import type { CardOrder, cardOrdersApi } from '#contract/orders/card-orders.ts'
import type { Call } from '#platform/call'
import { readMembers } from '#server/members/record'
import { detailsOf } from './members-details.ts'
import { readOrder } from './order-record.ts'

/** An order as it is. Nobody has confirmed anything of one that was only begun: it says what is known of the member by now. */
export async function getCardOrder({
  db,
  who,
  params,
}: Call<typeof cardOrdersApi.getCardOrder>): Promise<CardOrder> {
  const order = await readOrder(db, who, params.orderId)
  if (order.OrderStatus !== 'Incomplete' || order.initialCents !== null) return order
  const [member] = await readMembers(db, [order.MemberId])
  return member ? { ...order, MemberDetails: detailsOf(member) } : order
}
