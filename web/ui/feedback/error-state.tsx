import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { goBack } from '#ui/layout/go-back.ts'
import { RequestId } from '#ui/text/request-id.tsx'
import styles from './state.module.css'

type Props = { title: string; detail?: string; onRetry?: () => void }

/** What stands where something failed to load: the sentence, the detail, and another try or, of what isn't there, the way back. */
export function ErrorState({ title, detail, onRetry }: Props) {
  return (
    <div className={styles.state} role="alert">
      <IconAlertTriangle className={styles.icon} size={24} stroke={1.5} aria-hidden />
      <div>
        <p className={styles.title}>{title}</p>
        {detail && <p className={styles.text}>{detail}</p>}
        <RequestId of={detail} />
      </div>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {onRetry === goBack ? 'Go back' : 'Retry'}
        </Button>
      )}
    </div>
  )
}
