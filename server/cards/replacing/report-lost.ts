import sql from 'sql-template-tag'
import type { HeldCard } from '#contract/cards/card-claims.ts'
import { canReplace, type cardReplacementApi, isReplaced } from '#contract/cards/card-replacement.ts'
import { cardStatusLabels } from '#contract/cards/card-status.ts'
import type { Call } from '#platform/call'
import { conflict } from '#platform/refusals'
import {
  accountInWords,
  auditCard,
  type Card,
  endCodes,
  everyCard,
  lockCard,
  readCard,
  recordCardChange,
} from '#server/cards/account'
import { findHeld, heldCard, holderOf } from '#server/cards/claiming'

/** Blocks a card at once when its holder says that it is lost. Staff replace it then, or hear that it was found. */
export async function reportCardLost(
  call: Call<typeof cardReplacementApi.reportCardLost>,
): Promise<HeldCard> {
  const { db, body } = call
  const { businessId, cardId } = await findHeld(db, body.Secret)
  return db.asTenant(businessId, async (tx) => {
    const card = await lockCard(tx, everyCard, cardId)
    if (isKnown(card)) return heldCard(tx, card)
    if (!canReplace(card.AccountStatus, card) || card.isExpired)
      throw conflict(
        'card_not_usable',
        `This card is ${accountInWords(card)}: nobody can pay with it, so there is nothing to block.`,
      )
    await tx.run(sql`
      update card set status = 'LostStolen', reported_lost_at = now()
      where business_id = ${businessId} and card_id = ${cardId}`)
    // A link may lie in the mailbox of the phone that is gone.
    await endCodes(tx, card)
    await recordCardChange(tx, holderOf(card), cardId, 'Reported lost', 'By the holder: the card is blocked')
    call.audit({
      businessId,
      record: auditCard(card),
      before: { 'Account status': cardStatusLabels[card.AccountStatus] },
      after: { 'Account status': cardStatusLabels.LostStolen, Reason: 'The holder reported it lost' },
    })
    return heldCard(tx, await readCard(tx, everyCard, cardId))
  })
}

function isKnown(card: Card): boolean {
  return isReplaced(card) || (card.ReportedLostAt !== null && card.AccountStatus === 'LostStolen')
}
