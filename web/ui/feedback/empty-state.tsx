import type { ReactNode } from 'react'
import styles from './state.module.css'

/** What stands where a list would be: one sentence, and the action that fills it. */
export function EmptyState({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className={styles.state}>
      <output className={styles.text}>{text}</output>
      {action}
    </div>
  )
}
