import styles from './status-badge.module.css'

export type StatusColor = 'grey' | 'blue' | 'green' | 'red' | 'orange' | 'black'

/** A status in a word, tinted with its colour. */
export function StatusBadge({ color, children }: { color: StatusColor; children: string }) {
  return (
    <span className={styles.badge} data-color={color}>
      {children}
    </span>
  )
}
