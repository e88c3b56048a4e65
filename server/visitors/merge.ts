import sql from 'sql-template-tag'
import { rowsThatFollow } from '#server/members/merge'

/** The guests whom a member brought are the survivor's when members are merged. */
export const mergeVisitors = rowsThatFollow({
  name: 'visitors',
  label: 'Guests signed in',
  table: sql`visitor_entry`,
  id: sql`r.visit_id`,
})
