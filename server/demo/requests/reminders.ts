import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import { businessToday } from '#platform/days'

const yearly = 'harbourside-renewal'

/** A few reminders that went out, and a member who wants no more of them. */
export async function seedReminders(tx: Transaction): Promise<void> {
  await tx.run(sql`
    insert into renewal_reminder (business_id, form_id, member_id, date_financial, days, channel, recipient, at, opened_at)
    select m.business_id, ${yearly}, m.member_id, m.date_financial, -30, 'email', m.home_contact ->> 'EmailAddress',
      m.date_financial - interval '30 days',
      case when m.membership_number like '%5' then m.date_financial - interval '29 days' end
    from member m
    where m.business_id = ${tx.businessId} and m.date_financial between ${businessToday} and ${businessToday} + 25
    order by m.date_financial limit 14`)
  await tx.run(sql`
    insert into renewal_opt_out (business_id, member_id)
    select business_id, member_id from renewal_reminder where business_id = ${tx.businessId} order by id limit 1`)
}
