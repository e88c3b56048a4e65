import type { ReactNode } from 'react'
import { Brand } from '#console/brand.tsx'
import styles from './identity.module.css'

/** The room around a sign-in card. */
export function IdentityFrame({ children }: { children: ReactNode }) {
  return (
    <main className={styles.frame}>
      <Brand />
      {children}
    </main>
  )
}
