import { Button, Group, Modal } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { DateText } from '#ui/date/date-text.tsx'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import styles from './receipt-modal.module.css'

type Props = { lines: readonly string[]; at: string; onClose: () => void }

/** A receipt to be shown and printed, alone on its paper. */
export function ReceiptModal({ lines, at, onClose }: Props) {
  const { close, modal } = useDialog(onClose)
  return (
    <Modal {...modal} title="Receipt" size="sm">
      <div className={styles.receipt} data-printed-alone data-paper>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p>
          <DateText value={at} withTime />
        </p>
      </div>
      <Group justify="flex-end" mt="md">
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          Print
        </Button>
        <Button onClick={close} data-autofocus>
          Close
        </Button>
      </Group>
    </Modal>
  )
}
