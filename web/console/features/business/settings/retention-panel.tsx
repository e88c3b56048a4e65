import { Text } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { retentionApi } from '#contract/business/retention.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { RetentionForm } from './retention-form.tsx'

/** How long the business keeps what piles up. */
export function RetentionPanel() {
  const { BusinessId: businessId } = useBusiness()
  const { data, error, retry } = useRead(retentionApi.getRetention, { params: { businessId } })
  return (
    <Panel title="Retention">
      <Text mb="md" maw="48rem">
        What is older than this falls away in the night, and nobody can bring it back. Money never does: every
        transaction of points, cards and payments is kept for good.
      </Text>
      {data && <RetentionForm retention={data} />}
      {!data && error && (
        <ErrorState title="The retention could not be loaded." detail={error.message} onRetry={retry} />
      )}
      {!data && !error && <Skeleton height="16rem" />}
    </Panel>
  )
}
