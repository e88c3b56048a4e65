import sql from 'sql-template-tag'
import type { cardClaimsApi } from '#contract/cards/card-claims.ts'
import { canSendLink, cardStatusLabels } from '#contract/cards/card-status.ts'
import type { cardsApi } from '#contract/cards/cards.ts'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { conflict, notFound } from '#platform/refusals'
import { recordCardChange, auditCard, type Card, everyCard, lockCard } from '#server/cards/account'
import { findCode, holderOf } from '#server/cards/claiming'
import { addressAnew, reachable } from './address-anew.ts'
import { linkAgain, mayTellForStranger } from './invitation.ts'
import { wayOf } from './issue-card.ts'

/** Sends a holder a fresh link to the card that is theirs, when they ask the staff for one. */
export async function sendCardLink(call: Call<typeof cardsApi.sendCardLink>): Promise<undefined> {
  const { db, who, params, origin } = call
  const locked = await lockCard(db, who, params.cardId)
  if (!canSendLink(locked.AccountStatus) || locked.isExpired)
    throw conflict(
      'card_not_active',
      `This card is ${cardStatusLabels[locked.isExpired ? 'Expired' : locked.AccountStatus].toLowerCase()}: a link can be sent to an active card only.`,
    )
  const card = reachable(await addressAnew(db, locked))
  await linkAgain(db, origin, card)
  await recordCardChange(db, who, card.CardId, 'Link sent again', wayOf(card))
  call.audit({ record: auditCard(card) })
}

/** The same, when they ask with the code they have used. A code that leads nowhere is a 404, for the count of guesses. */
export async function linkByUsedCode({
  db,
  params,
  origin,
}: Call<typeof cardClaimsApi.requestCardLink>): Promise<void> {
  const code = await findCode(db, params.code)
  if (!code?.isUsed) throw notFound('The card')
  await db.asTenant(code.businessId, async (tx) => {
    const locked = await lockCard(tx, everyCard, code.cardId)
    if (!canSendLink(locked.AccountStatus) || locked.isExpired || (await wasSentJustNow(tx, locked))) return
    const card = await addressAnew(tx, locked)
    if (!card || !(await mayTellForStranger(tx, card, origin.address))) return
    await linkAgain(tx, origin, card)
    await recordCardChange(tx, holderOf(card), card.CardId, 'Asked for a fresh link', wayOf(card))
  })
}

// Nobody's phone is to be filled with messages by somebody who has seen an old link of theirs.
async function wasSentJustNow(tx: Transaction, { CardId }: Card): Promise<boolean> {
  const recent = await tx.maybe(sql`
    select from card_offer where business_id = ${tx.businessId} and card_id = ${CardId}
      and link_sent_at > now() - interval '10 minutes'`)
  return recent !== null
}
