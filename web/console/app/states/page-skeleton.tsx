import styles from './page-skeleton.module.css'

/** The shape of a page that is on its way; unseen for the first moments. */
export function PageSkeleton() {
  return (
    <output className={styles.skeleton} aria-label="Loading">
      <span className={styles.crumbs} />
      <span className={styles.title} />
      <span className={styles.content} />
    </output>
  )
}
