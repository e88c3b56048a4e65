import { Title } from '@mantine/core'
import { firstMessages as messages } from '#contract/first-messages.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import styles from './full-page.module.css'

/** Stands where a page broke. Retry loads everything anew, so it also mends a console older than its server. */
export function PageError({ detail }: { detail?: string }) {
  return (
    <div className={styles.error}>
      <title>Something went wrong</title>
      <Title order={1}>Something went wrong</Title>
      <ErrorState
        title={messages.generic.pageAreaError}
        {...(detail && { detail })}
        onRetry={() => location.reload()}
      />
    </div>
  )
}
