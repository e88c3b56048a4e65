import sql, { empty, type Sql } from 'sql-template-tag'
import { mostCounted } from '#contract/endpoint.ts'
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
import { visibleTo } from '#server/members/record'
import { type Form, readForm } from '#server/requests/forms'
import { daysToCatchUp, isToBeReminded, reachedAt } from './whom-to-remind.ts'

// So many reminders are judged in one statement, whoever they are for, and so many statements answer a call.
const slice = 1_000
const mostSlices = 20

/**
 * Who is reminded of what on which day, as things stand: by the same rules as the job that sends them. Where few of very many are
 * reminded a page may have fewer than it could, and goes on all the same.
 */
export async function previewReminders(call: Call<typeof remindersApi.previewReminders>) {
  const { db, query } = call
  const form = await renewalForm(db, query.formId)
  const rows: ForeseenReminder[] = []
  let mark: Mark | null = afterKey(call, 'text', 'text', 'integer', 'text')
  for (let slices = 0; slices < mostSlices; slices++) {
    const judged: Judged[] = await judgeAfter(call, form, mark)
    const found = judged.filter(({ isDue }) => isDue).map(({ isDue: _, ...row }) => row)
    rows.push(...found)
    mark = judged.length === slice ? keyOf(judged.at(-1)!) : null
    if (mark === null || rows.length >= rowsToAsk(call)) break
  }
  return pageOf(call, rows, keyOf, mark)
}

type Mark = readonly [day: string, memberId: string, days: string | number, channel: string]
type Judged = ForeseenReminder & { readonly isDue: boolean }

const keyOf = ({ Day, MemberId, Days, Channel }: ForeseenReminder) => [Day, MemberId, Days, Channel] as const

/** The next of all reminders that there could be in the order of the list, each with whether it will be sent as things stand. */
function judgeAfter(
  { db, who, query }: Call<typeof remindersApi.previewReminders>,
  form: Form,
  mark: Mark | null,
): Promise<Judged[]> {
  // The members of a date by its index, from the one that the last slice ended with.
  const from = mark
    ? sql`and m.member_id >= case when w.day = ${mark[0]}::date then ${mark[1]} else '' end`
    : empty
  return db.rows<Judged>(sql`
    select w.day::text as "Day", m.member_id as "MemberId", m.first_name || ' ' || m.last_name as "MemberName",
      m.membership_number as "MembershipNumber", m.date_financial as "DateFinancial", w.days as "Days", w.channel as "Channel",
      ${reachedAt(sql`w.channel`)} is not null as "IsReached", ${reaches(who, form)} as "isDue"
    from (
      select w.day, w.days, w.channel, m.member_id as id from ${foreseenDates(form)} w
      cross join lateral (
        select m.member_id from member m
        where m.business_id = ${db.businessId} and m.deleted_at is null and m.date_financial = w.date ${from}
        order by m.member_id limit ${slice + form.Reminders.length}) m
      where true ${query.day ? sql`and w.day = ${query.day}` : empty}
        ${
          mark
            ? sql`and w.day >= ${mark[0]}::date
          and (w.day, m.member_id, w.days, w.channel) > (${mark[0]}::date, ${mark[1]}, ${mark[2]}, ${mark[3]})`
            : empty
        }
      order by w.day, m.member_id, w.days, w.channel limit ${slice}
    ) w
    join member m on m.business_id = ${db.businessId} and m.member_id = w.id
    order by w.day, m.member_id, w.days, w.channel`)
}

/** How many on each day, where there are any; of each date so many members are judged, and no further. */
export async function countForeseenReminders({
  db,
  who,
  query,
}: Call<typeof remindersApi.countForeseenReminders>): Promise<{ Results: ForeseenDay[] }> {
  const form = await renewalForm(db, query.formId)
  const days = await db.rows<ForeseenDay & { isMore: boolean }>(sql`
    select w.day::text as "Day", sum(c.reached)::integer as "Count", sum(c.unreached)::integer as "UnreachedCount",
      bool_or(c.looked_at > ${mostCounted}) as "isMore"
    from ${foreseenDates(form)} w
    cross join lateral (
      select count(*) as looked_at, count(*) filter (where is_due and is_reached) as reached,
        count(*) filter (where is_due and not is_reached) as unreached
      from (
        select ${reaches(who, form)} as is_due, ${reachedAt(sql`w.channel`)} is not null as is_reached
        from (
          select m.* from member m
          where m.business_id = ${db.businessId} and m.deleted_at is null and m.date_financial = w.date
          order by m.member_id limit ${mostCounted + 1}) m
      ) judged
    ) c
    group by w.day order by w.day`)
  const Results = days
    .filter(({ Count, UnreachedCount, isMore }) => isMore || Count + UnreachedCount > 0)
    .map(({ isMore, ...day }) => ({ ...day, ...(isMore && { IsMore: true }) }))
  return { Results }
}

async function renewalForm(db: Queries, formId: string): Promise<Form> {
  const form = await readForm(db, formId)
  if (form.Kind !== 'Renewal') throw notFound('The form')
  return form
}

/**
 * The days that are foreseen, with the financial dates that each reminder of a form is about on them; what was missed is made
 * up for today. A closed form sends nothing.
 */
function foreseenDates({ IsOpen, Reminders }: Form): Sql {
  const wishes = IsOpen ? Reminders : []
  return sql`(
    select ${businessToday} + greatest(ahead, 0) as day, ${businessToday} - wish.days + ahead as date, wish.days, wish.channel
    from unnest(${wishes.map(({ Days }) => Days)}::int[], ${wishes.map(({ Channel }) => Channel)}::text[]) as wish (days, channel)
    cross join generate_series(${1 - daysToCatchUp}::int, ${foreseenDays - 1}::int) ahead)`
}

/** Whether the member `m` gets the reminder `w`, and the user may see them. */
function reaches(who: Who, form: Form): Sql {
  return sql`(${isToBeReminded(form, sql`w.days`, sql`w.channel`)} ${visibleTo(who)})`
}
