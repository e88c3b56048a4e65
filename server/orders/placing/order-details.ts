import sql from 'sql-template-tag'
import type { CardOrder, cardOrdersApi } from '#contract/orders/card-orders.ts'
import { inCents, moneyText } from '#contract/values/decimals.ts'
import type { Call } from '#platform/call'
import { addressOf } from '#server/members/addresses'
import { reachMark } from '#server/members/contacts'
import { recordOrderChange, auditOrder, type Order, readOrder } from '#server/orders/record'
import { lockMembersOrder, requireValue } from './members-order.ts'
import { programToOrder } from './open-order.ts'

/** Keeps who a card is for, where it goes and what is on it, all of it checked again. */
export async function saveCardOrderDetails(
  call: Call<typeof cardOrdersApi.saveCardOrderDetails>,
): Promise<CardOrder> {
  const { db, who, body } = call
  const before = await lockMembersOrder(call)
  const program = await programToOrder(db, before.CardProgramId)
  requireValue(body.InitialCardValue, program)
  const { MemberDetails: details } = body
  const address = { ...addressOf(details.AddressComponents), AddressLine3: null }
  await db.run(sql`
    update card_order set first_name = ${details.FirstName}, last_name = ${details.LastName},
      email_address = ${details.EmailAddress}, mobile_number = ${details.MobileNumber},
      formatted_address = ${details.FormattedAddress},
      address_components = ${JSON.stringify(details.AddressComponents)}::jsonb,
      postal_address = ${JSON.stringify(address)}::jsonb, initial_cents = ${inCents(body.InitialCardValue)},
      reach_mark = ${await reachMark(db, before.MemberId)}, revision = revision + 1
    where business_id = ${db.businessId} and order_id = ${before.OrderId}`)
  await recordOrderChange(db, who, [before.OrderId], 'Details confirmed')
  const after = await readOrder(db, who, before.OrderId)
  call.audit({ record: auditOrder(after), before: orderInWords(before), after: orderInWords(after) })
  return after
}

function orderInWords({ MemberDetails: details, InitialCardValue }: Order): Record<string, unknown> {
  return {
    'First name': details.FirstName,
    'Last name': details.LastName,
    Email: details.EmailAddress,
    Mobile: details.MobileNumber,
    Address: details.FormattedAddress,
    'Initial value': InitialCardValue === null ? null : moneyText(InitialCardValue),
  }
}
