import { useState } from 'react'
import { useFilters } from '#console/filters.ts'
import { useOpened } from '#console/opened.ts'
import { ConsolePage } from '#console/page.tsx'
import { messages } from '#contract/messages.ts'
import { outboxApi, whyNotResend, type OutboxMessage } from '#contract/messaging/outbox.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { messageKindWords } from './kind-words.ts'
import { MessagePanel } from './message-panel.tsx'
import { MessageState } from './message-state.tsx'
import { OutboxFilterBar, OutboxSearch } from './outbox-filter-bar.tsx'
import { ResendModal } from './resend-modal.tsx'

const columns: Column<OutboxMessage>[] = [
  {
    header: 'To',
    cell: (message) => (message.TextIsGone ? 'No longer kept' : message.Recipient),
    width: '25%',
  },
  { header: 'Kind', cell: (message) => messageKindWords(message.Kind) },
  { header: 'Subject', cell: (message) => message.Subject },
  { header: 'Business', cell: (message) => message.BusinessName, phone: 'hidden' },
  { header: 'State', cell: (message) => <MessageState state={message.State} tries={message.Tries} /> },
  { header: 'Written', cell: (message) => <DateText value={message.CreatedDate} withTime />, width: '18%' },
]

/** Every message to people, of all businesses: where it is, and what it says. */
export function Page() {
  const filters = useFilters(OutboxSearch)
  const list = useCountedList(outboxApi.listOutbox, { query: filters.values })
  const opened = useOpened('message')
  const [resending, setResending] = useState<OutboxMessage | null>(null)
  return (
    <ConsolePage title="Outbox">
      <OutboxFilterBar filters={filters} />
      <DataTable
        label="Messages"
        columns={columns}
        list={list}
        rowKey={(message) => message.MessageId}
        rowLink={(message) => opened.hrefOf(message.MessageId)}
        rowMenu={(message) => [
          {
            label: 'Resend',
            onClick: () => setResending(message),
            disabled: whyNotResend(message) !== null,
            reason: whyNotResend(message) ?? undefined,
          },
        ]}
        empty={filters.isSet ? 'No messages match these filters.' : 'No message has been written yet.'}
        errorTitle="The outbox could not be loaded."
        loadMoreLabel={messages.generic.loadMore}
      />
      {opened.id && (
        <MessagePanel
          key={opened.id}
          messageId={opened.id}
          known={list.rows?.find((message) => message.MessageId === opened.id)}
          onResend={setResending}
          onClose={opened.close}
        />
      )}
      {resending && <ResendModal message={resending} onClose={() => setResending(null)} />}
    </ConsolePage>
  )
}
