import type { ReactNode } from 'react'
import styles from './sticky-bar.module.css'

/** Buttons that stay in sight at the foot of a long page; `label` says what they are about. */
export function StickyBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={styles.bar} aria-label={label}>
      {children}
    </section>
  )
}
