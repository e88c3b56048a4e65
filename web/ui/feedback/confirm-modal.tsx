import { Button, Modal, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import styles from '#ui/form/form-modal.module.css'
import { useDialog } from './use-dialog.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'

type Props = {
  title: string
  text: ReactNode
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  /** Does it. A result that isn't ok keeps the question open. */
  onConfirm: () => Promise<{ ok: boolean }>
  /** Called when the dialog has closed, however that came. */
  onClose: () => void
}

/** Asks before something that can't be undone is done; open as long as it is mounted. */
export function ConfirmModal(props: Props) {
  const { title, text, confirmLabel, cancelLabel = 'Cancel', danger = false, onConfirm, onClose } = props
  const [isWorking, setWorking] = useState(false)
  const { close, modal } = useDialog(onClose)

  async function confirm() {
    setWorking(true)
    let isDone = false
    try {
      isDone = (await onConfirm()).ok
    } finally {
      // Once it is done it fades: another press must not do it again. A refusal, when it is seen, lets go at once.
      if (!isDone) flushSync(() => setWorking(false))
    }
    if (isDone) close()
  }

  return (
    <Modal
      {...modal}
      onClose={() => isWorking || close()}
      title={title}
      size="sm"
      centered
      classNames={{ body: styles.body }}
    >
      <Text component="div" className={styles.fields}>
        {text}
      </Text>
      <div className={styles.footer}>
        <Button variant="default" onClick={close} disabled={isWorking} data-autofocus={danger || undefined}>
          {cancelLabel}
        </Button>
        <WorkingButton
          color={danger ? 'red' : undefined}
          isWorking={isWorking}
          onClick={confirm}
          data-autofocus={!danger || undefined}
        >
          {confirmLabel}
        </WorkingButton>
      </div>
    </Modal>
  )
}
