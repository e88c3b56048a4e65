import sql from 'sql-template-tag'
import { rowsThatFollow } from '#server/members/merge'

/** Orders follow when their member is merged into another; of two open ones of a program the survivor's own stays. */
export const mergeOrders = rowsThatFollow({
  name: 'card-orders',
  label: 'Card orders',
  table: sql`card_order`,
  id: sql`r.order_id`,
  follows: ({ survivorId }) => sql`(r.status <> 'Incomplete' or not exists (
    select from card_order own where own.business_id = r.business_id and own.member_id = ${survivorId}
      and own.card_program_id = r.card_program_id and own.status = 'Incomplete'))`,
})
