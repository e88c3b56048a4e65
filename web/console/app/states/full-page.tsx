import { Loader } from '@mantine/core'
import styles from './full-page.module.css'
import { PageError } from './page-error.tsx'

/** Nothing at first; a sign of life once it takes longer than people notice. */
export function Splash() {
  return (
    <output className={`${styles.area} ${styles.splash}`} aria-label="Loading">
      <Loader />
    </output>
  )
}

/** An error before there is a page around it. */
export function FullPageError({ detail }: { detail?: string }) {
  return (
    <main className={styles.area}>
      <PageError {...(detail && { detail })} />
    </main>
  )
}
