import { Text, Title, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from './navigation.tsx'
import styles from './page-header.module.css'
import { Skeleton } from '#ui/feedback/skeleton.tsx'

/** A step of the way to a page; the page itself, the last one, has no address. */
export type Crumb = { label: string; href?: string }

type Props = {
  /** Not known before what the page is about has come: a bar keeps its place. */
  title: string | undefined
  crumbs?: Crumb[]
  subtitle?: ReactNode
  /** The one primary action of the page. */
  action?: ReactNode
}

/** The top of every page: the way to it, its title, and the one thing people come here to do. */
export function PageHeader({ title, crumbs = [], subtitle, action }: Props) {
  return (
    <div className={styles.header}>
      {crumbs.length > 0 && <Crumbs crumbs={crumbs} />}
      <div className={styles.row}>
        <div className={styles.text}>
          <Title order={1}>{title ?? <TitleToCome />}</Title>
          {subtitle && (
            <Text component="div" c="dimmed">
              {subtitle}
            </Text>
          )}
        </div>
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}

function TitleToCome() {
  return (
    <>
      <VisuallyHidden>Loading</VisuallyHidden>
      <Skeleton width="min(16rem, 60%)" height="0.8em" />
    </>
  )
}

function Crumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.crumbs}>
        {crumbs.map(({ label, href }) => (
          <li key={`${label} ${href}`}>
            {href ? <Link href={href}>{label}</Link> : <span aria-current="page">{label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
