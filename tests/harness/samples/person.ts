import { api } from '#contract'
import { people, type TestHub } from '#tests/hub.ts'
import { programId } from '#tests/records/cards.ts'
import { harbourside, publishedEvent } from '#tests/records/events.ts'
import { addressParts, placeOrder, saveDetails, startOrder } from '#tests/records/orders.ts'
import { heldPass } from '#tests/records/passes.ts'
import { signIn } from '#tests/records/visitors.ts'
import { clubCard, tillOf } from '#tests/till.ts'

const streetAddress = {
  AddressLine1: '77 Quokka Parade',
  AddressLine2: null,
  Suburb: 'Balmain',
  State: 'NSW',
  PostCode: '2041',
  Country: 'Australia',
}

/** What somebody is known by who can be recognised in any answer. */
const person = {
  BirthDate: '1931-11-23',
  EmailAddress: 'ottilie@quokka.example',
  MobileNumber: '+61491570173',
  streetAddress,
}

/** A piece of a person that not everybody may read. */
export type Detail = 'birth date' | 'address' | 'e-mail' | 'mobile'

const traces: Readonly<Record<Detail, RegExp>> = {
  'birth date': /1931-11-23|23[/-]11[/-]1931|23 Nov/,
  address: /Quokka Parade/,
  'e-mail': /ottilie@quokka/,
  mobile: /491\s?570\s?173/,
}

/** What an answer tells of the person. */
export function toldBy(answer: unknown): Detail[] {
  const text = JSON.stringify(answer ?? '')
  return (Object.keys(traces) as Detail[]).filter((detail) => traces[detail].test(text))
}

const contact = { EmailAddress: person.EmailAddress, MobileNumber: person.MobileNumber }

/**
 * A member with all of this who has come to everything a member comes to: cards, an order, a digital card,
 * requests, a reminder. Tells the ids of it all by the names that paths have for them.
 */
export async function knownPerson(hub: TestHub) {
  const member = await newPerson(hub)
  const { memberId } = member
  const cards = await theirCards(hub, memberId)
  const { receiptNumber, ofCard } = await theirReceipts(hub, member)
  const { sessionId, renewal } = await theirRequests(hub, memberId)
  const eventId = await publishedEvent(hub)
  const ids = {
    ...harbourside,
    ...cards,
    memberId,
    sessionId,
    paymentId: await theirPayment(hub, sessionId),
    receiptNumber,
    eventId,
    visitId: await theirGuest(hub, eventId, memberId),
    runId: await theirRun(hub),
    entryId: await theirTrail(hub, memberId),
    passConfigurationId: 'member-card',
    formId: await anyForm(hub),
  }
  return { ids, renewal, ofCard, number: member.number }
}

/** What they paid for their request. */
async function theirPayment(hub: TestHub, sessionId: string): Promise<string> {
  const { rows } = await hub.owner.query<{ id: string }>(
    `insert into request_payment (business_id, session_id, provider, state, description, amount_cents, tax_cents, paid_cents,
       paid_at)
     values ('harbourside', $1, 'Test', 'Paid', 'Ordinary', 5500, 500, 5500, now()) returning payment_id as id`,
    [sessionId],
  )
  return rows[0]!.id
}

/** Somebody whom they brought; handed in late, as they may not be allowed to. */
async function theirGuest(hub: TestHub, eventId: string, HostMemberId: string): Promise<string> {
  const { body } = await signIn(hub.as(people.admin), eventId, { HostMemberId, IsLate: true })
  return body.VisitId
}

async function anyForm(hub: TestHub): Promise<string> {
  const { rows } = await hub.owner.query<{ id: string }>(
    `select form_id as id from request_form where business_id = 'harbourside' limit 1`,
  )
  return rows[0]!.id
}

async function newPerson(hub: TestHub) {
  const member = await heldPass(hub)
  // The pass was sent where the harness reads; from here on they are who they are.
  const saved = await hub.as(people.admin)(api.updateMember, {
    params: { ...harbourside, memberId: member.memberId },
    body: {
      FirstName: 'Ottilie',
      LastName: 'Quist',
      MembershipNumber: member.number,
      MembershipType: 'Ordinary',
      DateFinancial: '2099-06-30',
      BirthDate: person.BirthDate,
      HomeAddress: streetAddress,
      PostalAddress: streetAddress,
      HomeContactDetails: contact,
    },
  })
  if (saved.status !== 200) throw new Error(saved.error.ErrorMessage)
  return member
}

async function theirCards(hub: TestHub, memberId: string) {
  const admin = hub.as(people.admin)
  const { body: card } = await admin(api.issueMemberCard, {
    params: { ...harbourside, memberId, cardType: 'reloadable' },
    body: { InitialCardValue: 20 },
  })
  const { body: order } = await startOrder(hub, memberId)
  const details = {
    ...contact,
    FormattedAddress: '77 Quokka Parade, Balmain NSW 2041, Australia',
    AddressComponents: addressParts().map((part) =>
      part.types[0] === 'route' ? { ...part, long_name: 'Quokka Parade', short_name: 'Quokka Parade' } : part,
    ),
  }
  await saveDetails(hub, order, details)
  await placeOrder(hub, order)
  const cardProgramId = await programId(hub, 'Harbourside Plastic Card')
  return { cardId: card.CardId, orderId: order.OrderId, cardProgramId }
}

/** What a till printed of their points, and of a card of theirs. */
async function theirReceipts(hub: TestHub, { memberId, number }: { memberId: string; number: string }) {
  await hub.as(people.admin)(api.awardPoints, {
    params: { ...harbourside, memberId, pointsTypeId: 'Points' },
    body: { Note: 'For the test', PointsByDollarValue: 1, PointsByQuantity: 100 },
  })
  const till = tillOf(hub)
  const card = await clubCard(hub)
  await hub.owner.query(
    'update card set member_id = $2, email_address = $3, mobile_number = $4 where card_id = $1',
    [card.cardId, memberId, person.EmailAddress, person.MobileNumber],
  )
  const [ofPoints, ofCard] = [await till.sell(number, 1), (await till.reload(card.number, 5)).body]
  return {
    receiptNumber: ofPoints.ReceiptNumber ?? '',
    ofCard: { receiptNumber: ofCard.ReceiptNumber ?? '' },
  }
}

/** Somebody looks for the person among those whom invitations are sent to. */
async function theirRun(hub: TestHub): Promise<string> {
  const { rows } = await hub.owner.query<{ id: string }>(
    `select pass_configuration_id as id from pass_configuration
     where business_id = 'harbourside' and pass_configuration_id <> 'member-card' limit 1`,
  )
  const { body } = await hub.as(people.admin)(api.startPassInvitations, {
    params: harbourside,
    body: { q: person.EmailAddress, PassConfigurationId: rows[0]!.id, ToInvite: 1 },
  })
  return body.RunId
}

async function theirRequests(hub: TestHub, memberId: string) {
  const answers = { ...contact, BirthDate: person.BirthDate, Address: streetAddress }
  const of = async (kind: string) => {
    const { rows } = await hub.owner.query<{ id: string }>(
      `update request_session set answers = answers || $2, email = $3, mobile = $4, proven_at = now()
       where session_id = (select session_id from request_session
         where business_id = 'harbourside' and kind = $1 and submitted_at is not null limit 1)
       returning session_id as id`,
      [kind, answers, person.EmailAddress, person.MobileNumber],
    )
    return rows[0]!.id
  }
  await hub.owner.query(
    `insert into renewal_reminder (business_id, form_id, member_id, date_financial, days, channel, recipient)
     select 'harbourside', form_id, $1, '2099-06-30', 0, 'email', $2 from request_form
     where business_id = 'harbourside' and kind = 'Renewal' limit 1`,
    [memberId, person.EmailAddress],
  )
  return { sessionId: await of('Registration'), renewal: { sessionId: await of('Renewal') } }
}

/** What is written about them beside; tells the entry that their details were changed by. */
async function theirTrail(hub: TestHub, memberId: string): Promise<string> {
  await hub.as(people.admin)(api.addMemberNote, {
    params: { ...harbourside, memberId },
    body: { Text: `Also reached at ${person.MobileNumber}.` },
  })
  const { rows: messages } = await hub.owner.query<{ id: string }>(
    `update outbox_message set state = 'Failed', secret = null where recipient = $1 returning id`,
    [person.MobileNumber],
  )
  const resent = await hub.as(people.superAdmin)(api.resendMessage, {
    params: { messageId: messages[0]!.id },
  })
  if (resent.status !== 200) throw new Error(resent.error.ErrorMessage)
  const { rows } = await hub.owner.query<{ id: string }>(
    `select id from audit_entry where record_id = $1 and action = 'updateMember'`,
    [memberId],
  )
  return rows[0]!.id
}
