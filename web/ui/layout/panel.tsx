import { Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import styles from './panel.module.css'

type Props = {
  title: string
  /** A word beside the title. */
  mark?: ReactNode
  /** What can be done with it, at the right of the title. */
  action?: ReactNode
  children: ReactNode
}

/** A part of a page with a title and a border of its own. */
export function Panel({ title, mark, action, children }: Props) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {mark}
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {children}
    </section>
  )
}

/** Panels beside each other where there is room, under each other where there isn't. */
export function Panels({ children }: { children: ReactNode }) {
  return <div className={styles.panels}>{children}</div>
}
