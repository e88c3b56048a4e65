import sql, { empty, type Sql } from 'sql-template-tag'
import { clock } from '#platform/call'
import { oneByOne } from '#platform/concurrency'
import type { Database, Transaction } from '#platform/database'
import { businessToday } from '#platform/days'
import { failureOf, inPieces, type InPieces, type Piece } from '#platform/jobs'
import { recordCardChange, type Card, cardName, everyCard, lockCard, readCard } from '#server/cards/account'
import { balanceOf, breakage, cardBalance, inFlightOf, move } from '#server/ledger'
import { withdraw } from './pending-card.ts'

/** Ends the offers that nobody took up and the cards whose last day is over. */
export function expireCards(database: Database, turn: InPieces = {}): Promise<void> {
  const expireIn = (businessId: string, after: string) => expireAfter(database, businessId, after)
  return inPieces(database, 'expire_cards', expireIn, turn)
}

const offers = {
  day: sql`offer_expiry_date`,
  due: sql`status = 'Pending' and offer_expiry_date < ${businessToday}`,
  expire: expireOffer,
}
const cards = {
  day: sql`plastic_expiry_date`,
  // Its last day is over at every till, and its money doesn't wait for the card that is on order in its place.
  due: sql`status in ('Active', 'Inactive', 'LostStolen') and plastic_expiry_date < (select earliest_day())
    and (replacement_order_id is null or replaced_by_card_id is not null)`,
  expire: expireCard,
}
const parts = [offers, cards]

// So many are gone through in one piece, however many there are.
const batch = 200

/** Expires so many after a place: the offers first, then the cards. One that fails keeps none of the others. */
async function expireAfter(database: Database, businessId: string, after: string): Promise<Piece> {
  const [part = '0', day, cardId] = after.split(' ')
  const { day: dayOf, due, expire } = parts[Number(part)]!
  // By the index of what is due, however few that are, from where the last piece ended: what fails, or waits, stays due.
  const late = await database.forTenant(businessId).rows<{ id: string; day: string }>(sql`
    select card_id as id, ${dayOf}::text as day from card where business_id = ${businessId} and ${due}
      ${day && cardId ? sql`and (${dayOf}, card_id) > (${day}::date, ${cardId})` : empty}
    order by ${dayOf}, card_id limit ${batch}`)
  const failure = await failureOf(
    oneByOne(late, ({ id }) => expireOne(database, businessId, id, due, expire)),
  )
  const last = late.length === batch ? late.at(-1) : undefined
  if (last) return { next: `${part} ${last.day} ${last.id}`, failure }
  const nextPart = Number(part) + 1
  return { next: nextPart < parts.length ? `${nextPart} ` : null, failure }
}

function expireOne(
  database: Database,
  businessId: string,
  cardId: string,
  due: Sql,
  expire: (tx: Transaction, card: Card) => Promise<void>,
): Promise<void> {
  return database.transaction(businessId, async (tx) => {
    // The same few statements for thousands of cards, each by its key.
    tx.planFor('any values')
    const card = await lockCard(tx, everyCard, cardId)
    // Asked again under the lock: it may have been claimed, cancelled or given longer just now.
    const isStillDue = await tx.maybe(sql`
      select from card where business_id = ${businessId} and card_id = ${cardId} and ${due}`)
    if (isStillDue) await expire(tx, card)
  })
}

async function expireOffer(tx: Transaction, card: Card): Promise<void> {
  await withdraw(tx, clock, card, { status: 'OfferExpired', title: 'Offer expired' })
}

async function expireCard(tx: Transaction, card: Card): Promise<void> {
  const account = cardBalance(card.CardId)
  // What a till holds of it comes back to the card or is taken: until then the card waits.
  if (await isInFlight(tx, card.CardId)) return
  await tx.run(sql`
    update card set status = 'Expired' where business_id = ${tx.businessId} and card_id = ${card.CardId}`)
  await recordCardChange(tx, clock, card.CardId, 'Expired')
  const amount = await balanceOf(tx, account)
  if (amount === 0) return
  const about = {
    kind: 'Card expired',
    actor: clock,
    reference: card.CardId,
    description: cardName(card),
  }
  await move(tx, about, { from: account, to: breakage('AUD'), amount })
}

/** True while a till holds money that comes back to this card: its own, or of those whose place it took. */
async function isInFlight(tx: Transaction, cardId: string): Promise<boolean> {
  if ((await balanceOf(tx, inFlightOf(cardBalance(cardId)))) > 0) return true
  const { ReplacesCardId } = await readCard(tx, everyCard, cardId)
  return ReplacesCardId !== null && isInFlight(tx, ReplacesCardId)
}
