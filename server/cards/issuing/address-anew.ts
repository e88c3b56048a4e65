import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import { conflict } from '#platform/refusals'
import type { Card } from '#server/cards/account'
import { contactForLink } from '#server/members/contacts'

/**
 * A locked card with where another link to it goes, which it keeps: what was sent to a contact that turns out not to be
 * the member's is found by it. Null if nothing is on file for its member that it can be sent to.
 */
export async function addressAnew(tx: Transaction, card: Card): Promise<Card | null> {
  const contact = await contactForLink(tx, card.memberId, card, card.channels)
  if (!contact) return null
  const { EmailAddress, MobileNumber } = contact
  if (EmailAddress === card.EmailAddress && MobileNumber === card.MobileNumber) return card
  await tx.run(sql`
    update card set email_address = ${EmailAddress}, mobile_number = ${MobileNumber}
    where business_id = ${tx.businessId} and card_id = ${card.CardId}`)
  return { ...card, EmailAddress, MobileNumber }
}

/** The card, if there is a way to its holder. */
export function reachable(card: Card | null): Card {
  if (card) return card
  throw conflict(
    'no_contact_on_file',
    'There is no contact on file for this member that the card can be sent to: add one to the member first.',
  )
}
