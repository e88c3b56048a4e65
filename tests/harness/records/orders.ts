import { api } from '#contract'
import type { CardOrderDetails } from '#contract/orders/card-orders.ts'
import { inDays } from '#tests/days.ts'
import { people, type TestHub } from '#tests/hub.ts'
import { programId } from './cards.ts'

const businessId = 'harbourside'

/** An address in its parts, but for those that are left out. */
export function addressParts(...without: string[]) {
  const parts: [type: string, long: string, short: string][] = [
    ['street_number', '12', '12'],
    ['route', 'Darling Street', 'Darling St'],
    ['locality', 'Balmain', 'Balmain'],
    ['administrative_area_level_1', 'New South Wales', 'NSW'],
    ['postal_code', '2041', '2041'],
    ['country', 'Australia', 'AU'],
  ]
  return parts
    .filter(([type]) => !without.includes(type))
    .map(([type, long_name, short_name]) => ({ long_name, short_name, types: [type] }))
}

/** Who a card is ordered for, and where it goes. */
export const orderDetails: CardOrderDetails = {
  FirstName: 'Ngaire',
  LastName: 'Quist',
  EmailAddress: 'ngaire.quist@example.org',
  MobileNumber: '+61491570110',
  FormattedAddress: '12 Darling Street, Balmain NSW 2041, Australia',
  AddressComponents: addressParts(),
}

let taken = 0

/** A member whom no other test orders a card for. */
export async function someMember(hub: TestHub, venueNo = '1'): Promise<string> {
  const { rows } = await hub.owner.query<{ id: string }>(
    `select member_id as id from member where business_id = $1 and venue_no = $2
     order by membership_number desc offset $3 limit 1`,
    [businessId, venueNo, ++taken],
  )
  return rows[0]!.id
}

/** Starts an order of a plastic card for a member. */
export async function startOrder(hub: TestHub, memberId: string, who: string = people.admin) {
  const cardProgramId = await programId(hub, 'Harbourside Plastic Card')
  return hub.as(who)(api.newCardOrder, { params: { businessId, memberId, cardProgramId } })
}

/** Confirms the details of an order. */
export function saveDetails(
  hub: TestHub,
  { MemberId: memberId, OrderId: orderId }: { MemberId: string; OrderId: string },
  given: Partial<CardOrderDetails> = {},
  InitialCardValue = 75,
) {
  return hub.as(people.admin)(api.saveCardOrderDetails, {
    params: { businessId, memberId, orderId },
    body: { InitialCardValue, MemberDetails: { ...orderDetails, ...given } },
  })
}

type Placing = { who?: string; query?: { revision?: number }; headers?: Record<string, string> }

/** Places an order. */
export function placeOrder(
  hub: TestHub,
  { MemberId: memberId, OrderId: orderId }: { MemberId: string; OrderId: string },
  { who = people.admin, query = {}, headers = {} }: Placing = {},
) {
  return hub.as(who)(api.confirmCardOrder, { params: { businessId, memberId, orderId }, query, headers })
}

/** An order that has been placed for a member. */
export async function placedOrder(hub: TestHub, given: Partial<CardOrderDetails> = {}, value?: number) {
  const { body: order } = await startOrder(hub, await someMember(hub))
  await saveDetails(hub, order, given, value)
  return (await placeOrder(hub, order)).body
}

let accounts = 0

/** An account's id that the bureau hasn't told before. */
export const newAccount = () => `ACC-${String(++accounts).padStart(6, '0')}`

/** Takes in what the bureau says of an order. */
export function completeOrder(
  hub: TestHub,
  orderId: string,
  ExternalAccountId: string,
  PostedDate = inDays(-1),
) {
  return hub.as(people.superAdmin)(api.completeCardOrder, {
    params: { businessId, orderId },
    body: { ExternalAccountId, PostedDate },
  })
}
