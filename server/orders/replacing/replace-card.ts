import sql from 'sql-template-tag'
import { addressProblem } from '#contract/business/addresses.ts'
import type { cardReplacementApi } from '#contract/cards/card-replacement.ts'
import type { CardDetail } from '#contract/cards/cards.ts'
import type { Member } from '#contract/members/members.ts'
import { moneyText } from '#contract/values/decimals.ts'
import type { Call } from '#platform/call'
import { conflict, invalid } from '#platform/refusals'
import { type Card, ledgerIssuer, masked, readCard } from '#server/cards/account'
import { lockReplaceable, sendReplacement, stopCard } from '#server/cards/replacing'
import { balanceOf, cardBalance } from '#server/ledger'
import { addressOf } from '#server/members/addresses'
import { contactOnFile } from '#server/members/contacts'
import { lockMember } from '#server/members/record'
import { programToOrder } from '#server/orders/placing'
import { auditOrder, detailsOf, orderName, readOrder, recordOrderChange } from '#server/orders/record'

type ReplaceCall = Call<typeof cardReplacementApi.replaceCard>

/** Ends a card that was lost, stolen or damaged, and has another take its place: sent at once, or ordered in plastic. */
export async function replaceCard(call: ReplaceCall): Promise<CardDetail> {
  const { db, who, params, body } = call
  const { card, member } = await lockWithMember(call)
  if (body.Delivery === 'Digital') await sendReplacement(call, card, body)
  else await replaceByOrder(call, card, member)
  return readCard(db, who, params.cardId)
}

/** The card to be replaced and whose it is, both locked: before the card its member, as whoever merges members has them, too. */
async function lockWithMember({ db, who, params }: ReplaceCall) {
  const { MemberId } = await readCard(db, who, params.cardId)
  const member = MemberId === null ? null : await lockMember(db, who, MemberId)
  const card = await lockReplaceable(db, who, params.cardId)
  if (card.MemberId !== MemberId)
    throw conflict('card_moved', 'This card has just become that of another member. Look at it again.')
  return { card, member }
}

async function replaceByOrder(call: ReplaceCall, card: Card, member: Member | null): Promise<void> {
  if (member === null) throw refused('Plastic cards are posted to members alone: choose Digital.')
  const orderId = await orderReplacement(call, card, member)
  await stopCard(call, card, call.body, { orderId }, 'By a plastic card that is on order')
}

/** Places the order of a card in place of another. Nothing is held for it: what it gets is on the card it replaces. */
async function orderReplacement(call: ReplaceCall, card: Card, member: Member): Promise<string> {
  const { db, who } = call
  const { CardProgramId } = await programToOrder(db, card.CardProgramId)
  const details = detailsOf(member)
  if (addressProblem(details.AddressComponents) !== null)
    throw refused(
      'No complete Australian address is on file for this member: add one to the member first, or choose Digital.',
    )
  const contact = contactOnFile(member)
  const address = { ...addressOf(details.AddressComponents), AddressLine3: null }
  const cents = await balanceOf(db, cardBalance(card.CardId))
  const cardNumber = await ledgerIssuer.numberPlastic(db)
  const { orderId } = await db.one<{ orderId: string }>(sql`
    insert into card_order (business_id, card_program_id, member_id, status, membership_number, first_name, last_name,
      email_address, mobile_number, formatted_address, address_components, postal_address, initial_cents, card_number,
      ordered_by_id, ordered_by_name, last_change)
    values (${db.businessId}, ${CardProgramId}, ${member.id}, 'Ordered', ${details.MembershipNumber},
      ${details.FirstName}, ${details.LastName}, ${contact?.EmailAddress}, ${contact?.MobileNumber},
      ${details.FormattedAddress}, ${JSON.stringify(details.AddressComponents)}::jsonb,
      ${JSON.stringify(address)}::jsonb, ${cents}, ${cardNumber}, ${who.uid}, ${who.name}, '')
    returning order_id as "orderId"`)
  const replaced = `In place of the card ${masked(card.cardNumber ?? '')}`
  await recordOrderChange(db, who, [orderId], 'Ordered', replaced)
  const order = await readOrder(db, who, orderId)
  call.audit({
    record: auditOrder(order),
    after: {
      Status: 'Ordered',
      Order: orderName(order),
      Value: moneyText(cents / 100),
      Replacement: replaced,
    },
  })
  return orderId
}

function refused(sentence: string) {
  return invalid(sentence, { Delivery: sentence })
}
