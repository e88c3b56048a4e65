import type { ReactNode } from 'react'
import { Brand } from '#console/brand.tsx'
import { DemoNotice } from '#web/demo-notice.tsx'
import { useSettings } from '#console/settings.ts'
import styles from './identity.module.css'

/** The room around a sign-in card. */
export function IdentityFrame({ children }: { children: ReactNode }) {
  const { Demo } = useSettings()
  return (
    <main className={styles.frame}>
      <Brand />
      {Demo && <DemoNotice className={styles.notice} />}
      {children}
    </main>
  )
}
