import sql from 'sql-template-tag'
import { addDays } from '#contract/events/event-times.ts'
import { type MemberOutlook, type outlookApi } from '#contract/requests/outlook.ts'
import type { Call } from '#platform/call'
import { businessDay } from '#platform/days'
import { readMember } from '#server/members/record'
import { openForms } from '#server/requests/forms'
import { isReminded } from '#server/requests/reminders'

/** How a member stands, and what will happen when. */
export async function getMemberOutlook({
  db,
  who,
  params,
}: Call<typeof outlookApi.getMemberOutlook>): Promise<MemberOutlook> {
  const { id, Standing, DateFinancial, MembershipType } = await readMember(db, who, params.memberId)
  const type = await db.maybe<{ GraceDays: number; NeverLapses: boolean }>(sql`
    select grace_days as "GraceDays", never_lapses as "NeverLapses" from option_list_item
    where business_id = ${db.businessId} and list = 'MembershipType' and key = ${MembershipType}`)
  const today = await businessDay(db)
  const dates: string[] = []
  for (const form of DateFinancial === null ? [] : await openForms(db, 'Renewal')) {
    const isOne = await db.maybe(sql`
      select from member m where m.business_id = ${db.businessId} and m.member_id = ${id} and ${isReminded(form)}`)
    if (isOne) dates.push(...form.Reminders.map(({ Days }) => addDays(DateFinancial!, Days)))
  }
  return {
    Standing,
    DateFinancial,
    ...(type ?? { GraceDays: 0, NeverLapses: false }),
    ReminderDates: [...new Set(dates)].filter((date) => date >= today).toSorted(),
  }
}
