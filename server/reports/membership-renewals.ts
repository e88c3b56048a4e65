import sql from 'sql-template-tag'
import type { RenewalApplication, reportsApi } from '#contract/reports/reports.ts'
import type { Who } from '#platform/access'
import type { Call } from '#platform/call'
import type { Queries } from '#platform/database'
import { firstPayment } from '#server/requests/decisions'
import { fileName } from './file-name.ts'
import { column, fileOfReport, pageOfReport, type Report } from './report.ts'
import { formName, patronColumns, requestsToAdd, requestsIn } from './requests.ts'

type Filters = Call<typeof reportsApi.sumRenewalApplications>['query']

const { SessionId, Submitted, FirstName, LastName, BirthDate, MobileNumber, EmailAddress } = patronColumns
// What is paid has its tax in it; what was given back is no longer paid.
const columns = [
  SessionId,
  Submitted,
  column('MembershipRenewalFormConfigurationName', 'Renewal Form', 'text', sql`f.display_name`),
  FirstName,
  LastName,
  BirthDate,
  MobileNumber,
  EmailAddress,
  column('NextStep', 'Status', 'text', sql`s.next_step`),
  column('RenewalFeeFullFeeDescription', 'Fee Description', 'text', sql`s.fee_description`),
  column(
    'SelectedRenewalFeeItemDescriptions',
    'Selected Fee Item',
    'text',
    sql`nullif(array_to_string(s.fee_items, ', '), '')`,
  ),
  column('TotalAmountPaid', 'Total Amount', 'money', sql`(s.paid_cents - s.paid_tax_cents)`),
  column('TotalTaxAmount', 'Tax Amount', 'money', sql`s.paid_tax_cents`),
  column('TotalAmountPaidIncludingTax', 'Total inc. Tax', 'money', sql`s.paid_cents`),
  column('PaymentDate', 'Payment Date', 'instant', sql`p.paid_at`),
  column('PaymentProviderPaymentId', 'Payment ID', 'text', sql`p.provider_payment_id`),
  column(
    'Outcome',
    'Outcome',
    'text',
    sql`case s.is_accepted when true then 'Accepted' when false then 'Rejected' end`,
  ),
]

function renewalsIn(db: Queries, who: Who, filters: Filters) {
  const { membershipRenewalFormConfigurationId: formId } = filters
  return requestsIn(db, who, 'Renewal', { ...filters, formId }, firstPayment)
}

function reportOf(db: Queries, who: Who, filters: Filters): Report {
  return {
    columns,
    from: renewalsIn(db, who, filters),
    order: [sql`s.requested_at`, sql`s.session_id`],
  }
}

/** The renewals, as the list of requests has them, with what was paid for each. */
export function listRenewalApplications(call: Call<typeof reportsApi.listRenewalApplications>) {
  const report = reportOf(call.db, call.who, call.query)
  return pageOfReport<RenewalApplication>(
    call,
    report,
    sql`, s.member_id as "MemberId", s.message as "ErrorMessage"`,
  )
}

type Totals = {
  Count: number
  PaidCount: number
  TotalTaxAmount: number
  TotalAmountPaidIncludingTax: number
}

/** How many there are, how many were paid for, and how much. */
export async function sumRenewalApplications({
  db,
  who,
  query,
}: Call<typeof reportsApi.sumRenewalApplications>): Promise<Totals> {
  const { membershipRenewalFormConfigurationId: formId } = query
  const sessions = await requestsToAdd(db, who, 'Renewal', { ...query, formId })
  return db.one<Totals>(sql`
    select count(*) as "Count", count(*) filter (where s.paid_cents > 0) as "PaidCount",
      (coalesce(sum(s.paid_tax_cents), 0) * 0.01)::float8 as "TotalTaxAmount",
      (coalesce(sum(s.paid_cents), 0) * 0.01)::float8 as "TotalAmountPaidIncludingTax" ${sessions}`)
}

/** The same as a file. */
export async function exportRenewalApplications(call: Call<typeof reportsApi.exportRenewalApplications>) {
  const { db, who, query } = call
  const form = await formName(db, query.membershipRenewalFormConfigurationId)
  const name = await fileName(db, 'membership-renewal-applications', query, form)
  return fileOfReport(call, name, reportOf(db, who, query))
}
