import sql, { empty, type Sql } from 'sql-template-tag'
import type { patronApi } from '#contract/requests/patron.ts'
import type { RenewalReminder, remindersApi } from '#contract/requests/reminders.ts'
import { type Call, afterKey, isToCount, pageOf, rowsToAsk, totalOfList } from '#platform/call'
import type { Queries, Transaction } from '#platform/database'
import { notFound } from '#platform/refusals'
import { findPage, type PagedList } from '#platform/search'
import { clubOf } from '#server/business'
import { fewMembersSeenBy } from '#server/members/few'
import { readsContacts, readMember, visibleTo } from '#server/members/record'
import { findForm } from '#server/requests/forms'
import { memberByLink } from '#server/requests/patron'

/** What came of a reminder `r`, of a member `m` with their wish `o`: they are financial for longer, or have said that they want no more. */
const outcome = sql`
  case when m.date_financial > r.date_financial then 'Renewed'
    when o.at >= r.at then 'Unsubscribed'
    when r.opened_at is not null then 'Opened'
    else 'Nothing yet' end`

/** The reminders that were sent, newest first, and what came of each. */
export async function listRenewalReminders(call: Call<typeof remindersApi.listRenewalReminders>) {
  const { db, who } = call
  if (isToCount(call)) return totalOfList(db, countable(call))
  const after = afterKey(call, 'integer')
  const members = await fewMembersSeenBy(db, who)
  const list = { ...reminders(call), ofFew: members && [remindersOf(db, members)] }
  const rows = await findPage<RenewalReminder>(db, list, {
    columns: columns(who),
    after: after ? sql`and r.id < ${after[0]}` : empty,
    order: sql`r.id desc`,
    limit: rowsToAsk(call),
  })
  return pageOf(call, rows, (row) => [row.ReminderId])
}

const columns = (who: Call['who']) => sql`
  r.id::text as "ReminderId", f.display_name as "FormName", r.member_id as "MemberId",
  m.first_name || ' ' || m.last_name as "MemberName", m.membership_number as "MembershipNumber",
  r.date_financial as "DateFinancial", r.days as "Days", r.channel as "Channel",
  ${readsContacts(who) ? sql`nullif(r.recipient, '')` : sql`null`} as "Recipient",
  r.at as "SentDate", o.at is not null as "HasOptedOut", ${outcome} as "Outcome", r.opened_at as "OpenedDate"`

/** The reminders `r` that are asked for. */
function reminders({ db, who, query }: Call<typeof remindersApi.listRenewalReminders>): PagedList {
  return {
    table: sql`renewal_reminder`,
    row: sql`r`,
    id: sql`id`,
    base: sql`r.business_id = ${db.businessId}`,
    joins: sql`
      join request_form f on f.business_id = r.business_id and f.form_id = r.form_id
      join member m on m.business_id = r.business_id and m.member_id = r.member_id
      left join renewal_opt_out o on o.business_id = r.business_id and o.member_id = r.member_id`,
    filter: sql`
      ${query.formId ? sql`and r.form_id = ${query.formId}` : empty}
      ${query.outcome ? sql`and ${outcome} = ${query.outcome}` : empty} ${visibleTo(who)}`,
  }
}

const remindersOf = ({ businessId }: Queries, members: readonly string[]) => sql`
  select x.id from renewal_reminder x where x.business_id = ${businessId} and x.member_id = any(${members}::text[])`

/** What came of a reminder, and whom one may see, is looked up at each. */
function countable({ db, who, query }: Call<typeof remindersApi.listRenewalReminders>): Sql | null {
  if (query.outcome || who.venues !== null) return null
  return sql`renewal_reminder r
    where r.business_id = ${db.businessId} ${query.formId ? sql`and r.form_id = ${query.formId}` : empty}`
}

/** Keeps whether a member wants reminders, on their word to the staff. */
export async function setReminderOptOut(
  call: Call<typeof remindersApi.setReminderOptOut>,
): Promise<undefined> {
  const { db, who, params, body } = call
  const member = await readMember(db, who, params.memberId)
  const changed = await (body.Value ? optOut(db, member.id) : optIn(db, member.id))
  if (changed === 0) return
  call.audit({
    record: { kind: 'Member', id: member.id, name: `${member.FirstName} ${member.LastName}` },
    before: { 'Renewal reminders': body.Value },
    after: { 'Renewal reminders': !body.Value },
  })
}

/** Keeps that a member wants no reminders; tells whether that is new. */
function optOut(tx: Transaction, memberId: string): Promise<number> {
  return tx.run(sql`
    insert into renewal_opt_out (business_id, member_id) values (${tx.businessId}, ${memberId})
    on conflict do nothing`)
}

function optIn(tx: Transaction, memberId: string): Promise<number> {
  return tx.run(
    sql`delete from renewal_opt_out where business_id = ${tx.businessId} and member_id = ${memberId}`,
  )
}

/** Keeps that the member whom a link was sent to wants no more reminders. */
export async function stopReminders(call: Call<typeof patronApi.stopReminders>) {
  const form = await findForm(call.db, call.params.form)
  return call.db.asTenant(form.businessId, async (tx) => {
    const link = await memberByLink(tx, form, call.body.Secret, { isProof: false })
    if (!link) throw notFound('The link')
    await optOut(tx, link.memberId)
    return clubOf(tx)
  })
}
