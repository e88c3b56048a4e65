import { Title } from '@mantine/core'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './today.module.css'

/** Today before its code is there. */
export function TodayWaiting() {
  return (
    <section className={styles.today} aria-busy>
      <Title order={2} size="h3">
        Today
      </Title>
      <LinesWaiting />
    </section>
  )
}

/** In the shape of a few lines. */
export function LinesWaiting() {
  return (
    <div className={styles.lines}>
      {[0, 1, 2].map((line) => (
        <div key={line} className={styles.line}>
          <Skeleton width={30} height={30} />
          <Skeleton width="50%" />
        </div>
      ))}
    </div>
  )
}
