import sql from 'sql-template-tag'
import { addDays, zonedTime } from '#contract/event-times.ts'
import { type ReportName, reportPermissions, reportTitles, type Schedule } from '#contract/saved-reports.ts'
import { businessIds, type Database, type Transaction } from '#platform/database.ts'
import { can } from '#platform/who.ts'
import { placeOf } from '#server/access'
import { accountStates } from '#server/identity'
import { queueEmail } from '#server/messaging'

type Due = {
  id: string
  name: string
  report: ReportName
  search: string
  schedule: Exclude<Schedule, 'Never'>
  ownerId: string
  businessName: string
}

/** Sends everybody the links to the reports they want today. Who opens one has to be signed in, as for any page. */
export async function sendDueReports(database: Database, publicUrl: () => string): Promise<void> {
  for (const businessId of await businessIds(database))
    while (await database.transaction(businessId, (tx) => sendOne(tx, database, publicUrl())));
}

/** Sends one that is due, in the transaction that says when it is due again; false if there is none. */
async function sendOne(tx: Transaction, database: Database, publicUrl: string): Promise<boolean> {
  const due = await tx.maybe<Due>(sql`
    select r.saved_report_id as id, r.name, r.report, r.search, r.schedule, r.owner_id as "ownerId",
      b.display_name as "businessName"
    from saved_report r join business b on b.business_id = r.business_id
    where r.business_id = ${tx.businessId} and r.next_at <= now()
    order by r.next_at limit 1 for update of r skip locked`)
  if (!due) return false
  await tx.run(sql`
    update saved_report set next_at = next_report_at(schedule, now()), last_sent_at = now()
    where business_id = ${tx.businessId} and saved_report_id = ${due.id}`)
  const email = await addressOf(tx, database, due)
  if (email !== null) await queueEmail(tx, letterOf(due, email, linkTo(tx.businessId, due, publicUrl)))
  return true
}

/** Where the owner is reached now; null if they can't sign in any more, or may not open the report. */
async function addressOf(
  tx: Transaction,
  database: Database,
  { ownerId, report }: Due,
): Promise<string | null> {
  const place = await placeOf(database, ownerId)
  if (!place || (place.businessId ?? tx.businessId) !== tx.businessId) return null
  const account = (await accountStates(tx, [ownerId])).get(ownerId)
  return account && !account.isDisabled && can(place, reportPermissions[report]) ? place.email : null
}

const zone = 'Australia/Sydney'

/** The report with its filters, and of what has days those that have passed since the last time. */
function linkTo(businessId: string, { report, search, schedule }: Due, publicUrl: string): string {
  const url = new URL(`${publicUrl}/businesses/${encodeURIComponent(businessId)}/reports/${report}`)
  url.search = search
  const today = zonedTime(new Date(), zone).date
  // It closes the day or the month that has ended.
  if (report === 'finance-close-pack') url.searchParams.set('date', addDays(today, -1))
  if (url.searchParams.has('from') || url.searchParams.has('to')) {
    url.searchParams.set('from', firstDay(schedule, today))
    url.searchParams.set('to', addDays(today, -1))
  }
  return url.href
}

function firstDay(schedule: Due['schedule'], today: string): string {
  if (schedule !== 'Monthly') return addDays(today, schedule === 'Daily' ? -1 : -7)
  return `${addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)}-01`
}

function letterOf({ name, report, schedule, businessName }: Due, to: string, link: string) {
  return {
    kind: 'report',
    to,
    subject: `${businessName}: ${name}`,
    body: `Your ${schedule.toLowerCase()} report “${name}” (${reportTitles[report]}) is here:\n\n${link}\n\nYou are asked to sign in. To get it no more, change or delete it under Reports.\n`,
  }
}
