import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { standingApi, StandingChange, type StandingShown } from '#contract/business/standing.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { formatDateTime } from '#ui/text/format.ts'

/** How the business stands, and the way to suspend it, or to lift that. */
export function Tab() {
  const { BusinessId: businessId } = useBusiness()
  const { data: standing } = useRead(standingApi.getStanding, { params: { businessId } })
  const [isAsking, setAsking] = useState(false)
  if (!standing) return <Skeleton height="8rem" />
  const isOpen = standing.Standing === 'Open'
  return (
    <Stack align="flex-start" maw="40rem">
      <StatusBadge color={isOpen ? 'green' : 'red'}>{standing.Standing}</StatusBadge>
      <Text>{inWords(standing)}</Text>
      <Button {...(isOpen && { color: 'red' })} onClick={() => setAsking(true)}>
        {isOpen ? 'Suspend' : 'Lift the suspension'}
      </Button>
      {isAsking && <StandingDialog isOpen={isOpen} onClose={() => setAsking(false)} />}
    </Stack>
  )
}

function StandingDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { BusinessId: businessId, DisplayName: name } = useBusiness()
  const { run } = useAction(isOpen ? standingApi.suspendBusiness : standingApi.liftSuspension)
  const effect = isOpen
    ? `Nobody at ${name} can sign in or work, its tills and doors refuse, and its patrons read that the club is unavailable. Payments under way are still taken in. Nothing is lost.`
    : `Everybody at ${name} can sign in and work again, and what rested goes on.`
  return (
    <FormModal
      title={isOpen ? `Suspend ${name}?` : `Lift the suspension of ${name}?`}
      submitLabel={isOpen ? 'Suspend' : 'Lift'}
      schema={StandingChange}
      initialValues={{ Reason: '' }}
      onSubmit={(body) => run({ params: { businessId }, body })}
      done={isOpen ? 'The business is suspended.' : 'The business is open again.'}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text>{effect}</Text>
          <Textarea
            label="Reason"
            description="It is kept in the trail of the business, where its users read it, and in the platform's."
            autosize
            minRows={2}
            required
            {...form.getInputProps('Reason')}
          />
        </>
      )}
    </FormModal>
  )
}

function inWords({ Since, Reason, By, RestingJobs }: StandingShown): string {
  if (Since === null) return 'Everybody with an account can sign in and work.'
  const jobs = RestingJobs === 1 ? '1 job rests' : `${RestingJobs} jobs rest`
  return `Suspended by ${By} on ${formatDateTime(Since)} (‘${Reason}’). ${jobs} until it is lifted.`
}
