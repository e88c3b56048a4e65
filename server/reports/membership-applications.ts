import sql, { empty } from 'sql-template-tag'
import type { MembershipApplication, reportsApi } from '#contract/reports/reports.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { fileName } from './file-name.ts'
import { column, fileOfReport, pageOfReport, type Report } from './report.ts'
import { formName, patronColumns, requestsIn } from './requests.ts'

type Filters = Pick<
  Call<typeof reportsApi.listMembershipApplications>['query'],
  'startDate' | 'endDate' | 'registrationFormConfigurationId' | 'isFinalised'
>

const { SessionId, Submitted, FirstName, LastName, BirthDate, MobileNumber, EmailAddress } = patronColumns
const columns = [
  SessionId,
  Submitted,
  column('RegistrationFormConfigurationName', 'Application Form', 'text', sql`f.display_name`),
  column('MembershipNumber', 'Membership Number', 'text', sql`m.membership_number`),
  FirstName,
  LastName,
  BirthDate,
  MobileNumber,
  EmailAddress,
  column('SubmissionAccepted', 'Submission Accepted', 'yes-no', sql`s.is_accepted`),
  column('FinalisedDate', 'Finalised Date', 'instant', sql`s.finalised_at`),
  column('FinalisedByUser', 'Finalised By User', 'text', sql`s.finalised_by`),
]

function reportOf(db: Queries, who: Who, filters: Filters): Report {
  const { isFinalised, registrationFormConfigurationId: formId } = filters
  const finalised = isFinalised === undefined ? empty : sql`and (s.finalised_at is not null) = ${isFinalised}`
  return {
    columns,
    from: sql`${requestsIn(db, who, 'Registration', { ...filters, formId })} ${finalised}`,
    order: [sql`s.requested_at`, sql`s.session_id`],
  }
}

/** The applications for membership, as the list of requests has them. */
export function listMembershipApplications(call: Call<typeof reportsApi.listMembershipApplications>) {
  const report = reportOf(call.db, call.who, call.query)
  return pageOfReport<MembershipApplication>(call, report, sql`, s.member_id as "MemberId"`)
}

/** The same as a file. */
export async function exportMembershipApplications(
  call: Call<typeof reportsApi.exportMembershipApplications>,
) {
  const { db, who, query } = call
  const form = await formName(db, query.registrationFormConfigurationId)
  const name = await fileName(db, 'membership-applications', query, form)
  return fileOfReport(call, name, reportOf(db, who, query))
}
