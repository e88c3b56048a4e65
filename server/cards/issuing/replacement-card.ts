import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { addDays } from '#contract/events/event-times.ts'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { businessDay } from '#platform/days'
import type { Card, OpenedAccount } from '#server/cards/account'
import { activationDays } from './plastic-card.ts'

const replacementSms =
  'Hi {FirstName}, {Business} has blocked your old {Card}. What was on it, {Value}, is on a new one. Activate it by {ExpiryDate}: {Link}'

/**
 * Opens the account of a card that is sent in place of a locked one. It waits for its holder as a plastic card does, so
 * that what is on it is never an offer that somebody takes back. The business gives nothing anew: reports count what it
 * gave with the first card. Tells the id.
 */
export async function openReplacement(
  { db, who }: { readonly db: Transaction } & Pick<Call, 'who'>,
  card: Card,
  { externalAccountId, cardNumber }: OpenedAccount,
): Promise<string> {
  const cardId = randomUUID()
  const activateBy = addDays(await businessDay(db), activationDays)
  await db.run(sql`
    insert into card (business_id, card_id, card_program_id, member_id, first_name, last_name, email_address,
      mobile_number, status, initial_cents, offer_expiry_date, plastic_expiry_date, sms_format, channels,
      external_account_id, card_number, issued_by_id, issued_by_name)
    values (${db.businessId}, ${cardId}, ${card.CardProgramId}, ${card.memberId}, ${card.FirstName},
      ${card.LastName}, ${card.EmailAddress}, ${card.MobileNumber}, 'Inactive', 0, ${activateBy},
      ${await lastDayAfter(db, card)}, ${replacementSms}, ${card.channels}, ${externalAccountId}, ${cardNumber},
      ${who.uid}, ${who.name})`)
  return cardId
}

/** The last day of a card in place of another: that one's, but not before its holder has had the time to activate it. */
export async function lastDayAfter(
  tx: Transaction,
  { plasticExpiryDate }: Pick<Card, 'plasticExpiryDate'>,
): Promise<string | null> {
  if (plasticExpiryDate === null) return null
  const activateBy = addDays(await businessDay(tx), activationDays)
  return plasticExpiryDate > activateBy ? plasticExpiryDate : activateBy
}
