import { Alert, Button, Group, Modal, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCopy, IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useSettings } from '#console/settings.ts'
import { secondFactorApi } from '#contract/access/second-factor.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import { useCopy } from '#ui/feedback/use-copy.ts'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import styles from './second-factor.module.css'

type Props = {
  left: number
  /** A first factor was added just now: it wants codes. */
  isFirst: boolean
  onMade: () => void
}

/** The codes for whoever has lost the rest: how many are left, and new ones. */
export function RecoveryCodes({ left, isFirst, onMade }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { run } = useAction(secondFactorApi.makeRecoveryCodes, { failure: 'No recovery codes were made.' })

  async function make() {
    const answer = await run({})
    if (answer.ok) setCodes(answer.data.Codes)
    onMade()
    return answer
  }
  // Once, whatever is shown anew meanwhile.
  const hasBegun = useRef(false)
  useEffect(() => {
    if (!isFirst || hasBegun.current) return
    hasBegun.current = true
    void make()
  })

  return (
    <section className={styles.codesPart} aria-label="Recovery codes">
      <Title order={3} size="h4">
        Recovery codes
      </Title>
      <Text>{leftInWords(left)}</Text>
      <Button variant="default" onClick={() => (left > 0 ? setAsking(true) : void make())}>
        {left > 0 ? 'Make new recovery codes' : 'Make recovery codes'}
      </Button>
      {isAsking && (
        <ConfirmModal
          title="Make new recovery codes?"
          text="Those you have are good no more."
          confirmLabel="Make new ones"
          onConfirm={make}
          onClose={() => setAsking(false)}
        />
      )}
      {codes && !isAsking && <CodesModal codes={codes} onClose={() => setCodes(null)} />}
    </section>
  )
}

function leftInWords(left: number): string {
  if (left === 0) return 'You have none. Make some, for when you lose the rest.'
  return `${left === 1 ? 'One is' : `${left} are`} left. Each signs you in once, in place of a passkey or a code.`
}

/** Shows the codes, this once. Neither a press beside them nor an Enter too many must make them go. */
function CodesModal({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { Brand } = useSettings()
  const { close, modal } = useDialog(onClose)
  const text = `${codes.join('\n')}\n`
  const { copy, isCopied } = useCopy(text)
  return (
    <Modal
      {...modal}
      title="Your recovery codes"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      classNames={{ body: styles.body }}
    >
      <Alert color="orange" icon={<IconAlertTriangle size={18} aria-hidden />} title="Keep them now">
        They are shown this once. Each signs you in once when you have lost the rest: keep them where only you
        find them, and not on the same device.
      </Alert>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group justify="space-between">
        <Group gap="sm">
          <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
          <Button
            variant="default"
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={`${Brand} recovery codes.txt`}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download
          </Button>
        </Group>
        <Button onClick={close}>Done</Button>
      </Group>
    </Modal>
  )
}
