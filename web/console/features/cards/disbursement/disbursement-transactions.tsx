import { useBusiness } from '#console/business.ts'
import { disbursementApi, type DisbursementTransaction } from '#contract/cards/disbursement.ts'
import { messages } from '#contract/messages.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { TransactionDescription } from '#parts/transaction-description.tsx'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { Money } from '#ui/text/money.tsx'
import { ReferenceLink } from '#features/cards/reference.tsx'

const columns: Column<DisbursementTransaction>[] = [
  { header: 'Date', cell: (row) => <DateText value={row.OccurredAt} withTime />, width: '15%' },
  { header: 'Transaction ID', cell: (row) => row.TransactionId, width: '6rem', phone: 'hidden' },
  { header: 'Description', cell: (row) => <TransactionDescription of={row} />, phone: 'title', width: '30%' },
  { header: 'Amount', cell: (row) => <Money value={row.Amount} />, align: 'right' },
  { header: 'Running Balance', cell: (row) => <Money value={row.RunningBalanceAmount} />, align: 'right' },
  { header: 'Reference', cell: (row) => <ReferenceLink of={row} />, phone: 'hidden' },
]

/** What came into the disbursement account and what went out, newest first. */
export function DisbursementTransactions() {
  const { BusinessId: businessId } = useBusiness()
  const list = useCountedList(disbursementApi.listDisbursementTransactions, { params: { businessId } })
  return (
    <DataTable
      label="Transactions"
      columns={columns}
      list={list}
      rowKey={(row) => row.TransactionId}
      empty="Nothing has come in or gone out yet."
      errorTitle={messages.cards.listFailed}
      loadMoreLabel={messages.generic.loadMore}
    />
  )
}
