import { z } from 'zod'
import { useBusiness } from '#console/business.ts'
import { useCanOpen } from '#console/can-open.ts'
import { useFilters } from '#console/filters.ts'
import { pageHref } from '#contract/console-paths.ts'
import { messages } from '#contract/messages.ts'
import { reportsApi, type PassByMember } from '#contract/reports/reports.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import type { Column } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { RowsSelect } from '#ui/table/filter-bar.tsx'
import { ReportPage } from './report-page.tsx'
import { rowsSearch } from './report-search.ts'

const text = messages.reports
const Search = z.object(rowsSearch)

const columns: Column<PassByMember>[] = [
  { header: 'Membership Number', cell: (row) => row.MembershipNumber },
  { header: 'First Name', cell: (row) => row.FirstName, phone: 'hidden' },
  { header: 'Last Name', cell: (row) => row.LastName, phone: 'title', before: (row) => row.FirstName },
  { header: 'Birth Date', cell: (row) => <DateText value={row.BirthDate} />, phone: 'hidden' },
  { header: 'Membership Type', cell: (row) => row.MembershipType, phone: 'hidden' },
  { header: 'Member Level', cell: (row) => row.MemberLevel, phone: 'hidden' },
  { header: 'Email Address', cell: (row) => row.EmailAddress },
  { header: 'Mobile Number', cell: (row) => row.MobileNumber, phone: 'hidden' },
  { header: 'Phone Number', cell: (row) => row.PhoneNumber, phone: 'hidden' },
]

/** The members who hold a pass. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const filters = useFilters(Search)
  const { values, change } = filters
  const list = useCountedList(reportsApi.listPassesByMember, {
    params: { businessId },
    query: { limit: values.rows },
  })
  const canOpenMembers = useCanOpen('member')
  return (
    <ReportPage
      name="passes-by-member"
      filters={filters}
      fields={<RowsSelect value={values.rows} onChange={(rows) => change({ rows })} />}
      list={list}
      columns={columns}
      rowKey={(row) => row.MemberId}
      {...(canOpenMembers && {
        rowLink: (row: PassByMember) => pageHref('member', { businessId, memberId: row.MemberId }),
      })}
      empty={text.noPasses}
      file={{
        row: reportsApi.exportPassesByMember,
        input: (format) => ({ params: { businessId, format } }),
        success: text.downloaded,
      }}
    />
  )
}
