import { z } from 'zod'
import { useBusiness } from '#console/business.ts'
import { useFilters } from '#console/filters.ts'
import { disbursementApi, type DisbursementTransaction } from '#contract/cards/disbursement.ts'
import { messages } from '#contract/messages.ts'
import { reportsApi } from '#contract/reports/reports.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { TransactionDescription } from '#parts/transaction-description.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { RowsSelect } from '#ui/table/filter-bar.tsx'
import { Money } from '#ui/text/money.tsx'
import { ReportPage } from './report-page.tsx'
import { rowsSearch } from './report-search.ts'
import { Total, useTotals } from '#parts/shown/totals.tsx'
import { formatCount } from '#ui/text/format.ts'

const Search = z.object(rowsSearch)

const columns: Column<DisbursementTransaction>[] = [
  { header: 'Account ID', cell: (row) => row.AccountId, phone: 'hidden' },
  { header: 'Transaction ID', cell: (row) => row.TransactionId, phone: 'hidden' },
  { header: 'Date', cell: (row) => <DateText value={row.OccurredAt} withTime /> },
  { header: 'Description', cell: (row) => <TransactionDescription of={row} />, phone: 'title' },
  { header: 'Amount', cell: (row) => <Money value={row.Amount} />, align: 'right' },
  { header: 'Running Balance', cell: (row) => <Money value={row.RunningBalanceAmount} />, align: 'right' },
  { header: 'Reference', cell: (row) => row.Reference, phone: 'hidden' },
]

function Totals({ of }: { of: z.output<typeof reportsApi.sumDisbursementTransactions.output> }) {
  return (
    <>
      <Total of="Transactions">{formatCount(of.Count)}</Total>
      <Total of="Came in">
        <Money value={of.CameIn} />
      </Total>
      <Total of="Went out">
        <Money value={of.WentOut} />
      </Total>
      <Total of="Balance">
        <Money value={of.Balance} />
      </Total>
    </>
  )
}

/** What came into the disbursement account and what went out, newest first. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const filters = useFilters(Search)
  const { values, change } = filters
  const list = useCountedList(disbursementApi.listDisbursementTransactions, {
    params: { businessId },
    query: { limit: values.rows },
  })
  const totals = useTotals(reportsApi.sumDisbursementTransactions, { params: { businessId } }, (of) => (
    <Totals of={of} />
  ))
  return (
    <ReportPage
      name="cherrypay-disbursement-account-transactions"
      filters={filters}
      fields={<RowsSelect value={values.rows} onChange={(rows) => change({ rows })} />}
      list={list}
      columns={columns}
      rowKey={(row) => row.TransactionId}
      empty="Nothing has come in or gone out yet."
      totals={totals}
      file={{
        row: disbursementApi.exportDisbursementTransactions,
        input: (format) => ({ params: { businessId, format } }),
        success: messages.reports.downloaded,
      }}
    />
  )
}
