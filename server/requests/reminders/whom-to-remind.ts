import sql, { join, type Sql } from 'sql-template-tag'
import { barredStatuses, rulesOf } from '#contract/requests/type-rules.ts'
import type { Form } from '#server/requests/forms'
import { usualContact } from '#server/requests/sessions'

/** A day that the server was down for is made up for: so many days count, with the day itself. */
export const daysToCatchUp = 3

/** Where a reminder that goes by a channel reaches the member `m`. */
export const reachedAt = (channel: Sql) =>
  sql`case ${channel} when 'email' then ${usualContact('EmailAddress')} else ${usualContact('MobileNumber')} end`

/**
 * The condition under which a form reminds the member `m` so many days from their financial date, by that channel: it may
 * remind them at all, and hasn't sent them this one.
 */
export function isToBeReminded(form: Form, days: Sql, channel: Sql): Sql {
  return sql`${isReminded(form)}
    and not exists (select from renewal_reminder r
      where r.business_id = m.business_id and r.member_id = m.member_id and r.form_id = ${form.FormId}
        and r.date_financial = m.date_financial and r.days = ${days} and r.channel = ${channel})`
}

/**
 * The condition under which a form reminds the member `m`: they have a membership that it renews and that runs out, with
 * a status that it can be renewed with, haven't asked for no more, and have no renewal of theirs with the business.
 */
export function isReminded(form: Form): Sql {
  return sql`m.deleted_at is null and ${isRenewedBy(form)}
    and not exists (select from option_list_item t
      where t.business_id = m.business_id and t.list = 'MembershipType' and t.key = m.membership_type and t.never_lapses)
    and not exists (select from renewal_opt_out o
      where o.business_id = m.business_id and o.member_id = m.member_id)
    and not exists (select from request_session s
      where s.business_id = m.business_id and s.member_id = m.member_id and s.kind = 'Renewal'
        and s.next_step in ('User Completed', 'Error') and s.finalised_at is null and s.deleted_at is null
        -- Not one of years ago that nobody decided on.
        and s.requested_at > m.date_financial - interval '1 year'
        and (s.proven_at is not null or exists (select from request_payment p
          where p.business_id = s.business_id and p.session_id = s.session_id and p.state = 'Paid')))`
}

/** The same rules as those by which a renewal is refused: nobody is asked for what they could not do, least of all the dead. */
function isRenewedBy(form: Form): Sql {
  const types = form.MembershipTypes.map((type) => {
    const rules = rulesOf(form, type)
    const { Statuses } = rules
    const isListed = Statuses === null ? sql`true` : sql`(m.status is null or m.status = any(${Statuses}))`
    return sql`m.membership_type = ${type.Key} and ${isListed} and not exists (
      select from (values (m.status), ((select i.value from option_list_item i
        where i.business_id = m.business_id and i.list = 'Status' and i.key = m.status))) as status (name)
      where name ~* ${barredStatuses(rules)})`
  })
  return types.length === 0 ? sql`false` : sql`(${join(types, ' or ')})`
}
