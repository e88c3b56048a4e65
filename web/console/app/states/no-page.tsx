import { Button, Title } from '@mantine/core'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import styles from './full-page.module.css'
import { nowhere } from './nowhere.ts'

/** An address outside the console that leads nowhere, for whoever comes there. */
export function NoPage() {
  return (
    <main className={styles.area}>
      <div className={styles.error}>
        <title>{nowhere.title}</title>
        <Title order={1}>{nowhere.title}</Title>
        <EmptyState
          text={nowhere.text}
          action={
            <Button component="a" href="/" variant="default">
              Go to the start page
            </Button>
          }
        />
      </div>
    </main>
  )
}
