import sql, { empty, type Sql } from 'sql-template-tag'
import type { CardDetail } from '#contract/cards/cards.ts'
import type { Who } from '#platform/access'
import type { Queries, Transaction } from '#platform/database'
import { businessToday } from '#platform/days'
import { fileUrl } from '#platform/files'
import { notFound } from '#platform/refusals'
import { masked } from './issuer.ts'

/** What a list shows of a card `c`. */
export const summaryColumns = sql`
  c.card_id as "CardId", c.external_account_id as "ExternalAccountId", p.description as "CardProgramDescription",
  c.status as "AccountStatus", case when m.deleted_at is null then c.member_id end as "MemberId",
  c.first_name as "FirstName", c.last_name as "LastName", c.email_address as "EmailAddress",
  c.mobile_number as "MobileNumber", c.issued_by_name as "IssuedByUser", c.created_at as "CreatedDate"`

/** A card's program `p` and its member `m`, if it is a member's. */
export const cardWithProgramAndMember = sql`
  join card_program p on p.business_id = c.business_id and p.card_program_id = c.card_program_id
  left join member m on m.business_id = c.business_id and m.member_id = c.member_id`

/**
 * The condition under which this user sees a card `c`. Users confined to some venues see the cards of the members of
 * those, and of cards that belong to no member the ones they have sent themselves.
 */
export function visibleCards({ venues, uid }: Pick<Who, 'venues' | 'uid'>): Sql {
  if (venues === null) return empty
  return sql`and case when c.member_id is null then c.issued_by_id = ${uid} else m.venue_no = any(${venues}) end`
}

/** A card with what is kept of it beside. */
export type Card = CardDetail & {
  /** Whose it is, also where that member is deleted; null for somebody who is no member. */
  readonly memberId: string | null
  readonly holdId: string | null
  readonly plasticExpiryDate: string | null
  readonly cardNumber: string | null
  readonly terms: string
  readonly smsFormat: string | null
  readonly channels: readonly ('sms' | 'email')[]
  /** True if the last day to claim it, or to use it, is over. */
  readonly isOfferOver: boolean
  readonly isExpired: boolean
  /** True for one that was sent in place of another: its account is there, and nothing of it is in the post. */
  readonly isSentAnew: boolean
}

type Row = Omit<Card, 'CardArtUrl' | 'InitialCardValue'> & { initialCents: number; artFileId: string | null }

/** The start of a query that reads all there is of cards `c`. */
const selectCards = (day: Sql) => sql`
  select ${summaryColumns}, c.card_program_id as "CardProgramId", p.program_type as "CardProgramType",
    c.initial_cents as "initialCents", c.offer_expiry_date as "OfferExpiryDate", c.redeemed_at as "RedeemedDate",
    p.art_file_id as "artFileId", c.member_id as "memberId", c.hold_id as "holdId", c.plastic_expiry_date as "plasticExpiryDate",
    c.card_number as "cardNumber", p.terms, c.sms_format as "smsFormat", c.channels,
    c.offer_expiry_date < ${day} as "isOfferOver",
    coalesce(c.plastic_expiry_date < ${day}, false) as "isExpired", c.reported_lost_at as "ReportedLostAt",
    c.replaced_by_card_id as "ReplacedByCardId", c.replacement_order_id as "ReplacementOrderId",
    former.card_id as "ReplacesCardId",
    former.card_id is not null and former.replacement_order_id is null as "isSentAnew"
  from card c ${cardWithProgramAndMember}
  left join card former on former.business_id = c.business_id and former.replaced_by_card_id = c.card_id`

type Viewer = Pick<Who, 'venues' | 'uid' | 'till'>

/** Today, by which a card's last days are judged: a till goes by the clocks of its venue, everybody else by the business's. */
function dayFor({ till }: Pick<Who, 'till'>): Sql {
  return till ? sql`(select venue_day(${till.venueNo}))` : businessToday
}

/** The card, if the user may see it; a 404 otherwise. */
export function readCard(db: Queries, who: Viewer, cardId: string): Promise<Card> {
  return cardBy(db, who, cardId, empty)
}

/** The same, kept from changing under us. */
export function lockCard(tx: Transaction, who: Viewer, cardId: string): Promise<Card> {
  return cardBy(tx, who, cardId, sql`for no key update of c`)
}

/** The card that has by now what is on this one, kept from changing under us: the last of those that replaced each other. */
export async function lockCurrentCard(tx: Transaction, who: Viewer, cardId: string): Promise<Card> {
  const card = await lockCard(tx, who, cardId)
  return card.ReplacedByCardId === null ? card : lockCurrentCard(tx, who, card.ReplacedByCardId)
}

/** The card that has this number, if one has. */
export async function cardByNumber(db: Queries, who: Viewer, cardNumber: string): Promise<Card | null> {
  const row = await db.maybe<Row>(sql`
    ${selectCards(dayFor(who))} where c.business_id = ${db.businessId} and c.card_number = ${cardNumber}`)
  return row && cardOf(row)
}

async function cardBy(db: Queries, who: Viewer, cardId: string, lock: Sql): Promise<Card> {
  const row = await db.maybe<Row>(sql`
    ${selectCards(dayFor(who))} where c.business_id = ${db.businessId} and c.card_id = ${cardId} ${visibleCards(who)} ${lock}`)
  if (!row) throw notFound('The card')
  return cardOf(row)
}

function cardOf({ initialCents, artFileId, ...card }: Row): Card {
  return { ...card, InitialCardValue: initialCents / 100, CardArtUrl: artFileId && fileUrl(artFileId) }
}

/** Somebody who sees every card: the holder of its code, the clock. */
export const everyCard = { venues: null, uid: '' }

/** An amount of cents in the contract's shape. */
export function aud(cents: number) {
  return { Amount: cents / 100, CurrencyCode: 'AUD' as const }
}

/** What the audit trail and the ledger call a card. */
export function cardName({
  CardProgramDescription,
  FirstName,
  LastName,
}: Pick<Card, 'CardProgramDescription' | 'FirstName' | 'LastName'>): string {
  return `${CardProgramDescription} of ${FirstName} ${LastName}`
}

/** What a receipt calls a card: 'Harbourside Gift Card **** **** **** 0155'. */
export function accountNameOf({
  CardProgramDescription,
  cardNumber,
}: Pick<Card, 'CardProgramDescription' | 'cardNumber'>): string {
  return `${CardProgramDescription} ${masked(cardNumber ?? '')}`
}

/** A card in the audit trail. */
export function auditCard(card: Pick<Card, 'CardId' | 'CardProgramDescription' | 'FirstName' | 'LastName'>) {
  return { kind: 'Card', id: card.CardId, name: cardName(card) }
}

/** The cards in whose place a card is: the one that was lost, the one before that, and so on. */
export async function replacedBy(db: Queries, cardId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    with recursive one as (
      select c.card_id as id from card c
      where c.business_id = ${db.businessId} and c.replaced_by_card_id = ${cardId}
      union
      select c.card_id from one
      join card c on c.business_id = ${db.businessId} and c.replaced_by_card_id = one.id
    )
    select id from one`)
  return rows.map(({ id }) => id)
}
