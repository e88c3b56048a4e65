import type { ReactNode } from 'react'
import styles from './phone.module.css'

type Props = {
  /** What it shows: 'Front of the pass'. */
  label: string
  wallet: 'apple' | 'google'
  children: ReactNode
}

/** A phone with a pass on it. */
export function Phone({ label, wallet, children }: Props) {
  return (
    <section className={styles.phone} data-wallet={wallet} aria-label={label}>
      <div className={styles.bar} aria-hidden>
        <span>9:41</span>
        <span className={styles.camera} />
        <span className={styles.battery} />
      </div>
      <div className={styles.screen}>{children}</div>
    </section>
  )
}
