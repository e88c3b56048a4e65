import { Title } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { cardsApi, type CardTransaction } from '#contract/cards/cards.ts'
import { messages } from '#contract/messages.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { Money } from '#ui/text/money.tsx'
import styles from './card-page.module.css'
import { ReferenceLink } from '#features/cards/reference.tsx'

const columnsOf = (cardId: string): Column<CardTransaction>[] => [
  { header: 'Transaction ID', cell: (row) => row.TransactionId, width: '8rem', phone: 'hidden' },
  { header: 'Type', cell: (row) => row.Type, phone: 'title' },
  { header: 'Occurred At', cell: (row) => <DateText value={row.OccurredAt} withTime /> },
  { header: 'Parent ID', cell: (row) => row.ParentId, phone: 'hidden' },
  { header: 'Value', cell: (row) => <Money value={row.Amount} />, align: 'right' },
  { header: 'Balance', cell: (row) => <Money value={row.RunningBalanceAmount} />, align: 'right' },
  { header: 'Reference', cell: (row) => <ReferenceLink of={row} own={cardId} />, phone: 'hidden' },
]

/** What was put on a card and taken off it. */
export function CardTransactions({ cardId }: { cardId: string }) {
  const { BusinessId: businessId } = useBusiness()
  const list = useCountedList(cardsApi.listCardTransactions, { params: { businessId, cardId } })
  return (
    <section className={styles.section} aria-labelledby="recent-transactions">
      <Title order={2} size="h3" id="recent-transactions">
        Recent Transactions
      </Title>
      <DataTable
        label="Recent Transactions"
        columns={columnsOf(cardId)}
        list={list}
        rowKey={(row) => row.TransactionId}
        empty="Nothing has been put on this card or taken off it."
        errorTitle="The transactions could not be loaded."
        loadMoreLabel={messages.generic.loadMore}
      />
    </section>
  )
}
