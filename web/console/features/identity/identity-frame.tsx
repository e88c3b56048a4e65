import type { ReactNode } from 'react'
import { Brand } from '#console/brand.tsx'
import { useSettings } from '#console/settings.ts'
import styles from './identity.module.css'

/** The room around a sign-in card. That of a demo says so: nobody should take it for their club's, or leave anything real there. */
export function IdentityFrame({ children }: { children: ReactNode }) {
  const { Demo } = useSettings()
  return (
    <main className={styles.frame}>
      <Brand />
      {Demo && (
        <p className={styles.notice} role="note">
          <strong>This is a demo:</strong> its data is made up, and everybody knows its passwords. Leave
          nothing real here.
        </p>
      )}
      {children}
    </main>
  )
}
