import sql from 'sql-template-tag'
import { smsText, type SmsValues, usualSms } from '#contract/card-sms.ts'
import { moneyText } from '#contract/decimals.ts'
import type { Call } from '#platform/call.ts'
import type { Transaction } from '#platform/database.ts'
import { hashOf, newSecret } from '#platform/secrets.ts'
import { queueEmail, queueSms } from '#server/messaging'
import type { Card } from './card-record.ts'

type Invited = Pick<
  Card,
  | 'CardId'
  | 'CardProgramDescription'
  | 'FirstName'
  | 'LastName'
  | 'EmailAddress'
  | 'MobileNumber'
  | 'InitialCardValue'
  | 'OfferExpiryDate'
  | 'smsFormat'
  | 'channels'
>

/** Sends a card's holder the way to claim it, by a code of its own: one that was sent before works no more. */
export async function invite(tx: Transaction, origin: Call['origin'], card: Invited): Promise<void> {
  // Short enough for a text message, and as long as nobody guesses.
  const code = newSecret(16)
  await tx.run(sql`
    insert into card_offer (business_id, card_id, code_hash)
    values (${tx.businessId}, ${card.CardId}, ${hashOf(code)})
    on conflict (business_id, card_id) do update set code_hash = excluded.code_hash`)
  const values = await valuesOf(tx, card, new URL(`/claim/${code}`, origin.url()).href)
  const { MobileNumber, EmailAddress, channels } = card
  if (channels.includes('sms') && MobileNumber !== null)
    await queueSms(tx, {
      kind: 'card',
      to: MobileNumber,
      body: smsText(card.smsFormat ?? usualSms, values),
      secret: values.Link,
    })
  if (channels.includes('email') && EmailAddress !== null)
    await queueEmail(tx, { kind: 'card', to: EmailAddress, ...letterOf(values), secret: values.Link })
}

async function valuesOf(tx: Transaction, card: Invited, Link: string): Promise<SmsValues> {
  const { Business } = await tx.one<{ Business: string }>(
    sql`select display_name as "Business" from business where business_id = ${tx.businessId}`,
  )
  return {
    FirstName: card.FirstName,
    LastName: card.LastName,
    Value: moneyText(card.InitialCardValue),
    Card: card.CardProgramDescription,
    Business,
    ExpiryDate: dayInWords(card.OfferExpiryDate),
    Link,
  }
}

const words = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A date (YYYY-MM-DD) as '14 Nov 2026'. */
export function dayInWords(day: string): string {
  return words.format(new Date(day))
}

function letterOf({ FirstName, Value, Card: card, Business, ExpiryDate, Link }: SmsValues) {
  const paragraphs = [
    `Hello ${FirstName},`,
    `${Business} has sent you a ${card} with ${Value}. Activate it here by ${ExpiryDate}:`,
    Link,
    'The link is yours alone: whoever has it can activate the card.',
  ]
  return { subject: `${Business} has sent you a ${card}`, body: `${paragraphs.join('\n\n')}\n` }
}
