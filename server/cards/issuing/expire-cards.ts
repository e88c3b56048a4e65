import sql, { type Sql } from 'sql-template-tag'
import { clock } from '#platform/call'
import { oneByOne } from '#platform/concurrency'
import { type Database, eachBusiness, type Transaction } from '#platform/database'
import { businessToday } from '#platform/days'
import { recordCardChange, type Card, cardName, everyCard, lockCard, readCard } from '#server/cards/account'
import { balanceOf, breakage, cardBalance, inFlightOf, move } from '#server/ledger'
import { withdraw } from './pending-card.ts'

/** Ends the offers that nobody took up and the cards whose last day is over. */
export async function expireCards(database: Database): Promise<void> {
  await eachBusiness(database, (businessId) =>
    oneByOne([offers, cards], ({ due, expire }) => each(database, businessId, due, expire)),
  )
}

const offers = { due: sql`status = 'Pending' and offer_expiry_date < ${businessToday}`, expire: expireOffer }
const cards = {
  // Its last day is over at every till, and its money doesn't wait for the card that is on order in its place.
  due: sql`status in ('Active', 'Inactive', 'LostStolen') and plastic_expiry_date < (select earliest_day())
    and (replacement_order_id is null or replaced_by_card_id is not null)`,
  expire: expireCard,
}

/** Each in a transaction of its own: one that fails doesn't keep the others from expiring. */
async function each(
  database: Database,
  businessId: string,
  due: Sql,
  expire: (tx: Transaction, card: Card) => Promise<void>,
): Promise<void> {
  const late = await database.forTenant(businessId).rows<{ id: string }>(sql`
    select card_id as id from card where business_id = ${businessId} and ${due}`)
  await oneByOne(late, ({ id }) =>
    database.transaction(businessId, async (tx) => {
      // The same few statements for thousands of cards, each by its key.
      tx.planFor('any values')
      const card = await lockCard(tx, everyCard, id)
      // Asked again under the lock: it may have been claimed, cancelled or given longer just now.
      const isStillDue = await tx.maybe(sql`
        select from card where business_id = ${businessId} and card_id = ${id} and ${due}`)
      if (isStillDue) await expire(tx, card)
    }),
  )
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
