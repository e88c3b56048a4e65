import sql from 'sql-template-tag'
import type { CardInHand, cardsInHandApi, OrderInHand } from '#contract/orders/cards-in-hand.ts'
import type { Call } from '#platform/call'
import { readMember } from '#server/members/record'

// Nobody who orders a card reads further.
const shownAtOnce = 20

/** The cards that a member has or will have: those that aren't over, and the orders under way. Newest first. */
export async function getMemberCardsInHand({
  db,
  who,
  params,
}: Call<typeof cardsInHandApi.getMemberCardsInHand>) {
  const { id } = await readMember(db, who, params.memberId)
  const Cards = await db.rows<CardInHand>(sql`
    select c.card_id as "CardId", c.external_account_id as "ExternalAccountId", c.card_program_id as "CardProgramId",
      p.description as "CardProgramDescription", c.status as "AccountStatus", c.created_at as "CreatedDate"
    from card c join card_program p on p.business_id = c.business_id and p.card_program_id = c.card_program_id
    where c.business_id = ${db.businessId} and c.member_id = ${id}
      and c.status in ('Pending', 'Active', 'Inactive', 'LostStolen')
    order by c.created_at desc, c.card_id desc limit ${shownAtOnce}`)
  const Orders = await db.rows<OrderInHand>(sql`
    select o.order_id as "OrderId", o.card_program_id as "CardProgramId", p.description as "CardProgramDescription",
      o.status as "OrderStatus", o.created_at as "OrderDate", o.ordered_by_name as "OrderedByUser"
    from card_order o join card_program p on p.business_id = o.business_id and p.card_program_id = o.card_program_id
    where o.business_id = ${db.businessId} and o.member_id = ${id} and o.status in ('Incomplete', 'Ordered')
    order by o.created_at desc, o.order_id desc limit ${shownAtOnce}`)
  return { Cards, Orders }
}
