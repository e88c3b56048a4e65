import sql from 'sql-template-tag'
import { canReplace, type Loss, lossInWords } from '#contract/cards/card-replacement.ts'
import { cardStatusLabels, isPending } from '#contract/cards/card-status.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict } from '#platform/refusals'
import {
  accountInWords,
  auditCard,
  type Card,
  cardName,
  endCodes,
  lockCard,
  recordCardChange,
  refuseReplaced,
} from '#server/cards/account'
import { cardBalance, move } from '#server/ledger'

export type Replacing = Pick<Call<Endpoint<'POST'>>, 'db' | 'who' | 'audit' | 'origin'>

/** A card that another can take the place of, locked; or why none can. */
export async function lockReplaceable(tx: Transaction, who: Who, cardId: string): Promise<Card> {
  const card = await lockCard(tx, who, cardId)
  await refuseReplaced(tx, card)
  if (isPending(card.AccountStatus))
    throw conflict(
      'card_not_replaceable',
      'Nobody has claimed this card yet: send its invitation again, or cancel it and send another.',
    )
  if (!canReplace(card.AccountStatus, card) || card.isExpired)
    throw conflict(
      'card_not_replaceable',
      `This card is ${accountInWords(card)}: there is nothing to replace. Send a new card instead.`,
    )
  return card
}

/** What takes the place of a card: another one, or an order that will bring it. */
type Place = { readonly cardId: string } | { readonly orderId: string }

/** Ends a locked card for good: nobody pays with it, and no link leads to it any more. */
export async function stopCard(
  { db, who, audit }: Replacing,
  card: Card,
  loss: Loss,
  place: Place,
  how: string,
): Promise<void> {
  const column = 'cardId' in place ? sql`replaced_by_card_id` : sql`replacement_order_id`
  await db.run(sql`
    update card set status = 'LostStolen', ${column} = ${'cardId' in place ? place.cardId : place.orderId}
    where business_id = ${db.businessId} and card_id = ${card.CardId}`)
  await endCodes(db, card)
  const note = `${lossInWords(loss)}. ${how}`
  await recordCardChange(db, who, card.CardId, 'Replaced', note)
  audit({
    record: auditCard(card),
    before: { 'Account status': cardStatusLabels[card.AccountStatus] },
    after: { 'Account status': cardStatusLabels.LostStolen, Reason: lossInWords(loss), Replacement: how },
  })
}

/** Moves all that is on a locked card to the one in its place. Last of all in a call, as whatever moves money is. */
export async function carryOver(
  { db, who }: Pick<Replacing, 'db' | 'who'>,
  from: Card,
  to: Card,
  cents: number,
): Promise<void> {
  if (cents === 0) return
  const about = { kind: 'Card replaced', actor: who, reference: to.CardId, description: cardName(to) }
  await move(db, about, { from: cardBalance(from.CardId), to: cardBalance(to.CardId), amount: cents })
}
