import styles from './status-badge.module.css'

export type StatusColor = 'grey' | 'blue' | 'green' | 'red' | 'orange-red' | 'orange' | 'black'

// A word or two; a business that names its own may use more, which take several lines.
const longest = 24

/** A status in a word, tinted with its colour. */
export function StatusBadge({ color, children }: { color: StatusColor; children: string }) {
  return (
    <span className={styles.badge} data-color={color} data-long={children.length > longest || undefined}>
      {children}
    </span>
  )
}
