import { Alert, Button, Modal } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { CopyButton } from '#ui/feedback/copy-button.tsx'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import styles from './secret-modal.module.css'

/** Shows the secret of a new key, this once. Neither a press beside it nor an Enter too many must make it go. */
export function SecretModal({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { close, modal } = useDialog(onClose)
  return (
    <Modal
      {...modal}
      title="API key created"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      classNames={{ body: styles.body }}
    >
      <Alert
        color="orange"
        icon={<IconAlertTriangle size={18} aria-hidden />}
        title="Copy it now"
        className={styles.warning}
      >
        It is shown this once, and nobody can read it again. Whoever has it can take payments at this venue:
        keep it as you keep a password.
      </Alert>
      <div className={styles.secret}>
        <code>{secret}</code>
        <CopyButton value={secret} label="API key" />
      </div>
      <div className={styles.footer}>
        <Button onClick={close}>Done</Button>
      </div>
    </Modal>
  )
}
