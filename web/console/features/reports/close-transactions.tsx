import { Button, Title } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { useList } from '#console/queries.ts'
import { messages } from '#contract/messages.ts'
import { reportsApi } from '#contract/reports.ts'
import type { CloseAccount, CloseTransaction } from '#contract/reports.ts'
import { TransactionDescription } from '#parts/transaction-description.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText } from '#ui/date-text.tsx'
import { formatMoney } from '#ui/format.ts'
import styles from './close-pack.module.css'
import { formatCount } from './totals.tsx'

const columns: Column<CloseTransaction>[] = [
  { header: 'Date', cell: (row) => <DateText value={row.OccurredAt} withTime /> },
  { header: 'Transaction ID', cell: (row) => row.TransactionId, phone: 'hidden' },
  { header: 'Description', cell: (row) => <TransactionDescription of={row} />, phone: 'title' },
  { header: 'By', cell: (row) => row.ActorName, phone: 'hidden' },
  { header: 'Amount', cell: amount, align: 'right' },
]

function amount({ Amount, Unit }: CloseTransaction): string {
  return Unit === 'AUD' ? formatMoney(Amount) : `${formatCount(Amount)} points`
}

const titles: Readonly<Record<CloseAccount, string>> = {
  disbursement: 'the disbursement account',
  card: 'card balances',
  purse: 'purses of digital cards',
  points: 'points',
  'in-flight': 'what is in flight',
  breakage: 'breakage',
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
  const list = useList(reportsApi.listCloseTransactions, {
    params: { businessId },
    query: { ...query, account, kind, limit: 50 },
  })
  const title = `Transactions behind ${kind ?? titles[account]}`
  return (
    <section aria-label={title}>
      <div className={styles.behind}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Button variant="default" size="xs" onClick={onClose}>
          Close
        </Button>
      </div>
      <DataTable
        label={title}
        columns={columns}
        list={list}
        rowKey={(row) => `${row.TransactionId} ${row.Amount}`}
        empty="Nothing moved here in this period."
        errorTitle={messages.reports.failed}
        loadMoreLabel={messages.generic.loadMore}
      />
    </section>
  )
}
