import type { z } from 'zod'
import { api } from '#contract'
import { people, type TestHub } from '#tests/hub.ts'
import { codeFor, newHolderSecret, programId } from './cards.ts'
import { completeOrder, newAccount } from './orders.ts'
import { newMember } from './passes.ts'

const businessId = 'harbourside'

type Body = z.input<typeof api.replaceCard.body>

/** Replaces a card by another that is sent, unless something else is said. */
export function replace(hub: TestHub, cardId: string, given: Partial<Body> = {}, who: string = people.admin) {
  return hub.as(who)(api.replaceCard, {
    params: { businessId, cardId },
    body: { Delivery: 'Digital', Reason: 'Lost', ...given },
  })
}

/** The card as the console has it. */
export async function cardOf(hub: TestHub, cardId: string) {
  return (await hub.as(people.admin)(api.getCard, { params: { businessId, cardId } })).body
}

/** What is on a card, in dollars. */
export async function balanceOf(hub: TestHub, cardId: string): Promise<number> {
  const { body } = await hub.as(people.admin)(api.getCardAccountStatus, { params: { businessId, cardId } })
  return body.Balance.Amount
}

/** What has happened to a card, newest first. */
export async function historyOf(hub: TestHub, cardId: string) {
  const { body } = await hub.as(people.admin)(api.listCardHistory, { params: { businessId, cardId } })
  return body.Results.map(({ Title, Note, ActorName }) => ({ Title, Note, ActorName }))
}

/** Activates the card that somebody was sent last. */
export async function activateCardOf(hub: TestHub, recipient: string) {
  const Secret = newHolderSecret()
  const { body } = await hub.as(null)(api.claimCard, {
    params: { code: await codeFor(hub, recipient) },
    body: { Secret },
  })
  return { claimed: body, Secret }
}

const address = {
  AddressLine1: '12 Darling Street',
  AddressLine2: null,
  Suburb: 'Balmain',
  State: 'NSW',
  PostCode: '2041',
  Country: 'Australia',
}

/** A plastic card with so many dollars that a new member has in hand. */
export async function plasticCard(hub: TestHub, fields: object = { HomeAddress: address }, dollars = 75) {
  const member = await newMember(hub, fields)
  const of = { businessId, memberId: member.memberId }
  const admin = hub.as(people.admin)
  const cardProgramId = await programId(hub, 'Harbourside Plastic Card')
  const { body: order } = await admin(api.newCardOrder, { params: { ...of, cardProgramId } })
  const params = { ...of, orderId: order.OrderId }
  await admin(api.saveCardOrderDetails, {
    params,
    body: { InitialCardValue: dollars, MemberDetails: detailsFor(member) },
  })
  await admin(api.confirmCardOrder, { params })
  const { body } = await completeOrder(hub, order.OrderId, newAccount())
  const { claimed } = await activateCardOf(hub, member.EmailAddress)
  return { ...member, cardId: body.CardId!, number: claimed.CardNumber! }
}

function detailsFor({ EmailAddress, MobileNumber }: { EmailAddress: string; MobileNumber: string }) {
  const part = (type: string, name: string) => ({ long_name: name, short_name: name, types: [type] })
  return {
    FirstName: 'Pat',
    LastName: 'Holder',
    EmailAddress,
    MobileNumber,
    FormattedAddress: '12 Darling Street, Balmain NSW 2041, Australia',
    AddressComponents: [
      part('street_number', '12'),
      part('route', 'Darling Street'),
      part('locality', 'Balmain'),
      part('administrative_area_level_1', 'NSW'),
      part('postal_code', '2041'),
      part('country', 'Australia'),
    ],
  }
}
