import { Title } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { trendsApi } from '#contract/today/trends.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Plot } from './plot.tsx'
import styles from './trends.module.css'

/** How the business goes, as it was counted last night; nothing for those who may read none of it. */
export function Trends() {
  const { BusinessId: businessId } = useBusiness()
  const { data, error, retry } = useRead(trendsApi.getTrends, { params: { businessId } })
  if (error && !data)
    return <ErrorState title="The trends could not be loaded." detail={error.message} onRetry={retry} />
  if (!data || data.Trends.length === 0) return null
  return (
    <section className={styles.trends} aria-labelledby="trends">
      <Title order={2} size="h3" id="trends">
        Trends
      </Title>
      <p className={styles.note}>
        Counted on <DateText value={data.CountedOn} />, each night anew.
      </p>
      <div className={styles.plots}>
        {data.Trends.map((trend) => (
          <Plot key={trend.Trend} trend={trend} />
        ))}
      </div>
    </section>
  )
}
