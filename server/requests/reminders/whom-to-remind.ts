import sql, { type Sql } from 'sql-template-tag'
import type { Form } from '#server/requests/forms'
import { usualContact } from '#server/requests/sessions'

/** A day that the server was down for is made up for: so many days count, with the day itself. */
export const daysToCatchUp = 3

/** Where a reminder that goes by a channel reaches the member `m`. */
export const reachedAt = (channel: Sql) =>
  sql`case ${channel} when 'email' then ${usualContact('EmailAddress')} else ${usualContact('MobileNumber')} end`

/**
 * The condition under which a form reminds the member `m` so many days from their financial date, by that channel: they
 * have a membership that it renews, haven't asked for no more, and haven't been sent this one.
 */
export function isToBeReminded(form: Form, days: Sql, channel: Sql): Sql {
  return sql`m.deleted_at is null
    and m.membership_type = any(${form.MembershipTypes.map(({ Key }) => Key)})
    and not exists (select from renewal_opt_out o
      where o.business_id = m.business_id and o.member_id = m.member_id)
    and not exists (select from renewal_reminder r
      where r.business_id = m.business_id and r.member_id = m.member_id and r.form_id = ${form.FormId}
        and r.date_financial = m.date_financial and r.days = ${days} and r.channel = ${channel})`
}
