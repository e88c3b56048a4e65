import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import { auditCard, type Card, everyCard, lockCard, masked, recordCardChange } from '#server/cards/account'
import { lastDayAfter } from '#server/cards/issuing'
import { balanceOf, cardBalance } from '#server/ledger'
import type { Replacing } from './replacing.ts'

/** A locked card that waits for the one that was ordered in its place: what is on it, and until when that must work. */
export type FormerCard = {
  readonly card: Card
  readonly cents: number
  readonly lastDay: string | null
}

/** The card that an order replaces, with all that has come back to it meanwhile. */
export async function lockFormer(tx: Transaction, cardId: string): Promise<FormerCard> {
  const card = await lockCard(tx, everyCard, cardId)
  const cents = await balanceOf(tx, cardBalance(cardId))
  return { card, cents, lastDay: await lastDayAfter(tx, card) }
}

/** Puts the card that was ordered in the place of the former one. */
export async function takePlace(
  { db, who, audit }: Replacing,
  { card: former }: FormerCard,
  card: Card,
): Promise<void> {
  await db.run(sql`
    update card set replaced_by_card_id = ${card.CardId}
    where business_id = ${db.businessId} and card_id = ${former.CardId}`)
  const [was, is] = [masked(former.cardNumber ?? ''), masked(card.cardNumber ?? '')]
  await recordCardChange(db, who, former.CardId, 'Its replacement was posted', `The card ${is}`)
  await recordCardChange(db, who, card.CardId, 'Replaces a card', `The card ${was}`)
  audit({ record: auditCard(former), after: { 'Replaced by': is } })
}

/** Leaves a card without the one that was ordered in its place, unless that is there: its money is still on it, and it can be replaced anew. */
export async function giveUpOrder(
  { db, who, audit }: Pick<Replacing, 'db' | 'who' | 'audit'>,
  cardId: string,
): Promise<void> {
  const card = await lockCard(db, everyCard, cardId)
  if (card.ReplacedByCardId !== null) return
  await db.run(sql`
    update card set replacement_order_id = null where business_id = ${db.businessId} and card_id = ${cardId}`)
  await recordCardChange(
    db,
    who,
    cardId,
    'Replacement given up',
    'The order of the plastic card was archived',
  )
  audit({ record: auditCard(card), before: { Replacement: 'On order' }, after: { Replacement: null } })
}
