import { Title } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { useList } from '#console/queries.ts'
import { cardsApi } from '#contract/cards.ts'
import type { CardChange } from '#contract/cards.ts'
import { messages } from '#contract/messages.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText } from '#ui/date-text.tsx'
import styles from './card-page.module.css'

const columns: Column<CardChange>[] = [
  { header: 'What', cell: (change) => change.Title, phone: 'title' },
  { header: 'When', cell: (change) => <DateText value={change.At} withTime /> },
  { header: 'By', cell: (change) => change.ActorName },
  { header: 'Note', cell: (change) => change.Note, width: '40%' },
]

/** What has happened to a card, and who did it. */
export function CardHistory({ cardId }: { cardId: string }) {
  const { BusinessId: businessId } = useBusiness()
  const list = useList(cardsApi.listCardHistory, { params: { businessId, cardId } })
  return (
    <section className={styles.section} aria-labelledby="card-history">
      <Title order={2} size="h3" id="card-history">
        History
      </Title>
      <DataTable
        label="History"
        columns={columns}
        list={list}
        rowKey={(change) => change.ChangeId}
        empty="Nothing has happened to this card."
        errorTitle="The history could not be loaded."
        loadMoreLabel={messages.generic.loadMore}
      />
    </section>
  )
}
