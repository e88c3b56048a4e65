import sql from 'sql-template-tag'
import { rowsThatFollow } from '#server/members/merge'

/** Cards, with the money on them, follow when their member is merged into another. */
export const mergeCards = rowsThatFollow({
  name: 'cards',
  label: 'Cards',
  table: sql`card`,
  id: sql`r.card_id`,
})
