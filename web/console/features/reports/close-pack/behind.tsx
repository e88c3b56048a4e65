import { Button, Title } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import styles from './close-pack.module.css'

/** What stands behind a line of the close pack, until it is closed. It comes into view by itself: lines are above it. */
export function Behind({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // Newer browsers answer with a promise, which is no way to end an effect.
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section className={styles.section} aria-label={title} ref={section}>
      <div className={styles.behind}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Button variant="default" size="xs" onClick={onClose}>
          Close
        </Button>
      </div>
      {children}
    </section>
  )
}
