import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import { type MergeStep, rowsThatFollow } from '#server/members/merge'

const cardsThatFollow = rowsThatFollow({
  name: 'cards',
  label: 'Cards',
  table: sql`card`,
  id: sql`r.card_id`,
})

/**
 * Cards, with the money on them, follow when their member is merged into another. When that is undone, the cards go back that
 * have taken the place of such a card since, and the orders of those that will: what was on it is theirs.
 */
export const mergeCards: MergeStep = {
  ...cardsThatFollow,
  undo: async (call, pair, moved) => {
    const cards = await withTheirSuccessors(call.db, moved as readonly string[])
    await cardsThatFollow.undo(call, pair, cards)
    await call.db.run(sql`
      update card_order o set member_id = ${pair.otherId} from card c
      where c.business_id = ${call.db.businessId} and c.card_id = any(${cards})
        and o.business_id = c.business_id and o.order_id = c.replacement_order_id and o.member_id = ${pair.survivorId}`)
  },
}

async function withTheirSuccessors(tx: Transaction, cardIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    with recursive one as (
      select unnest(${cardIds}::text[]) as id
      union
      select c.replaced_by_card_id from one
      join card c on c.business_id = ${tx.businessId} and c.card_id = one.id
      where c.replaced_by_card_id is not null
    )
    select id from one`)
  return rows.map(({ id }) => id)
}
