import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { isOpenSending, mostUnderWay } from '#contract/messaging/mass-sending.ts'
import { passInvitationsApi, type PassRun } from '#contract/passes/pass-invitations.ts'
import { WorkProgress } from '#ui/feedback/work-progress.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { progressInWords } from './sending-words.tsx'

/** How far a sending is, and what holds it back. */
export function SendingProgress({ run, children }: { run: PassRun; children?: ReactNode }) {
  return (
    <Stack gap="md">
      <WorkProgress label={labels[run.State]} share={shareOf(run)} detail={progressInWords(run)} />
      <Text size="sm" c="dimmed">
        {run.DisplayName}, started by {run.StartedBy}.
        {run.State === 'Running' && ' It goes on when you leave.'}
        {isOpenSending(run) &&
          ` What is on its way already, ${mostUnderWay} at the most, still arrives when it is paused or stopped.`}
      </Text>
      <Group justify="flex-end" gap="xs">
        {isOpenSending(run) && <Steering run={run} />}
        {children}
      </Group>
    </Stack>
  )
}

function Steering({ run: { RunId: runId, State } }: { run: PassRun }) {
  const { BusinessId: businessId } = useBusiness()
  const input = { params: { businessId, runId } }
  const pause = useAction(passInvitationsApi.pausePassInvitations, {
    failure: 'The invitations were not paused.',
  })
  const goOn = useAction(passInvitationsApi.continuePassInvitations, {
    failure: 'The invitations were not taken up again.',
  })
  const stop = useAction(passInvitationsApi.stopPassInvitations, {
    failure: 'The invitations were not stopped.',
  })
  return (
    <>
      <WorkingButton
        variant="default"
        isWorking={pause.isRunning || goOn.isRunning}
        onClick={() => void (State === 'Paused' ? goOn : pause).run(input)}
      >
        {State === 'Paused' ? 'Go on' : 'Pause'}
      </WorkingButton>
      <WorkingButton variant="default" isWorking={stop.isRunning} onClick={() => void stop.run(input)}>
        Stop
      </WorkingButton>
    </>
  )
}

const labels: Record<PassRun['State'], string> = {
  Running: 'Sending invitations',
  Paused: 'Paused',
  Done: 'All invitations sent',
  Stopped: 'Stopped',
  Failed: 'Something went wrong on our side. Whoever was invited stays so: start again for the others.',
}

function shareOf({ State, Seen, Total }: PassRun): number {
  return State === 'Done' || Total === 0 ? 1 : Math.min(Seen / Total, 1)
}
