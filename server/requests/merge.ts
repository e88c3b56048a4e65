import sql from 'sql-template-tag'
import { type MergeStep, rowsThatFollow } from '#server/members/merge'

/** Links were sent to the contacts of a record that is gone: they end, also those that a former version moved along. */
const endedLinks: MergeStep = {
  name: 'renewal links',
  label: 'Renewal links',
  count: async () => 0,
  move: async ({ db }, { otherId }) => {
    await db.run(
      sql`delete from renewal_link where business_id = ${db.businessId} and member_id = ${otherId}`,
    )
    return []
  },
  undo: async ({ db }, _, moved) => {
    await db.run(sql`
      delete from renewal_link where business_id = ${db.businessId} and encode(secret_hash, 'hex') = any(${moved})`)
  },
}

/** What somebody applied for or renewed follows when they are merged into another member, and so do their wishes. */
export const mergeRequests = [
  // Without what was proven, to which a trigger sees.
  rowsThatFollow({
    name: 'requests',
    label: 'Applications and renewals',
    table: sql`request_session`,
    id: sql`r.session_id`,
  }),
  endedLinks,
  // Without the link, to which a trigger sees.
  rowsThatFollow({
    name: 'sponsorships',
    label: 'Proposed and seconded',
    table: sql`request_sponsor`,
    id: sql`r.session_id || ' ' || r.role`,
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
