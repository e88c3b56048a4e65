import sql from 'sql-template-tag'
import { cardStatusLabels, isPending } from '#contract/cards/card-status.ts'
import { isAwaitingActivation } from '#contract/cards/cards.ts'
import { recordCardChange, auditCard, type Card, cardName, everyCard, lockCard } from '#server/cards/account'
import { withdraw } from '#server/cards/issuing'
import type { Saving } from '#server/members/changes'
import type { ContactUndoStep } from '#server/members/contacts'

const note = 'It was sent to a contact that is not the member’s'

type Astray = {
  readonly id: string
  /** A link that went there to a card which was claimed before, and which nobody has used. */
  readonly isLinkOnly: boolean
}

/**
 * Ends what waits at a contact that isn't the member's: a card nobody has claimed is cancelled, a link to one works no
 * more. What somebody may hold there, in a browser or as plastic, is stopped with its money on it, for the staff to look
 * into.
 */
export const endCardsAstray: ContactUndoStep = async (saving, { memberId, to, since }) => {
  const { db } = saving
  const astray = await db.rows<Astray>(sql`
    select c.card_id as id,
      c.redeemed_at is not null and c.created_at < ${since} and o.used_at is null
        and o.holder_hash is not null as "isLinkOnly"
    from card c left join card_offer o on o.business_id = c.business_id and o.card_id = c.card_id
    where c.business_id = ${db.businessId} and c.member_id = ${memberId}
      and (c.email_address = any(${to}) or c.mobile_number = any(${to}))
      and (c.created_at >= ${since} or o.link_sent_at >= ${since}
        or c.redeemed_at is null and c.status in ('Pending', 'Inactive'))
    order by c.card_id`)
  const ended: string[] = []
  for (const { id, isLinkOnly } of astray) {
    const card = await lockCard(db, everyCard, id)
    ended.push(`${cardName(card)}: ${await endCard(saving, card, isLinkOnly)}`)
  }
  return ended
}

/** Ends what can be, and tells what has become of the card. */
async function endCard(saving: Saving, card: Card, isLinkOnly: boolean): Promise<string> {
  const { db, who } = saving
  if (isPending(card.AccountStatus)) {
    await withdraw(db, who, card, { status: 'Cancelled', title: 'Cancelled', note })
    auditEnd(saving, card, 'Cancelled')
    return 'cancelled'
  }
  if (isLinkOnly) {
    await db.run(sql`
      update card_offer set used_at = now()
      where business_id = ${db.businessId} and card_id = ${card.CardId} and used_at is null`)
    await recordCardChange(db, who, card.CardId, 'Link ended', note)
    return 'its link was ended'
  }
  if (card.AccountStatus !== 'Active' && !isAwaitingActivation(card))
    return `${cardStatusLabels[card.AccountStatus]}, look into it`
  await db.run(sql`
    update card set status = 'LostStolen' where business_id = ${db.businessId} and card_id = ${card.CardId}`)
  await db.run(sql`delete from card_offer where business_id = ${db.businessId} and card_id = ${card.CardId}`)
  await recordCardChange(db, who, card.CardId, `Set to ${cardStatusLabels.LostStolen}`, note)
  auditEnd(saving, card, 'LostStolen')
  return `stopped as ${cardStatusLabels.LostStolen}, look into it`
}

function auditEnd({ audit }: Saving, card: Card, status: 'Cancelled' | 'LostStolen'): void {
  audit({
    record: auditCard(card),
    before: { Status: cardStatusLabels[card.AccountStatus] },
    after: { Status: cardStatusLabels[status], Reason: note },
  })
}
