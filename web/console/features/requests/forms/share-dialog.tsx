import { Anchor, Modal, Text } from '@mantine/core'
import { CopyButton } from '#ui/feedback/copy-button.tsx'
import { LostPart } from '#ui/feedback/error-state.tsx'
import { fetched } from '#ui/feedback/fetched.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import styles from './forms.module.css'

const QrCode = fetched(
  async () => (await import('./qr-code.tsx')).QrCode,
  <Skeleton height={270} />,
  LostPart,
)

type Props = { form: { DisplayName: string; Url: string; IsOpen: boolean }; onClose: () => void }

/** The address of a form, to be copied, opened or printed as a QR code. */
export function ShareDialog({ form, onClose }: Props) {
  const { modal } = useDialog(onClose)
  return (
    <Modal {...modal} title={`Share ${form.DisplayName}`}>
      <div className={styles.share}>
        {!form.IsOpen && <Text>This form is closed: its page says so until you open it.</Text>}
        <div className={styles.link}>
          <Anchor href={form.Url} target="_blank" rel="noreferrer">
            {form.Url}
          </Anchor>
          <CopyButton value={form.Url} label="link" />
        </div>
        <QrCode url={form.Url} name={form.DisplayName} />
      </div>
    </Modal>
  )
}
