import { useAction } from '#console/actions.ts'
import { outboxApi, type OutboxMessage } from '#contract/messaging/outbox.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'

/** Asks before somebody gets a message a second time. */
export function ResendModal({ message, onClose }: { message: OutboxMessage; onClose: () => void }) {
  const { run } = useAction(outboxApi.resendMessage, {
    success: 'The message is on its way again.',
    failure: 'The message could not be sent again.',
  })
  return (
    <ConfirmModal
      title="Resend message?"
      text={`${message.Recipient} gets it once more. A link in it may have been used, or have expired.`}
      confirmLabel="Resend"
      onConfirm={() => run({ params: { messageId: message.MessageId } })}
      onClose={onClose}
    />
  )
}
