import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import styles from './grant-mark.module.css'

/** Whether a role that can't be changed grants a permission. */
export function GrantMark({ isGranted }: { isGranted: boolean }) {
  return (
    <span className={styles.mark} data-granted={isGranted || undefined}>
      {isGranted ? <IconCheck size={18} aria-hidden /> : <span aria-hidden>–</span>}
      <VisuallyHidden>{isGranted ? 'Granted' : 'Not granted'}</VisuallyHidden>
    </span>
  )
}
