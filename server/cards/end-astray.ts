import sql from 'sql-template-tag'
import { cardStatusLabels, isPending } from '#contract/card-status.ts'
import type { ContactUndoStep } from '#server/members'
import { auditCard, cardName, everyCard, lockCard } from './card-record.ts'
import { withdraw } from './pending-card.ts'

/** Cancels the cards that wait at a contact that isn't the member's. What was claimed there is left to the staff. */
export const endCardsAstray: ContactUndoStep = async ({ db, who, audit }, { memberId, to, since }) => {
  const astray = await db.rows<{ id: string }>(sql`
    select card_id as id from card
    where business_id = ${db.businessId} and member_id = ${memberId} and created_at >= ${since}
      and (email_address = any(${to}) or mobile_number = any(${to}))
    order by card_id`)
  const ended: string[] = []
  for (const { id } of astray) {
    const card = await lockCard(db, everyCard, id)
    if (!isPending(card.AccountStatus)) {
      ended.push(`${cardName(card)}: ${cardStatusLabels[card.AccountStatus]}, look into it`)
      continue
    }
    const note = 'It was sent to a contact that is not the member’s'
    await withdraw(db, who, card, { status: 'Cancelled', title: 'Cancelled', note })
    audit({
      record: auditCard(card),
      before: { Status: cardStatusLabels.Pending },
      after: { Status: cardStatusLabels.Cancelled, Reason: note },
    })
    ended.push(`${cardName(card)}: cancelled`)
  }
  return ended
}
