import sql from 'sql-template-tag'
import type { Member } from '#contract/members/members.ts'
import type { cardOrdersApi } from '#contract/orders/card-orders.ts'
import { type Call, limitedAct } from '#platform/call'
import { conflict, notFound } from '#platform/refusals'
import { ledgerIssuer } from '#server/cards/account'
import { holdFunds } from '#server/cards/disbursement'
import type { Saving } from '#server/members/changes'
import { reachedElsewhere, settleContact } from '#server/members/contacts'
import { lockMember, readMember } from '#server/members/record'
import { recordOrderChange, auditOrder, type Order, orderName, readOrder } from '#server/orders/record'
import { lockMembersOrder, requireValue } from './members-order.ts'
import { programToOrder } from './open-order.ts'

type Row = typeof cardOrdersApi.confirmCardOrder

async function aboutOrder({ db, who, params }: Call<Row>) {
  const member = await readMember(db, who, params.memberId)
  const order = await readOrder(db, who, params.orderId)
  if (order.MemberId !== member.id) throw notFound('The order')
  if (order.initialCents === null) throw detailsMissing()
  const { FirstName, LastName, EmailAddress, MobileNumber } = order.MemberDetails
  // What will be printed on the letter, not what was typed to find it.
  const address = Object.values(order.ConfirmedPostalAddress ?? {}).filter(Boolean)
  return {
    amount: order.initialCents,
    memberId: member.id,
    name: `${member.FirstName} ${member.LastName}`,
    details: {
      'Card program': order.CardProgramDescription,
      Name: `${FirstName} ${LastName}`,
      Address: address.join(', '),
      ...(EmailAddress && { Email: EmailAddress }),
      ...(MobileNumber && { Mobile: MobileNumber }),
    },
    standsFor: String(order.Revision),
  }
}

function detailsMissing() {
  return conflict('details_missing', 'The details of this order have to be confirmed first.')
}

/** Places an order: its value is held until the card is on its way. Without the money it stays as it was. */
export const confirmCardOrder = limitedAct<Row>(aboutOrder, async (call) => {
  const { db, who, query, params } = call
  // Before the order, as whoever merges or undoes has them in this order, too.
  const member = await lockMember(db, who, params.memberId)
  const order = await lockMembersOrder(call)
  if (query.revision !== undefined && query.revision !== order.Revision)
    throw conflict('order_changed', 'Somebody has changed this order meanwhile. Look at its details again.')
  if (order.initialCents === null || order.ConfirmedPostalAddress === null) throw detailsMissing()
  // Since the details were confirmed the program may have changed.
  requireValue(order.initialCents / 100, await programToOrder(db, order.CardProgramId))
  await settleOrdersContact(call, member, order)
  const cardNumber = await ledgerIssuer.numberPlastic(db)
  await db.run(sql`
    update card_order set status = 'Ordered', card_number = ${cardNumber}, ordered_by_id = ${who.uid},
      ordered_by_name = ${who.name}
    where business_id = ${db.businessId} and order_id = ${order.OrderId}`)
  await recordOrderChange(db, who, [order.OrderId], 'Ordered')
  call.audit({ record: auditOrder(order), before: { Status: 'Incomplete' }, after: { Status: 'Ordered' } })
  const about = { kind: 'Card ordered', actor: who, reference: order.OrderId, description: orderName(order) }
  const holdId = await holdFunds(db, about, order.initialCents)
  await db.run(sql`
    update card_order set hold_id = ${holdId} where business_id = ${db.businessId} and order_id = ${order.OrderId}`)
  return readOrder(db, who, order.OrderId)
})

/** The way to activate the card goes to the contact of the order: as with an invitation, those on file are told of another. */
async function settleOrdersContact(call: Saving, member: Member, order: Order): Promise<void> {
  const { MobileNumber, EmailAddress } = order.MemberDetails
  const contact = { MobileNumber, EmailAddress }
  const elsewhere = await reachedElsewhere(call.db, member.id, contact)
  if (elsewhere === null) return
  // What the member has left since the order was confirmed doesn't come back with it.
  if (elsewhere !== order.reachMark)
    throw conflict('reached_elsewhere', 'The member is reached elsewhere since. Look at the details again.')
  const title = 'Correct contact details while ordering a card'
  await settleContact(call, title, member, member.DefaultContactDetails, contact)
}
