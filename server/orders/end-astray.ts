import sql from 'sql-template-tag'
import type { ContactUndoStep } from '#server/members/contacts'
import { putAway } from '#server/orders/ending'
import { lockOrderTo, orderName } from '#server/orders/record'

/** Puts away the orders of cards whose link would go to a contact that isn't the member's. Those in the post are cards already. */
export const endOrdersAstray: ContactUndoStep = async (saving, { memberId, to }) => {
  const { db, who } = saving
  const astray = await db.rows<{ id: string }>(sql`
    select order_id as id from card_order
    where business_id = ${db.businessId} and member_id = ${memberId} and status = 'Ordered'
      and (email_address = any(${to}) or mobile_number = any(${to}))
    order by order_id for no key update`)
  const ended: string[] = []
  for (const { id } of astray) {
    const order = await lockOrderTo('archive', { db, who }, id)
    await putAway(saving, order, 'Archived')
    ended.push(`Order of ${orderName(order)}: archived`)
  }
  return ended
}
