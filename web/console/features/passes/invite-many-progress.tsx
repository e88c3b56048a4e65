import { Button, Group, Stack, Text } from '@mantine/core'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { usePolledRead } from '#console/queries.ts'
import { passInvitationsApi, type PassRun } from '#contract/passes/pass-invitations.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { WorkProgress } from '#ui/feedback/work-progress.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'

/** How far the sending of invitations is. It goes on without anybody looking. */
export function InviteManyProgress({ runId, onClose }: { runId: string; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId, runId }
  const { data, error, retry } = usePolledRead(passInvitationsApi.getPassInvitations, { params }, isUnderWay)
  const { run, isRunning } = useAction(passInvitationsApi.stopPassInvitations, {
    failure: 'The invitations were not stopped.',
  })
  if (!data)
    return error ? (
      <ErrorState title="The progress could not be loaded." detail={error.message} onRetry={retry} />
    ) : (
      <Skeleton height="8rem" />
    )
  return (
    <Stack gap="md">
      <WorkProgress label={labels[data.State]} share={shareOf(data)} detail={progressInWords(data)} />
      <Text size="sm" c="dimmed">
        {data.DisplayName}, started by {data.StartedBy}.
        {isUnderWay(data) && ' You can close this: it goes on, and this button brings you back.'}
      </Text>
      <Group justify="flex-end" gap="xs">
        {isUnderWay(data) && (
          <WorkingButton variant="default" isWorking={isRunning} onClick={() => void run({ params })}>
            Stop
          </WorkingButton>
        )}
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  )
}

const labels: Record<PassRun['State'], string> = {
  Running: 'Sending invitations',
  Done: 'All invitations sent',
  Stopped: 'Stopped',
  Failed: 'Something went wrong on our side. Whoever was invited stays so: start again for the others.',
}

const isUnderWay = ({ State }: PassRun) => State === 'Running'

function shareOf({ State, Seen, Total }: PassRun): number {
  return State === 'Done' || Total === 0 ? 1 : Math.min(Seen / Total, 1)
}

function progressInWords({ Invited, Skipped, Unreachable }: PassRun): string {
  const parts = [
    `${Invited.toLocaleString('en-AU')} invited`,
    Skipped > 0 && `${Skipped.toLocaleString('en-AU')} passed over`,
    Unreachable > 0 && `${Unreachable.toLocaleString('en-AU')} can’t be reached`,
  ]
  return parts.filter(Boolean).join(', ')
}
