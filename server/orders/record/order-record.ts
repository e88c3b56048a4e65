import sql from 'sql-template-tag'
import { messages } from '#contract/messages.ts'
import {
  type CardOrder,
  type CardOrderAction,
  type CardOrderStatus,
  canDo,
  type PostalAddress,
  whyNotOrder,
} from '#contract/orders/card-orders.ts'
import type { Who } from '#platform/access'
import type { Queries, Transaction } from '#platform/database'
import { conflict, notFound } from '#platform/refusals'
import { visibleTo } from '#server/members/record'

/** A card order with what is kept of it beside. */
export type Order = CardOrder & {
  readonly initialCents: number | null
  readonly holdId: string | null
  readonly cardNumber: string | null
  readonly batchNumber: number | null
  /** Of how the member was reached when the details were confirmed; null where that isn't known. */
  readonly reachMark: string | null
  readonly orderedBy: { readonly uid: string; readonly name: string }
}

type Row = {
  OrderId: string
  MemberId: string
  CardProgramId: string
  CardProgramDescription: string
  OrderStatus: CardOrderStatus
  ConfirmedPostalAddress: PostalAddress | null
  ReplacesCardId: string | null
  CardId: string | null
  ExternalAccountId: string | null
  Revision: number
  initialCents: number | null
  holdId: string | null
  cardNumber: string | null
  batchNumber: number | null
  reachMark: string | null
  orderedById: string
  orderedByName: string
} & CardOrder['MemberDetails']

/** A order's program `p` and its member `m`. */
export const orderWithProgramAndMember = sql`
  join card_program p on p.business_id = o.business_id and p.card_program_id = o.card_program_id
  join member m on m.business_id = o.business_id and m.member_id = o.member_id`

/** The card whose place that of an order `o` takes; null for an order of its own. */
export const replacedCard = sql`(
  select c.card_id from card c where c.business_id = o.business_id and c.replacement_order_id = o.order_id)`

const selectOrders = sql`
  select o.order_id as "OrderId", o.member_id as "MemberId", o.card_program_id as "CardProgramId",
    p.description as "CardProgramDescription", o.status as "OrderStatus", o.initial_cents as "initialCents",
    o.membership_number as "MembershipNumber", o.first_name as "FirstName", o.last_name as "LastName",
    o.mobile_number as "MobileNumber", o.email_address as "EmailAddress", o.formatted_address as "FormattedAddress",
    o.address_components as "AddressComponents", o.postal_address as "ConfirmedPostalAddress", o.card_id as "CardId",
    o.external_account_id as "ExternalAccountId", o.revision as "Revision", o.hold_id as "holdId",
    o.card_number as "cardNumber", o.batch_number as "batchNumber", o.reach_mark as "reachMark", o.ordered_by_id as "orderedById",
    o.ordered_by_name as "orderedByName",
    ${replacedCard} as "ReplacesCardId"
  from card_order o ${orderWithProgramAndMember}`

/** The orders of these ids that the user may see. */
export async function readOrders(
  db: Queries,
  who: Pick<Who, 'venues'>,
  orderIds: readonly string[],
): Promise<Order[]> {
  const rows = await db.rows<Row>(sql`
    ${selectOrders}
    where o.business_id = ${db.businessId} and o.order_id = any(${orderIds}) ${visibleTo(who)}`)
  return rows.map(orderOf)
}

/** The order, if the user may see it; a 404 otherwise. */
export async function readOrder(db: Queries, who: Pick<Who, 'venues'>, orderId: string): Promise<Order> {
  const [order] = await readOrders(db, who, [orderId])
  if (!order) throw notFound('The order')
  return order
}

/** Keeps orders from changing under us; in one order, so that two who want the same ones don't wait for each other. */
export async function lockOrders(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    select from card_order where business_id = ${tx.businessId} and order_id = any(${orderIds})
    order by order_id for no key update`)
}

/** The order, locked, if this may be done with it where it stands; or why it may not. */
export async function lockOrderTo(
  action: CardOrderAction,
  { db: tx, who }: { db: Transaction; who: Pick<Who, 'venues'> },
  orderId: string,
): Promise<Order> {
  await lockOrders(tx, [orderId])
  const order = await readOrder(tx, who, orderId)
  const problem = statusProblem(action, order.OrderStatus)
  if (problem) throw conflict(`order_${order.OrderStatus.toLowerCase()}`, problem)
  return order
}

/** Why this may not be done with an order where it stands; null if it may. */
export function statusProblem(action: CardOrderAction, status: CardOrderStatus): string | null {
  if (canDo(action, status)) return null
  return action === 'edit'
    ? messages.cardOrders.alreadyOrdered
    : `${whyNotOrder(action)}. This one is ${status}.`
}

function orderOf({ initialCents, orderedById, orderedByName, ...row }: Row): Order {
  const { MembershipNumber, FirstName, LastName, MobileNumber, EmailAddress, FormattedAddress } = row
  return {
    ...row,
    initialCents,
    InitialCardValue: initialCents === null ? null : initialCents / 100,
    MemberDetails: {
      MembershipNumber,
      FirstName,
      LastName,
      MobileNumber,
      EmailAddress,
      FormattedAddress,
      AddressComponents: row.AddressComponents,
    },
    orderedBy: { uid: orderedById, name: orderedByName },
  }
}

/** What the audit trail and the ledger call an order. */
export function orderName({ CardProgramDescription, MemberDetails }: Order): string {
  return `${CardProgramDescription} for ${MemberDetails.FirstName} ${MemberDetails.LastName}`
}

/** An order in the audit trail. */
export function auditOrder(order: Order) {
  return { kind: 'Card order', id: order.OrderId, name: orderName(order) }
}
