import sql from 'sql-template-tag'
import { rowsThatFollow } from '#server/members'

/** What somebody applied for or renewed follows when they are merged into another member. */
export const mergeRequests = rowsThatFollow({
  name: 'requests',
  label: 'Applications and renewals',
  table: sql`request_session`,
  id: sql`r.session_id`,
})
