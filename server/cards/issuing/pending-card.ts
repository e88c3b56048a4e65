import sql from 'sql-template-tag'
import { cardStatusLabels, isPending, statusInWords } from '#contract/cards/card-status.ts'
import { type CardDetail, type cardsApi, isAwaitingActivation } from '#contract/cards/cards.ts'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict } from '#platform/refusals'
import { recordCardChange, auditCard, type Card, cardName, lockCard } from '#server/cards/account'
import { type Actor, release } from '#server/ledger'
import { addressAnew, reachable } from './address-anew.ts'
import { inviteHolder } from './invitation.ts'
import { wayOf } from './issue-card.ts'
import { renewActivation } from './plastic-card.ts'

/** Sends the invitation to a card that nobody has claimed once more, with another code. */
export async function resendCardInvitation(
  call: Call<typeof cardsApi.resendCardInvitation>,
): Promise<undefined> {
  const { db, who, params, origin } = call
  const locked = await lockCard(db, who, params.cardId)
  const waiting = isAwaitingActivation(locked) ? await renewActivation(db, locked) : pending(locked)
  if (waiting.isOfferOver) throw conflict('offer_expired', 'The offer has expired: send a new card instead.')
  const card = reachable(await addressAnew(db, waiting))
  await inviteHolder(db, origin, card)
  await recordCardChange(db, who, card.CardId, 'Invitation sent again', wayOf(card))
  call.audit({ record: auditCard(card) })
}

/** Takes a card back that nobody has claimed. Its value returns to the disbursement account. */
export async function cancelCard(call: Call<typeof cardsApi.cancelCard>): Promise<CardDetail> {
  const { db, who, body, params } = call
  const card = pending(await lockCard(db, who, params.cardId))
  await withdraw(db, who, card, { status: 'Cancelled', title: 'Cancelled', note: body.Reason })
  call.audit({
    record: auditCard(card),
    before: { Status: cardStatusLabels.Pending },
    after: { Status: cardStatusLabels.Cancelled, Reason: body.Reason },
  })
  return { ...card, AccountStatus: 'Cancelled' }
}

function pending(card: Card): Card {
  if (!isPending(card.AccountStatus))
    throw conflict(
      'card_not_pending',
      `This card is ${statusInWords(card.AccountStatus)}: only a pending card can be cancelled or sent again.`,
    )
  return card
}

type Withdrawal = { status: 'Cancelled' | 'OfferExpired'; title: string; note?: string }

/** Ends the offer of a locked card: its code works no more, its value goes back. */
export async function withdraw(
  tx: Transaction,
  actor: Actor,
  card: Card,
  { status, title, note }: Withdrawal,
): Promise<void> {
  await tx.run(sql`
    update card set status = ${status} where business_id = ${tx.businessId} and card_id = ${card.CardId}`)
  await tx.run(sql`delete from card_offer where business_id = ${tx.businessId} and card_id = ${card.CardId}`)
  await recordCardChange(tx, actor, card.CardId, title, note)
  if (card.holdId === null) return
  const about = { kind: `Card ${status === 'Cancelled' ? 'cancelled' : 'offer expired'}`, actor }
  await release(tx, { ...about, reference: card.CardId, description: cardName(card) }, card.holdId)
}
