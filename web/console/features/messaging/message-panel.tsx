import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useRead } from '#console/queries.ts'
import {
  outboxApi,
  textIsGone,
  whyNotResend,
  type OutboxMessage,
  type OutboxState,
} from '#contract/messaging/outbox.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { SidePanel } from '#ui/layout/side-panel.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { channelNames } from './channels.ts'
import { messageKindWords } from './kind-words.ts'
import styles from './message-panel.module.css'
import { MessageState } from './message-state.tsx'

type Props = {
  messageId: string
  /** The message, where the list has it already. */
  known: OutboxMessage | undefined
  onResend: (message: OutboxMessage) => void
  onClose: () => void
}

/** One message, with what it says. */
export function MessagePanel({ messageId, known, onResend, onClose }: Props) {
  // A list has no links. One that is kept is there to be passed on.
  const isComplete = known !== undefined && known.State !== 'Kept'
  const { data, error, retry } = useRead(outboxApi.getMessage, isComplete ? null : { params: { messageId } })
  const message = isComplete ? known : (data ?? known)
  const resend = message && !whyNotResend(message) && (
    <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => onResend(message)}>
      Resend
    </Button>
  )
  return (
    <SidePanel title={message?.Subject ?? 'Message'} actions={resend} onClose={onClose}>
      {message && <Message message={message} />}
      {!message && error && (
        <ErrorState title="The message could not be loaded." detail={error.message} onRetry={retry} />
      )}
      {!message && !error && <Skeleton height={160} />}
    </SidePanel>
  )
}

const explanations: Record<OutboxState, string> = {
  Queued: 'It waits for its next try.',
  Sent: '',
  Kept: 'No way to send it is set up: it is kept here to be read.',
  Failed: 'It was tried in vain.',
}

function Message({ message }: { message: OutboxMessage }) {
  return (
    <>
      <Facts
        facts={[
          ['To', message.TextIsGone ? 'No longer kept' : message.Recipient],
          [
            'State',
            <span key="state" className={styles.state}>
              <MessageState state={message.State} />
              {explanations[message.State]}
            </span>,
          ],
          ...(message.LastError ? [['Last error', message.LastError] as const] : []),
          ['Tries', message.Tries],
          ['Written', <DateText key="written" value={message.CreatedDate} withTime />],
          ['Sent', <DateText key="sent" value={message.SentDate} withTime />],
          ['Business', message.BusinessName],
          ['Channel', channelNames[message.Channel]],
          ['Kind', messageKindWords(message.Kind)],
        ]}
      />
      <section aria-label="Content" className={styles.content}>
        {message.TextIsGone ? textIsGone : message.Body}
      </section>
    </>
  )
}
