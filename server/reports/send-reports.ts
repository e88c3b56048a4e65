import sql from 'sql-template-tag'
import { pageHref } from '#contract/console-paths.ts'
import { addDays } from '#contract/events/event-times.ts'
import {
  type ReportName,
  reportPermissions,
  reportTitles,
  type Schedule,
} from '#contract/reports/saved-reports.ts'
import { can } from '#platform/access'
import { ringBell } from '#platform/bell'
import { oneByOne } from '#platform/concurrency'
import { type Database, eachBusiness, type Queries } from '#platform/database'
import { userPlaceOf } from '#server/access'
import { accountStates } from '#server/identity/accounts'
import { queueEmail } from '#server/messaging'

type Due = {
  id: string
  name: string
  report: ReportName
  search: string
  schedule: Exclude<Schedule, 'Never'>
  ownerId: string
  businessName: string
  /** The day in the business, and that on which it was sent last by this schedule, or would have been. */
  today: string
  lastDay: string
}

/** Sends everybody the links to the reports they want today. Who opens one has to be signed in, as for any page. */
export async function sendDueReports(database: Database, publicUrl: () => string): Promise<void> {
  await eachBusiness(database, async (businessId) => {
    const due = await dueIn(database.forTenant(businessId))
    await oneByOne(due, (each) => send(database, businessId, each, publicUrl()))
  })
}

function dueIn(db: Queries): Promise<Due[]> {
  return db.rows<Due>(sql`
    select r.saved_report_id as id, r.name, r.report, r.search, r.schedule, r.owner_id as "ownerId",
      b.display_name as "businessName", business_day() as today,
      business_day(coalesce(r.last_sent_at, ${turnBefore})) as "lastDay"
    from saved_report r join business b on b.business_id = r.business_id
    where r.business_id = ${db.businessId} and r.next_at <= now()
    order by r.next_at`)
}

// One that was never sent has the days of its first turn: also when that was missed. By the clocks of the business, where months begin.
const turnBefore = sql`((r.next_at at time zone business_zone()
  - case r.schedule when 'Daily' then interval '1 day' when 'Weekly' then interval '7 days' else interval '1 month' end)
  at time zone business_zone())`

/** Sends one that is due, in the transaction that says when it is due again, unless another process has just done so. */
async function send(database: Database, businessId: string, due: Due, publicUrl: string): Promise<void> {
  const email = await addressOf(database, businessId, due)
  await database.transaction(businessId, async (tx) => {
    const isStillDue = await tx.run(sql`
      update saved_report r set next_at = next_report_at(schedule, now()),
        last_sent_at = case when ${email !== null}::boolean then now() else coalesce(last_sent_at, ${turnBefore}) end
      where business_id = ${businessId} and saved_report_id = ${due.id} and next_at <= now()`)
    if (!isStillDue || email === null) return
    const link = linkTo(businessId, due, publicUrl)
    await queueEmail(tx, letterOf(due, email, link))
    await ringBell(tx, [due.ownerId], {
      kind: 'ReportReady',
      subject: due.id,
      values: { Name: due.name, Schedule: due.schedule, Report: due.report, Search: new URL(link).search },
    })
  })
}

/** Where the owner is reached now; null if they can't sign in any more, or may not open the report. */
async function addressOf(
  database: Database,
  businessId: string,
  { ownerId, report }: Due,
): Promise<string | null> {
  const place = await userPlaceOf(database, ownerId)
  if (!place || (place.businessId ?? businessId) !== businessId) return null
  const account = (await accountStates(database.forTenant(businessId), [ownerId])).get(ownerId)
  return account && !account.isDisabled && can(place, reportPermissions[report]) ? place.email : null
}

/** The report with its filters, and of what has days those that have passed since the last time. */
function linkTo(businessId: string, due: Due, publicUrl: string): string {
  const { report, search, today } = due
  const url = new URL(publicUrl + pageHref(report, { businessId }))
  url.search = search
  // It closes the day or the month that has ended.
  if (report === 'finance-close-pack') url.searchParams.set('date', addDays(today, -1))
  if (url.searchParams.has('from') || url.searchParams.has('to')) {
    url.searchParams.set('from', firstDay(due))
    url.searchParams.set('to', addDays(today, -1))
  }
  return url.href
}

/** A day, a week or a month ago, or earlier: a turn that was missed leaves out no day. */
function firstDay({ schedule, today, lastDay }: Due): string {
  const usual = {
    Daily: addDays(today, -1),
    Weekly: addDays(today, -7),
    Monthly: `${addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)}-01`,
  }[schedule]
  return lastDay < usual ? lastDay : usual
}

function letterOf({ name, report, schedule, businessName }: Due, to: string, link: string) {
  return {
    kind: 'report',
    lane: 'bulk' as const,
    to,
    subject: `${businessName}: ${name}`,
    body: `Your ${schedule.toLowerCase()} report “${name}” (${reportTitles[report]}) is here:\n\n${link}\n\nYou are asked to sign in. To get it no more, change or delete it under Reports.\n`,
  }
}
