import { Anchor, Button, Title } from '@mantine/core'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { todayApi, type TodayLine } from '#contract/today/today.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Line } from './today-line.tsx'
import { LinesWaiting } from './today-waiting.tsx'
import styles from './today.module.css'

/** What waits for whoever comes: what they may open, counted, with the way there. */
export function Today() {
  const { BusinessId: businessId } = useBusiness()
  const { data, error, isRefreshing, retry } = useRead(todayApi.getToday, { params: { businessId } })
  return (
    <section className={styles.today} aria-labelledby="today" aria-busy={isRefreshing || !data}>
      <Title order={2} size="h3" id="today">
        Today
      </Title>
      {data && <Lines lines={data.Lines} hasFailed={data.Failed.length > 0} onRetry={retry} />}
      {!data && error && (
        <ErrorState title="What waits today could not be counted." detail={error.message} onRetry={retry} />
      )}
      {!data && !error && <LinesWaiting />}
    </section>
  )
}

type Props = { lines: readonly TodayLine[]; hasFailed: boolean; onRetry: () => void }

function Lines({ lines, hasFailed, onRetry }: Props) {
  const [showsSnoozed, showSnoozed] = useState(false)
  const snoozed = lines.filter(({ SnoozedUntil }) => SnoozedUntil !== null)
  const shown = lines.filter(({ SnoozedUntil }) => SnoozedUntil === null || showsSnoozed)
  return (
    <>
      {shown.length > 0 ? (
        <ul className={styles.lines} aria-label="What waits">
          {shown.map((line) => (
            <Line key={line.Line} line={line} />
          ))}
        </ul>
      ) : (
        <output className={styles.nothing}>Nothing waits for you.</output>
      )}
      {hasFailed && (
        <p className={styles.note} role="alert">
          Some of it could not be counted.{' '}
          <Button variant="default" size="compact-xs" onClick={onRetry}>
            Retry
          </Button>
        </p>
      )}
      {snoozed.length > 0 && (
        <Anchor component="button" type="button" size="sm" onClick={() => showSnoozed(!showsSnoozed)}>
          {showsSnoozed ? 'Hide snoozed' : `Show snoozed (${snoozed.length})`}
        </Anchor>
      )}
    </>
  )
}
