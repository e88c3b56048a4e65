import { Button } from '@mantine/core'
import { useBusiness } from '#console/business.ts'
import { usePolledRead } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { passInvitationsApi } from '#contract/passes/pass-invitations.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { SendingProgress } from './sending/sending-progress.tsx'

/** How far the sending of invitations is. It goes on without anybody looking. */
export function InviteManyProgress({ runId, onClose }: { runId: string; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { data, error, retry } = usePolledRead(
    passInvitationsApi.getPassInvitations,
    { params: { businessId, runId } },
    ({ State }) => State === 'Running',
  )
  if (!data)
    return error ? (
      <ErrorState title="The progress could not be loaded." detail={error.message} onRetry={retry} />
    ) : (
      <Skeleton height="8rem" />
    )
  return (
    <SendingProgress run={data}>
      <Button component={Link} variant="default" href={pageHref('sending', { businessId, runId })}>
        What became of each
      </Button>
      <Button onClick={onClose}>Close</Button>
    </SendingProgress>
  )
}
