import sql, { empty, type Sql } from 'sql-template-tag'
import { permissionDisplayName } from '#contract/access/permissions.ts'
import {
  financialReports,
  type ReportName,
  reportPermissions,
  reportTitles,
  type SavedReport,
  type savedReportsApi,
} from '#contract/reports/saved-reports.ts'
import { can, type Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Transaction } from '#platform/database'
import { requireQuota } from '#platform/limits'
import { conflict, forbidden, notFound, Refusal } from '#platform/refusals'

/** The user's own saved reports and those that others share, by name. */
export async function listSavedReports({ db, who }: Call<typeof savedReportsApi.listSavedReports>) {
  const Results = await db.rows<SavedReport>(sql`
    select ${reportColumns(who)} from saved_report
    where business_id = ${db.businessId} and ${shownTo(who)}
    order by plain(name), owner_name, saved_report_id`)
  return { Results }
}

/** Saves the filters of a report under a name that its owner has no other for. */
export async function saveReport(call: Call<typeof savedReportsApi.saveReport>): Promise<SavedReport> {
  const { db, who, body } = call
  const { Name, Report, Search, IsShared, Schedule } = body
  requireReport(who, Report)
  await requireQuota(
    db,
    'savedReports',
    sql`select from saved_report where business_id = ${db.businessId} and owner_id = ${who.uid}`,
  )
  const saved = await db.maybe<SavedReport>(sql`
    insert into saved_report (business_id, owner_id, owner_name, owner_email, name, report, search, is_shared, schedule,
      next_at)
    values (${db.businessId}, ${who.uid}, ${who.name}, ${who.email}, ${Name}, ${Report}, ${Search}, ${IsShared},
      ${Schedule}, ${nextAt(Schedule)})
    on conflict do nothing returning ${reportColumns(who)}`)
  if (!saved) throw nameTaken()
  call.audit({ record: reportRecord(saved), after: reportInWords(saved) })
  return saved
}

/** Changes the name of one's own report, whether it is shared, and when it is sent. */
export async function updateSavedReport(
  call: Call<typeof savedReportsApi.updateSavedReport>,
): Promise<SavedReport> {
  const { db, who, params, body } = call
  const before = await lockSaved(db, who, params.savedReportId)
  if (!before.IsMine) throw forbidden('Only who saved a report can change it.')
  const { Name, IsShared, Schedule } = body
  // Another schedule begins anew. One that stays keeps its turn, though it be due this very minute.
  const times =
    Schedule === before.Schedule ? empty : sql`, next_at = ${nextAt(Schedule)}, last_sent_at = null`
  const after = await orNameTaken(
    db.one<SavedReport>(sql`
      update saved_report set name = ${Name}, is_shared = ${IsShared}, schedule = ${Schedule} ${times}
      where business_id = ${db.businessId} and saved_report_id = ${before.SavedReportId}
      returning ${reportColumns(who)}`),
  )
  call.audit({ record: reportRecord(after), before: reportInWords(before), after: reportInWords(after) })
  return after
}

/** Deletes a saved report: people their own, administrators also one that is shared. */
export async function deleteSavedReport(
  call: Call<typeof savedReportsApi.deleteSavedReport>,
): Promise<undefined> {
  const { db, who, params } = call
  const saved = await lockSaved(db, who, params.savedReportId)
  if (!saved.CanDelete) throw forbidden('Only who saved a report, or who manages users, can delete it.')
  await db.run(sql`
    delete from saved_report where business_id = ${db.businessId} and saved_report_id = ${saved.SavedReportId}`)
  call.audit({ record: reportRecord(saved), before: reportInWords(saved) })
}

/** Everybody may save reports, but those alone that they may open. */
function requireReport(who: Who, report: ReportName): void {
  const permission = reportPermissions[report]
  if (!can(who, permission))
    throw new Refusal(
      403,
      'report_not_allowed',
      `Your role does not allow this report: it needs the permission '${permissionDisplayName(permission)}'.`,
    )
}

/** One's own, and shared ones; of money nobody hears who may not see it. */
function shownTo(who: Who): Sql {
  const hidden = can(who, 'Reporting.Financial') ? [] : financialReports
  return sql`(owner_id = ${who.uid} or (is_shared and report <> all(${hidden})))`
}

async function lockSaved(tx: Transaction, who: Who, id: string): Promise<SavedReport> {
  const saved = await tx.maybe<SavedReport>(sql`
    select ${reportColumns(who)} from saved_report
    where business_id = ${tx.businessId} and saved_report_id = ${id} and ${shownTo(who)}
    for update`)
  if (!saved) throw notFound('The saved report')
  return saved
}

function nextAt(schedule: SavedReport['Schedule']): Sql {
  return schedule === 'Never' ? sql`null` : sql`next_report_at(${schedule}, now())`
}

/** What the database says of a name that another has, also to the second of two who take it at the same moment. */
async function orNameTaken<Result>(writing: Promise<Result>): Promise<Result> {
  try {
    return await writing
  } catch (error) {
    throw (error as { constraint?: unknown }).constraint === 'saved_report_of_owner' ? nameTaken() : error
  }
}

function nameTaken() {
  const sentence = 'You have a saved report of this name already.'
  return conflict('report_name_taken', sentence, { Name: sentence })
}

const reportColumns = (who: Who): Sql => sql`
  saved_report_id as "SavedReportId", name as "Name", report as "Report", search as "Search", is_shared as "IsShared",
  schedule as "Schedule", next_at as "NextAt", owner_name as "OwnerName", owner_id = ${who.uid} as "IsMine",
  (owner_id = ${who.uid} or ${can(who, 'User.Management')}::boolean) as "CanDelete"`

function reportRecord({ SavedReportId, Name }: SavedReport) {
  return { kind: 'Saved report', id: SavedReportId, name: Name }
}

function reportInWords({ Name, Report, Search, IsShared, Schedule }: SavedReport) {
  return { Name, Report: reportTitles[Report], Filters: Search, Shared: IsShared, 'Sent by e-mail': Schedule }
}
