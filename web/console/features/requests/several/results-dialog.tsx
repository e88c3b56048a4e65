import { Anchor, Modal, Text } from '@mantine/core'
import type { AcceptedOrNot } from '#contract/requests/review.ts'
import { useDialog } from '#ui/feedback/use-dialog.ts'
import { Link } from '#ui/layout/navigation.tsx'
import styles from './several.module.css'

type Props = { results: AcceptedOrNot[]; hrefOf: (sessionId: string) => string; onClose: () => void }

/** Which of several requests weren't accepted, and why. */
export function ResultsDialog({ results, hrefOf, onClose }: Props) {
  const { modal } = useDialog(onClose)
  const left = results.filter(({ IsAccepted }) => !IsAccepted)
  return (
    <Modal {...modal} title={left.length === 1 ? '1 was not accepted' : `${left.length} were not accepted`}>
      <Text mb="md">
        {results.length - left.length} of {results.length} were accepted. These stay as they were:
      </Text>
      <ul className={styles.results}>
        {left.map(({ SessionId, DisplayName, Message }) => (
          <li key={SessionId}>
            <Anchor component={Link} href={hrefOf(SessionId)}>
              {DisplayName ?? 'A request'}
            </Anchor>
            <p>{Message}</p>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
