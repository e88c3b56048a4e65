import { z } from 'zod'
import { useBusiness } from '#console/business.ts'
import { useFilters } from '#console/filters.ts'
import { useRead } from '#console/queries.ts'
import { messages } from '#contract/messages.ts'
import { reportsApi, type RenewalApplication } from '#contract/reports/reports.ts'
import { requestFormsApi } from '#contract/requests/request-forms.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import type { Column } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { Hinted } from '#ui/feedback/hint.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { RowsSelect } from '#ui/table/filter-bar.tsx'
import { formatCount, formatLongDate } from '#ui/text/format.ts'
import { Money } from '#ui/text/money.tsx'
import { FormFilter } from './form-filter.tsx'
import { SpanFields } from '#parts/span/span-fields.tsx'
import { ReportPage } from './report-page.tsx'
import { choice, reportDaysOf, daysSearch, rowsSearch } from './report-search.ts'
import { Total, useTotals } from '#parts/shown/totals.tsx'

const Search = z.object({ form: choice, ...daysSearch, ...rowsSearch })

const form: Column<RenewalApplication> = {
  header: 'Renewal Form',
  cell: (row) => row.MembershipRenewalFormConfigurationName,
  phone: 'hidden',
}

const columnsOf = (hasForms: boolean): Column<RenewalApplication>[] => [
  { header: 'Session Id', cell: (row) => row.SessionId, phone: 'hidden' },
  {
    header: 'Request Submitted Date Time',
    cell: (row) => <DateText value={row.RequestSubmittedDateTime} withTime />,
  },
  ...(hasForms ? [form] : []),
  { header: 'First Name', cell: (row) => row.FirstName, phone: 'hidden' },
  { header: 'Last Name', cell: (row) => row.LastName, phone: 'title', before: (row) => row.FirstName },
  { header: 'Birth Date', cell: (row) => row.BirthDate && formatLongDate(row.BirthDate), phone: 'hidden' },
  { header: 'Mobile Number', cell: (row) => row.MobileNumber, phone: 'hidden' },
  { header: 'Email Address', cell: (row) => row.EmailAddress, phone: 'hidden' },
  { header: 'Status', cell: (row) => <Status of={row} /> },
  { header: 'Fee Description', cell: (row) => row.RenewalFeeFullFeeDescription, phone: 'hidden' },
  { header: 'Selected Fee Item', cell: (row) => row.SelectedRenewalFeeItemDescriptions, phone: 'hidden' },
  {
    header: 'Total Amount',
    cell: (row) => <Money value={row.TotalAmountPaid} />,
    align: 'right',
    phone: 'hidden',
  },
  {
    header: 'Tax Amount',
    cell: (row) => <Money value={row.TotalTaxAmount} />,
    align: 'right',
    phone: 'hidden',
  },
  {
    header: 'Total inc. Tax',
    cell: (row) => <Money value={row.TotalAmountPaidIncludingTax} />,
    align: 'right',
  },
  { header: 'Payment Date', cell: (row) => <DateText value={row.PaymentDate} />, phone: 'hidden' },
  { header: 'Payment ID', cell: (row) => row.PaymentProviderPaymentId, phone: 'hidden' },
  {
    header: 'Outcome',
    cell: ({ Outcome }) =>
      Outcome === 'Rejected' ? <StatusBadge color="red">{Outcome}</StatusBadge> : Outcome,
  },
]

function Status({ of: { NextStep, ErrorMessage } }: { of: RenewalApplication }) {
  if (!ErrorMessage) return NextStep
  return <Hinted says={ErrorMessage}>{NextStep}</Hinted>
}

function Totals({ of }: { of: z.output<typeof reportsApi.sumRenewalApplications.output> }) {
  return (
    <>
      <Total of="Renewals">{formatCount(of.Count)}</Total>
      <Total of="Paid">{formatCount(of.PaidCount)}</Total>
      <Total of="Tax">
        <Money value={of.TotalTaxAmount} />
      </Total>
      <Total of="Total inc. tax">
        <Money value={of.TotalAmountPaidIncludingTax} />
      </Total>
    </>
  )
}

/** The renewals of memberships, with what was paid for each. */
export function Page() {
  const { BusinessId: businessId, TimeZone: zone } = useBusiness()
  const params = { businessId }
  const filters = useFilters(Search)
  const { values, change } = filters
  const query = { ...reportDaysOf(values, zone), membershipRenewalFormConfigurationId: values.form }
  const forms = useRead(requestFormsApi.listRenewalForms, { params }).data?.Results ?? []
  const list = useCountedList(reportsApi.listRenewalApplications, {
    params,
    query: { ...query, limit: values.rows },
  })
  const totals = useTotals(reportsApi.sumRenewalApplications, { params, query }, (of) => <Totals of={of} />)
  return (
    <ReportPage
      name="membership-renewal-applications"
      filters={filters}
      fields={
        <>
          <FormFilter
            label="Renewal Form"
            forms={forms}
            value={values.form}
            onChange={(chosen) => change({ form: chosen })}
          />
          <SpanFields label="Request Submitted" values={values} change={change} />
          <RowsSelect value={values.rows} onChange={(rows) => change({ rows })} />
        </>
      }
      list={list}
      columns={columnsOf(forms.length > 1)}
      rowKey={(row) => row.SessionId}
      empty={messages.reports.noRenewals}
      totals={totals}
      file={{
        row: reportsApi.exportRenewalApplications,
        input: (format) => ({ params: { businessId, format }, query }),
      }}
    />
  )
}
