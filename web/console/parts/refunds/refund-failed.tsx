import { Alert, Button, Text, Textarea } from '@mantine/core'
import '@mantine/core/styles/Alert.layer.css'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { refundWords as words } from '#contract/payments/refund-words.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import { toasts } from '#ui/feedback/toasts.ts'
import { formatMoney } from '#ui/text/format.ts'
import styles from './refund-failed.module.css'

/** What could not be given back. */
type Owed = { amount: number; provider: string; failure: string | null }

type Props = Owed & {
  maySettle: boolean
  tryAgain: () => Promise<{ ok: true } | { ok: false; message: string }>
  /** The dialog that says how it was given back. */
  children: (onClose: () => void) => ReactNode
}

/** A payment that could not be given back: why, and what can be done about it. */
export function RefundFailed({ amount, provider, failure, maySettle, tryAgain, children }: Props) {
  const [dialog, setDialog] = useState<'again' | 'by hand' | null>(null)
  const close = () => setDialog(null)

  async function confirm() {
    const answer = await tryAgain()
    if (!answer.ok) toasts.error(answer.message)
    return answer
  }

  return (
    <Alert color="red" p="sm" mb="md" role="note" title={`${formatMoney(amount)} could not be given back`}>
      <p className={styles.reason}>{failure}</p>
      {maySettle && (
        <div className={styles.actions}>
          <Button onClick={() => setDialog('again')}>{words.tryAgain}</Button>
          <Button variant="default" onClick={() => setDialog('by hand')}>
            {words.byHand}
          </Button>
        </div>
      )}
      {dialog === 'again' && (
        <ConfirmModal
          title="Try again to give it back?"
          text={`${provider} is asked once more to give back ${formatMoney(amount)}. What was given back already isn’t given back twice.`}
          confirmLabel={words.tryAgain}
          onConfirm={confirm}
          onClose={close}
        />
      )}
      {dialog === 'by hand' && children(close)}
    </Alert>
  )
}

/** How somebody gave it back, with what to see to before. */
export function HowGivenBackField({
  provider,
  ...input
}: Pick<Owed, 'provider'> & ComponentProps<typeof Textarea>) {
  return (
    <>
      <Text>{words.byHandHint(provider)}</Text>
      <Textarea label="How it was given back" required autosize minRows={2} {...input} />
    </>
  )
}
