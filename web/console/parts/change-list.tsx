import type { CardChange } from '#contract/cards/cards.ts'
import { messages } from '#contract/messages.ts'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import type { ListState } from '#ui/table/list-state.ts'

const columns: Column<CardChange>[] = [
  { header: 'What', cell: (change) => change.Title, phone: 'title' },
  { header: 'When', cell: (change) => <DateText value={change.At} withTime /> },
  { header: 'By', cell: (change) => change.ActorName },
  { header: 'Note', cell: (change) => change.Note, width: '40%' },
]

/** What has happened to a record, and who did it. */
export function ChangeList({ list, empty }: { list: ListState<CardChange>; empty: string }) {
  return (
    <DataTable
      label="History"
      columns={columns}
      list={list}
      rowKey={(change) => change.ChangeId}
      empty={empty}
      errorTitle="The history could not be loaded."
      loadMoreLabel={messages.generic.loadMore}
    />
  )
}
