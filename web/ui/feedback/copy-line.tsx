import { CopyButton } from './copy-button.tsx'
import styles from './copy-line.module.css'

/** A link or the like, to read and to copy; `label` says what it is: 'calendar link'. */
export function CopyLine({ value, label }: { value: string; label: string }) {
  return (
    <div className={styles.line}>
      <code>{value}</code>
      <CopyButton value={value} label={label} />
    </div>
  )
}
