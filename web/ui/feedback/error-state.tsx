import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import styles from './state.module.css'

type Props = { title: string; detail?: string; onRetry?: () => void }

/** What stands where something failed to load: the sentence, the detail, and another try. */
export function ErrorState({ title, detail, onRetry }: Props) {
  return (
    <div className={styles.state} role="alert">
      <IconAlertTriangle className={styles.icon} size={24} stroke={1.5} aria-hidden />
      <div>
        <p className={styles.title}>{title}</p>
        {detail && <p className={styles.text}>{detail}</p>}
      </div>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  )
}
