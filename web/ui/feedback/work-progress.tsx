import { Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import type { ReactNode } from 'react'
import styles from './work-progress.module.css'

/** How far long work is, from 0 to 1, and what of it has been done. */
export function WorkProgress({ label, share, detail }: { label: string; share: number; detail?: ReactNode }) {
  const percent = Math.floor(share * 100)
  return (
    <div className={styles.progress}>
      <p className={styles.progressLabel}>
        <strong>{label}</strong>
        <span>{percent}%</span>
      </p>
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label={label} />
      </Progress.Root>
      {detail && <output className={styles.detail}>{detail}</output>}
    </div>
  )
}
