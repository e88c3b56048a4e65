import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { type CardType, cardTypes } from '#contract/cards/card-issue.ts'
import type { CardProgram } from '#contract/cards/card-programs.ts'
import { validityOf, validityProblems, type WantedDays } from '#contract/cards/card-validity.ts'
import type { CardDetail } from '#contract/cards/cards.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { inCents, moneyText } from '#contract/values/decimals.ts'
import type { Call } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
import { businessDay } from '#platform/days'
import { conflict, invalid } from '#platform/refusals'
import { recordCardChange, auditCard, type Card, cardName, everyCard, readCard } from '#server/cards/account'
import { holdFunds } from '#server/cards/disbursement'
import { readCardPrograms } from '#server/cards/programs'
import { inviteHolder } from './invitation.ts'

/** A card that is to be: of which program, for whom, with how much. */
export type NewCard = WantedDays &
  Pick<Card, 'FirstName' | 'LastName' | 'EmailAddress' | 'MobileNumber' | 'channels'> & {
    readonly program: CardProgram
    readonly memberId: string | null
    readonly InitialCardValue: number
    readonly smsFormat: string | null
  }

type Issuing = Pick<Call<Endpoint<'POST'>>, 'db' | 'who' | 'audit' | 'origin'>

/** Issues a card: its value is held, its holder told how to claim it. All of it or nothing. */
export async function issueCard(call: Issuing, card: NewCard): Promise<CardDetail> {
  const { db, who, origin } = call
  const cardId = randomUUID()
  const days = await checkedValidity(db, card.program, card)
  await db.run(sql`
    insert into card (business_id, card_id, card_program_id, member_id, first_name, last_name, email_address,
      mobile_number, initial_cents, offer_expiry_date, plastic_expiry_date, sms_format, channels, issued_by_id,
      issued_by_name)
    values (${db.businessId}, ${cardId}, ${card.program.CardProgramId}, ${card.memberId}, ${card.FirstName},
      ${card.LastName}, ${card.EmailAddress}, ${card.MobileNumber}, ${inCents(card.InitialCardValue)},
      ${days.offerExpiryDate}, ${days.plasticExpiryDate}, ${card.smsFormat}, ${card.channels}, ${who.uid}, ${who.name})`)
  const issued = await readCard(db, everyCard, cardId)
  await inviteHolder(db, origin, issued)
  await recordCardChange(db, who, cardId, 'Sent', wayOf(issued))
  await holdValue(call, issued)
  call.audit({
    record: auditCard(issued),
    after: {
      'Initial value': moneyText(issued.InitialCardValue),
      Mobile: issued.MobileNumber,
      Email: issued.EmailAddress,
      'Offer expiry': days.offerExpiryDate,
      'Plastic expiry': days.plasticExpiryDate,
    },
  })
  return issued
}

/** The last day to claim a new card and the last to use it, by its program and the law; or what is wrong with them. */
async function checkedValidity(tx: Transaction, program: CardProgram, wanted: WantedDays) {
  const today = await businessDay(tx)
  const problems = validityProblems(program, wanted, today)
  const [sentence] = Object.values(problems)
  if (sentence !== undefined) throw invalid(sentence, problems)
  return validityOf(program, wanted, today)
}

/** Where an invitation went, for the card's history. */
export function wayOf({ channels, MobileNumber, EmailAddress }: NewCardContact): string {
  const ways = [channels.includes('sms') && MobileNumber, channels.includes('email') && EmailAddress]
  return `To ${ways.filter(Boolean).join(' and ')}`
}

type NewCardContact = Pick<Card, 'channels' | 'MobileNumber' | 'EmailAddress'>

/** What a card would be, for who has to approve it. */
export function cardInWords(
  { Description }: CardProgram,
  { MobileNumber, EmailAddress }: Pick<Card, 'MobileNumber' | 'EmailAddress'>,
): Record<string, string> {
  return {
    'Card program': Description,
    ...(MobileNumber && { Mobile: MobileNumber }),
    ...(EmailAddress && { Email: EmailAddress }),
  }
}

async function holdValue({ db, who }: Issuing, card: Card): Promise<void> {
  const about = { kind: 'Card issued', actor: who, reference: card.CardId, description: cardName(card) }
  const holdId = await holdFunds(db, about, inCents(card.InitialCardValue))
  await db.run(sql`
    update card set hold_id = ${holdId} where business_id = ${db.businessId} and card_id = ${card.CardId}`)
}

/** The programs whose cards are sent rather than posted, of one type. */
export async function programsToSend(db: Queries, type: CardType): Promise<CardProgram[]> {
  const programs = await readCardPrograms(db)
  return programs.filter(
    ({ ProgramType, IsRetired, IsPhysicalEnabled }) =>
      ProgramType === cardTypes[type] && !IsRetired && !IsPhysicalEnabled,
  )
}

/** The program a card is to be of: the one that is named, or the first of the type. */
export async function programToSend(
  db: Queries,
  type: CardType,
  cardProgramId: string | undefined,
): Promise<CardProgram> {
  const programs = await programsToSend(db, type)
  if (cardProgramId === undefined) return programs[0] ?? noProgram()
  const program = programs.find(({ CardProgramId }) => CardProgramId === cardProgramId)
  const sentence = 'Choose a card program that is on offer and whose cards are sent.'
  if (!program) throw invalid(sentence, { CardProgramId: sentence })
  return program
}

/** 409: there is nothing to send. */
export function noProgram(): never {
  throw conflict('no_card_program', 'This business has no card program of this type whose cards are sent.')
}
