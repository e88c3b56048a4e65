import sql from 'sql-template-tag'
import { rowsThatFollow } from '#server/members'

/** What somebody applied for or renewed follows when they are merged into another member, and so do their links and wishes. */
export const mergeRequests = [
  rowsThatFollow({
    name: 'requests',
    label: 'Applications and renewals',
    table: sql`request_session`,
    id: sql`r.session_id`,
  }),
  rowsThatFollow({
    name: 'renewal links',
    label: 'Renewal links',
    table: sql`renewal_link`,
    id: sql`encode(r.secret_hash, 'hex')`,
  }),
  // One that the survivor got, too, stays where it is: it was sent to both.
  rowsThatFollow({
    name: 'renewal reminders',
    label: 'Renewal reminders',
    table: sql`renewal_reminder`,
    id: sql`r.id::text`,
    follows: ({ survivorId }) => sql`
      not exists (select from renewal_reminder own where own.business_id = r.business_id
        and own.member_id = ${survivorId} and own.form_id = r.form_id and own.date_financial = r.date_financial
        and own.days = r.days and own.channel = r.channel)`,
  }),
  rowsThatFollow({
    name: 'renewal opt-outs',
    label: 'Wish for no reminders',
    table: sql`renewal_opt_out`,
    id: sql`r.at::text`,
    follows: ({ survivorId }) => sql`
      not exists (select from renewal_opt_out own
        where own.business_id = r.business_id and own.member_id = ${survivorId})`,
  }),
]
