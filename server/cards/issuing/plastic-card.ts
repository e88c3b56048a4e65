import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { businessToday } from '#platform/days'
import { recordCardChange, type Card, cardName, everyCard, readCard } from '#server/cards/account'
import { type Actor, capture, cardBalance } from '#server/ledger'
import type { Contact } from '#server/members/contacts'
import { inviteHolder } from './invitation.ts'

/** A plastic card that is on its way to a member. */
export type PlasticCard = Pick<Card, 'CardProgramId' | 'FirstName' | 'LastName' | 'holdId'> & {
  readonly memberId: string
  /** Where the way to activate it goes; null if that is nowhere yet. */
  readonly contact: Contact | null
  readonly initialCents: number
  readonly cardNumber: string
  readonly externalAccountId: string
  readonly issuedBy: Actor
  /** What comes from the card whose place it takes: how much, and the last day, null for ever. */
  readonly former: { readonly cents: number; readonly lastDay: string | null } | null
}

/** So many days its holder has to activate it by the code they were sent; then staff send another. */
export const activationDays = 90

const activationSms =
  'Hi {FirstName}, {Business} has posted you a {Card} with {Value}. When it has arrived, activate it by {ExpiryDate}: {Link}'

type Opening = Pick<Call, 'origin' | 'who'> & { readonly db: Transaction }

/** Opens the account of a plastic card. It is inactive until its holder has it and activates it by the code they are sent. */
export async function openPlasticCard({ db, who, origin }: Opening, card: PlasticCard): Promise<Card> {
  const cardId = randomUUID()
  const lastDay =
    card.former === null
      ? sql`(${businessToday} + make_interval(months => expiry_months))::date`
      : sql`${card.former.lastDay}::date`
  await db.run(sql`
    insert into card (business_id, card_id, card_program_id, member_id, first_name, last_name, email_address,
      mobile_number, status, initial_cents, hold_id, offer_expiry_date, plastic_expiry_date, sms_format, channels,
      external_account_id, card_number, issued_by_id, issued_by_name)
    select ${db.businessId}, ${cardId}, card_program_id, ${card.memberId}, ${card.FirstName}, ${card.LastName},
      ${card.contact?.EmailAddress ?? null}, ${card.contact?.MobileNumber ?? null}, 'Inactive', ${card.initialCents}, ${card.holdId},
      least(${businessToday} + ${activationDays}::integer, expiry), expiry, ${activationSms}, array['sms', 'email'],
      ${card.externalAccountId}, ${card.cardNumber}, ${card.issuedBy.uid}, ${card.issuedBy.name}
    from card_program, lateral (select ${lastDay} as expiry) days
    where business_id = ${db.businessId} and card_program_id = ${card.CardProgramId}`)
  const opened = await readCard(db, everyCard, cardId)
  if (card.contact) await inviteHolder(db, origin, opened, card.former?.cents)
  const missing = card.contact
    ? ''
    : '. No link to activate it was sent: no contact is on file for the member'
  await recordCardChange(db, who, cardId, 'Posted', `Account ${card.externalAccountId}${missing}`)
  return opened
}

/** Gives the holder of a locked plastic card its full time to activate it once more. */
export async function renewActivation(tx: Transaction, card: Card): Promise<Card> {
  await tx.run(sql`
    update card set offer_expiry_date = least(${businessToday} + ${activationDays}::integer, plastic_expiry_date)
    where business_id = ${tx.businessId} and card_id = ${card.CardId}`)
  return readCard(tx, everyCard, card.CardId)
}

/** Puts on a plastic card what was held for it. Last of all in a call, as whatever moves money is. */
export async function fillPlasticCard({ db, who }: Opening, card: Card, cents: number): Promise<void> {
  if (card.holdId === null) return
  const about = { kind: 'Card posted', actor: who, reference: card.CardId, description: cardName(card) }
  await capture(db, about, { holdId: card.holdId, amount: cents, to: cardBalance(card.CardId) })
}
