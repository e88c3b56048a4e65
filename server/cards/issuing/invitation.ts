import sql from 'sql-template-tag'
import { smsText, type SmsValues, usualSms } from '#contract/cards/card-sms.ts'
import { isAwaitingActivation } from '#contract/cards/cards.ts'
import { dayInWords } from '#contract/events/event-times.ts'
import { claimPath } from '#contract/patron-paths.ts'
import { moneyText } from '#contract/values/decimals.ts'
import { greeting, inOneLine } from '#contract/words/one-line.ts'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { hashOf, newSecret } from '#platform/secrets'
import { type Card, valueOf } from '#server/cards/account'
import { queueEmail, queueSms, strangerMayCause } from '#server/messaging'

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
  | 'AccountStatus'
  | 'RedeemedDate'
  | 'smsFormat'
  | 'isSentAnew'
  | 'ReplacesCardId'
  | 'channels'
>

/**
 * Sends a card's holder the way to claim it, by a code of its own: one that was sent before works no more. Cents are told
 * where they come from another card, and are not here yet.
 */
export async function inviteHolder(
  tx: Transaction,
  origin: Call['origin'],
  card: Invited,
  cents?: number,
): Promise<void> {
  const code = newCode()
  await tx.run(sql`
    insert into card_offer (business_id, card_id, code_hash)
    values (${tx.businessId}, ${card.CardId}, ${hashOf(code)})
    on conflict (business_id, card_id) do update set code_hash = excluded.code_hash`)
  const values = await valuesOf(tx, card, linkOf(origin, code), cents)
  await tell(tx, card, values.Link, smsText(card.smsFormat ?? usualSms, values), letterTo(card, values))
}

/** Sends the holder of a claimed card a link that shows it on the device it is opened with. */
export async function linkAgain(tx: Transaction, origin: Call['origin'], card: Invited): Promise<void> {
  const code = newCode()
  await tx.run(sql`
    insert into card_offer (business_id, card_id, code_hash, link_sent_at)
    values (${tx.businessId}, ${card.CardId}, ${hashOf(code)}, now())
    on conflict (business_id, card_id) do update set
      code_hash = excluded.code_hash, link_sent_at = excluded.link_sent_at, used_at = null`)
  const values = await valuesOf(tx, card, linkOf(origin, code))
  const { FirstName, Business, Card: name, Link } = values
  const text = `Hi ${FirstName}, this link shows your ${name} of ${Business} on the phone you open it with: ${Link}`
  await tell(tx, card, Link, text, letterOfLink(values))
}

/**
 * Short enough for a text message, and as long as nobody guesses. What begins with a letter and a hyphen is a code of
 * another kind.
 */
function newCode(): string {
  const code = newSecret(16)
  return code[1] === '-' ? newCode() : code
}

const linkOf = (origin: Call['origin'], code: string) => origin.publicUrl() + claimPath(code)

const kind = 'card'

type Letter = { subject: string; body: string }

type Way = { readonly channel: 'sms' | 'email'; readonly to: string }

function waysTo({ MobileNumber, EmailAddress, channels }: Invited): Way[] {
  const ways = [
    { channel: 'sms' as const, to: MobileNumber },
    { channel: 'email' as const, to: EmailAddress },
  ]
  return ways.filter((way): way is Way => channels.includes(way.channel) && way.to !== null)
}

/** Whether the holder of a card may be written to when somebody asks for it who is not known. */
export async function mayTellForStranger(tx: Transaction, card: Invited, address: string): Promise<boolean> {
  for (const { to } of waysTo(card)) if (!(await strangerMayCause(tx, { kind, to }, address))) return false
  return true
}

async function tell(tx: Transaction, card: Invited, secret: string, text: string, mail: Letter) {
  for (const { channel, to } of waysTo(card))
    if (channel === 'sms') await queueSms(tx, { kind, lane: 'soon', to, body: text, secret })
    else await queueEmail(tx, { kind, lane: 'soon', to, ...mail, secret })
}

async function valuesOf(tx: Transaction, card: Invited, Link: string, cents?: number): Promise<SmsValues> {
  const { Business } = await tx.one<{ Business: string }>(
    sql`select display_name as "Business" from business where business_id = ${tx.businessId}`,
  )
  return {
    FirstName: inOneLine(card.FirstName),
    LastName: inOneLine(card.LastName),
    Value: moneyText(cents === undefined ? await valueOf(tx, card) : cents / 100),
    Card: card.CardProgramDescription,
    Business,
    ExpiryDate: dayInWords(card.OfferExpiryDate),
    Link,
  }
}

function letterTo(card: Invited, values: SmsValues): Letter {
  if (card.isSentAnew) return letterOfReplacement(values)
  return isAwaitingActivation(card) ? letterOfPlastic(values) : letterOf(values)
}

function letterOfPlastic({ FirstName, Value, Card: card, Business, ExpiryDate, Link }: SmsValues): Letter {
  return letter(`Your ${card} of ${Business} is in the post`, [
    greeting(FirstName),
    `${Business} has posted you a ${card} with ${Value}. Activate it here by ${ExpiryDate}, once you have it in your hands:`,
    Link,
    'The link is yours alone: whoever has it can activate the card.',
  ])
}

function letterOfReplacement({
  FirstName,
  Value,
  Card: card,
  Business,
  ExpiryDate,
  Link,
}: SmsValues): Letter {
  return letter(`Your new ${card} of ${Business}`, [
    greeting(FirstName),
    `${Business} has blocked your old ${card}. What was on it, ${Value}, is on a new one. Activate it here by ${ExpiryDate}:`,
    Link,
    'The link is yours alone: whoever has it can activate the card.',
  ])
}

function letterOf({ FirstName, Value, Card: card, Business, ExpiryDate, Link }: SmsValues): Letter {
  return letter(`${Business} has sent you a ${card}`, [
    greeting(FirstName),
    `${Business} has sent you a ${card} with ${Value}. Activate it here by ${ExpiryDate}:`,
    Link,
    'The link is yours alone: whoever has it can activate the card.',
  ])
}

function letterOfLink({ FirstName, Card: card, Business, Link }: SmsValues): Letter {
  return letter(`Your ${card} of ${Business}`, [
    greeting(FirstName),
    `This link shows your ${card} on the device you open it with, from then on:`,
    Link,
    'The link is yours alone and works once: whoever has it can use the card.',
  ])
}

function letter(subject: string, paragraphs: readonly string[]): Letter {
  return { subject, body: `${paragraphs.join('\n\n')}\n` }
}
