import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSettings } from '#console/settings.ts'
import styles from './identity.module.css'

/** One step of signing in: its title and what it asks for. */
export function IdentityCard({ title, children }: { title: string; children: ReactNode }) {
  const { Brand } = useSettings()
  return (
    <section className={styles.card}>
      <title>{`${title} · ${Brand}`}</title>
      <Title order={1} size="h2">
        {title}
      </Title>
      {children}
    </section>
  )
}
