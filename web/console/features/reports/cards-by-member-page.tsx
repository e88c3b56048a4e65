import { z } from 'zod'
import { useBusiness } from '#console/business.ts'
import { useCanOpen } from '#console/can-open.ts'
import { useFilters } from '#console/filters.ts'
import { pageHref } from '#contract/console-paths.ts'
import { messages } from '#contract/messages.ts'
import { reportsApi, type CardByMember } from '#contract/reports/reports.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import type { Column } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { RowsSelect, type Filters } from '#ui/table/filter-bar.tsx'
import { Money } from '#ui/text/money.tsx'
import { ProgramFilter, ProgramsFailed } from '#parts/program-filter.tsx'
import { SpanFields } from '#parts/span/span-fields.tsx'
import { ReportPage } from './report-page.tsx'
import { choice, reportDaysOf, daysSearch, rowsSearch } from './report-search.ts'
import { Total, useTotals } from '#parts/shown/totals.tsx'
import { formatCount } from '#ui/text/format.ts'

const text = messages.reports
const Search = z.object({ program: choice, ...daysSearch, ...rowsSearch })

const columns: Column<CardByMember>[] = [
  { header: 'Email', cell: (row) => row.Email, phone: 'hidden' },
  { header: 'First Name', cell: (row) => row.FirstName, phone: 'hidden' },
  { header: 'Last Name', cell: (row) => row.LastName, phone: 'title', before: (row) => row.FirstName },
  { header: 'Phone', cell: (row) => row.Phone, phone: 'hidden' },
  { header: 'Membership No.', cell: (row) => row.MembershipNumber, phone: 'hidden' },
  { header: 'Membership Type', cell: (row) => row.MembershipType, phone: 'hidden' },
  { header: 'Membership Level', cell: (row) => row.MembershipLevel, phone: 'hidden' },
  { header: 'External Account ID', cell: (row) => row.ExternalAccountId, phone: 'hidden' },
  { header: 'Card Program Type', cell: (row) => row.CardProgramType, phone: 'hidden' },
  { header: 'Card Created Date', cell: (row) => <DateText value={row.CardCreatedDateTime} withTime /> },
  { header: 'Card Issued By', cell: (row) => row.CardIssuedByUser, phone: 'hidden' },
  { header: 'Initial Card Value', cell: (row) => <Money value={row.InitialCardValue} />, align: 'right' },
]

function Fields({ filters: { values, change } }: { filters: Filters<z.output<typeof Search>> }) {
  return (
    <>
      <ProgramFilter value={values.program} onChange={(program) => change({ program })} />
      <SpanFields label="Issued" values={values} change={change} />
      <RowsSelect value={values.rows} onChange={(rows) => change({ rows })} />
    </>
  )
}

function Totals({ of }: { of: z.output<typeof reportsApi.sumCardsByMember.output> }) {
  return (
    <>
      <Total of="Cards">{formatCount(of.Count)}</Total>
      <Total of="Initial card value">
        <Money value={of.InitialCardValue} />
      </Total>
    </>
  )
}

/** The cards issued, with the members they are of. */
export function Page() {
  const { BusinessId: businessId, TimeZone: zone } = useBusiness()
  const params = { businessId }
  const filters = useFilters(Search)
  const { values } = filters
  const query = { ...reportDaysOf(values, zone), cardProgramId: values.program }
  const list = useCountedList(reportsApi.listCardsByMember, {
    params,
    query: { ...query, limit: values.rows },
  })
  const totals = useTotals(reportsApi.sumCardsByMember, { params, query }, (of) => <Totals of={of} />)
  const canOpenCards = useCanOpen('card')
  return (
    <ReportPage
      name="cherrypay-cards-by-member"
      filters={filters}
      fields={<Fields filters={filters} />}
      list={list}
      columns={columns}
      rowKey={(row) => row.CardId}
      {...(canOpenCards && {
        rowLink: (row: CardByMember) => pageHref('card', { businessId, cardId: row.CardId }),
      })}
      empty={text.noCards}
      totals={totals}
      file={{
        row: reportsApi.exportCardsByMember,
        input: (format) => ({ params: { businessId, format }, query }),
        success: text.downloaded,
      }}
    >
      <ProgramsFailed />
    </ReportPage>
  )
}
