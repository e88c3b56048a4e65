import { useBusiness } from '#console/business.ts'
import { useList } from '#console/queries.ts'
import { messages } from '#contract/messages.ts'
import { closePackApi, type CloseAccount, type CloseTransaction } from '#contract/reports/close-pack.ts'
import { TransactionDescription } from '#parts/transaction-description.tsx'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { Behind } from './behind.tsx'
import { amountText } from './close-lines.ts'

const columns: Column<CloseTransaction>[] = [
  { header: 'Date', cell: (row) => <DateText value={row.OccurredAt} withTime /> },
  { header: 'Transaction ID', cell: (row) => row.TransactionId, phone: 'hidden' },
  { header: 'Description', cell: (row) => <TransactionDescription of={row} />, phone: 'title' },
  { header: 'By', cell: (row) => row.ActorName, phone: 'hidden' },
  { header: 'Amount', cell: (row) => amountText(row.Amount, row.Unit), align: 'right' },
]

const titles: Readonly<Record<CloseAccount, string>> = {
  disbursement: 'the disbursement account',
  card: 'card balances',
  purse: 'purses of digital cards',
  points: 'points',
  'in-flight': 'what is in flight',
  breakage: 'breakage',
  'points-breakage': 'expired points',
}

type Props = {
  account: CloseAccount
  kind: string | undefined
  query: { startDate: string; endDate: string }
  onClose: () => void
}

/** The transactions behind a line of the close pack. */
export function CloseTransactions({ account, kind, query, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const list = useList(closePackApi.listCloseTransactions, {
    params: { businessId },
    query: { ...query, account, kind, limit: 50 },
  })
  const title = `Transactions behind ${kind ?? titles[account]}`
  return (
    <Behind title={title} onClose={onClose}>
      <DataTable
        label={title}
        columns={columns}
        list={list}
        rowKey={(row) => row.EntryId}
        empty="Nothing moved here in this period."
        errorTitle={messages.reports.failed}
        loadMoreLabel={messages.generic.loadMore}
      />
    </Behind>
  )
}
