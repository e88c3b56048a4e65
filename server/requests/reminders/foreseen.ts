import sql, { empty, type Sql } from 'sql-template-tag'
import {
  type ForeseenDay,
  foreseenDays,
  type ForeseenReminder,
  type remindersApi,
} from '#contract/requests/reminders.ts'
import type { Who } from '#platform/access'
import { afterKey, type Call, pageOf, rowsToAsk } from '#platform/call'
import type { Queries } from '#platform/database'
import { businessToday } from '#platform/days'
import { notFound } from '#platform/refusals'
import { visibleTo } from '#server/members/search'
import { type Form, readForm } from '#server/requests/forms'
import { daysToCatchUp, isToBeReminded, reachedAt } from './whom-to-remind.ts'

/** Who is reminded of what on which day, as things stand: by the same rules as the job that sends them. */
export async function previewReminders(call: Call<typeof remindersApi.previewReminders>) {
  const { db, who, query } = call
  const form = await renewalForm(db, query.formId)
  const after = afterKey(call, 'text', 'text', 'integer', 'text')
  const rows = await db.rows<ForeseenReminder>(sql`
    select f.day::text as "Day", f.member_id as "MemberId", f.name as "MemberName", f.number as "MembershipNumber",
      f.date_financial as "DateFinancial", f.days as "Days", f.channel as "Channel", f.is_reached as "IsReached"
    from (${foreseen(who, db, form)}) f
    where true ${query.day ? sql`and f.day = ${query.day}` : empty}
      ${after ? sql`and (f.day, f.member_id, f.days, f.channel) > (${after[0]}::date, ${after[1]}, ${after[2]}, ${after[3]})` : empty}
    order by f.day, f.member_id, f.days, f.channel limit ${rowsToAsk(call)}`)
  return pageOf(call, rows, (row) => [row.Day, row.MemberId, row.Days, row.Channel])
}

/** How many on each day; days without any are left out. */
export async function countForeseenReminders({
  db,
  who,
  query,
}: Call<typeof remindersApi.countForeseenReminders>): Promise<{ Results: ForeseenDay[] }> {
  const form = await renewalForm(db, query.formId)
  const Results = await db.rows<ForeseenDay>(sql`
    select f.day::text as "Day", count(*) filter (where f.is_reached) as "Count",
      count(*) filter (where not f.is_reached) as "UnreachedCount"
    from (${foreseen(who, db, form)}) f group by f.day order by f.day`)
  return { Results }
}

async function renewalForm(db: Queries, formId: string): Promise<Form> {
  const form = await readForm(db, formId)
  if (form.Kind !== 'Renewal') throw notFound('The form')
  return form
}

/** What a form will send within the days that are foreseen; what was missed is made up for today. A closed form sends nothing. */
function foreseen(who: Who, db: Queries, { IsOpen, ...form }: Form): Sql {
  const wishes = IsOpen ? form.Reminders : []
  return sql`
    select greatest(m.date_financial + w.days, ${businessToday}) as day, m.member_id,
      m.first_name || ' ' || m.last_name as name, m.membership_number as number, m.date_financial, w.days, w.channel,
      ${reachedAt(sql`w.channel`)} is not null as is_reached
    from unnest(${wishes.map(({ Days }) => Days)}::int[], ${wishes.map(({ Channel }) => Channel)}::text[]) as w (days, channel)
    join member m on m.business_id = ${db.businessId}
      and m.date_financial between ${businessToday} - w.days - ${daysToCatchUp - 1}::int
        and ${businessToday} - w.days + ${foreseenDays - 1}::int
      and ${isToBeReminded({ IsOpen, ...form }, sql`w.days`, sql`w.channel`)} ${visibleTo(who)}`
}
