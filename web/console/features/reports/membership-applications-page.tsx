import { z } from 'zod'
import { useBusiness } from '#console/business.ts'
import { useFilters } from '#console/filters.ts'
import { useRead } from '#console/queries.ts'
import { messages } from '#contract/messages.ts'
import { reportsApi, type MembershipApplication } from '#contract/reports/reports.ts'
import { requestFormsApi, type FormSummary } from '#contract/requests/request-forms.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import type { Column } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { RowsSelect, SelectFilter, type Filters } from '#ui/table/filter-bar.tsx'
import { formatLongDate } from '#ui/text/format.ts'
import { FormFilter } from './form-filter.tsx'
import { SpanFields } from '#parts/span/span-fields.tsx'
import { ReportPage } from './report-page.tsx'
import { choice, reportDaysOf, daysSearch, rowsSearch } from './report-search.ts'

const text = messages.reports
const Search = z.object({
  form: choice,
  finalised: z.enum(['true', 'false']).optional().catch(undefined),
  ...daysSearch,
  ...rowsSearch,
})

const columns: Column<MembershipApplication>[] = [
  { header: 'Session Id', cell: (row) => row.SessionId, phone: 'hidden' },
  {
    header: 'Request Submitted Date Time',
    cell: (row) => <DateText value={row.RequestSubmittedDateTime} withTime />,
  },
  { header: 'Application Form', cell: (row) => row.RegistrationFormConfigurationName, phone: 'hidden' },
  { header: 'Membership Number', cell: (row) => row.MembershipNumber, phone: 'hidden' },
  { header: 'First Name', cell: (row) => row.FirstName, phone: 'hidden' },
  { header: 'Last Name', cell: (row) => row.LastName, phone: 'title', before: (row) => row.FirstName },
  { header: 'Birth Date', cell: (row) => row.BirthDate && formatLongDate(row.BirthDate), phone: 'hidden' },
  { header: 'Mobile Number', cell: (row) => row.MobileNumber, phone: 'hidden' },
  { header: 'Email Address', cell: (row) => row.EmailAddress, phone: 'hidden' },
  { header: 'Submission Accepted', cell: (row) => accepted(row.SubmissionAccepted) },
  { header: 'Finalised Date', cell: (row) => <DateText value={row.FinalisedDate} />, phone: 'hidden' },
  { header: 'Finalised By User', cell: (row) => row.FinalisedByUser, phone: 'hidden' },
]

function accepted(isAccepted: boolean | null): string | null {
  return isAccepted === null ? null : isAccepted ? 'Yes' : 'No'
}

type FieldsProps = {
  filters: Filters<z.output<typeof Search>>
  forms: readonly z.output<typeof FormSummary>[]
}

function Fields({ filters: { values, change }, forms }: FieldsProps) {
  return (
    <>
      <FormFilter
        label="Application Form"
        forms={forms}
        value={values.form}
        onChange={(form) => change({ form })}
      />
      <SpanFields label="Request Submitted" values={values} change={change} />
      <SelectFilter
        label="Is Finalised"
        anyLabel="All"
        value={values.finalised}
        options={[
          { value: 'true', label: 'Finalised' },
          { value: 'false', label: 'Not Finalised' },
        ]}
        onChange={(finalised) => change({ finalised })}
      />
      <RowsSelect value={values.rows} onChange={(rows) => change({ rows })} />
    </>
  )
}

/** The applications for membership. */
export function Page() {
  const { BusinessId: businessId, TimeZone: zone } = useBusiness()
  const params = { businessId }
  const filters = useFilters(Search)
  const { values } = filters
  const query = {
    ...reportDaysOf(values, zone),
    registrationFormConfigurationId: values.form,
    isFinalised: values.finalised,
  }
  const forms = useRead(requestFormsApi.listRegistrationForms, { params }).data?.Results ?? []
  const list = useCountedList(reportsApi.listMembershipApplications, {
    params,
    query: { ...query, limit: values.rows },
  })
  return (
    <ReportPage
      name="membership-applications"
      filters={filters}
      fields={<Fields filters={filters} forms={forms} />}
      list={list}
      columns={columns}
      rowKey={(row) => row.SessionId}
      empty={text.noApplications}
      file={{
        row: reportsApi.exportMembershipApplications,
        input: (format) => ({ params: { businessId, format }, query }),
        success: text.downloaded,
      }}
    />
  )
}
