import sql from 'sql-template-tag'
import { addDays } from '#contract/events/event-times.ts'
import { type MemberOutlook, type outlookApi } from '#contract/requests/outlook.ts'
import type { Call } from '#platform/call'
import { businessDay } from '#platform/days'
import { readMember } from '#server/members/search'
import { openForms } from '#server/requests/forms'

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
  const optOut = await db.maybe(sql`
    select from renewal_opt_out where business_id = ${db.businessId} and member_id = ${id}`)
  const forms = DateFinancial === null || optOut ? [] : await openForms(db, 'Renewal')
  const today = await businessDay(db)
  const dates = forms
    .filter(({ MembershipTypes }) => MembershipTypes.some(({ Key }) => Key === MembershipType))
    .flatMap(({ Reminders }) => Reminders.map(({ Days }) => addDays(DateFinancial!, Days)))
    .filter((date) => date >= today)
  return {
    Standing,
    DateFinancial,
    ...(type ?? { GraceDays: 0, NeverLapses: false }),
    ReminderDates: [...new Set(dates)].toSorted(),
  }
}
