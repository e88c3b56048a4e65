import { Checkbox, Text } from '@mantine/core'
import { z } from 'zod'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { type AcceptedOrNot, reviewApi } from '#contract/requests/review.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import { FormModal } from '#ui/form/form-modal.tsx'

type Props = { ids: string[]; onClose: () => void; onDone: (results: AcceptedOrNot[]) => void }

/** Asks before several requests are accepted; tells of those that weren't. */
export function AcceptSeveralDialog({ ids, onClose, onDone }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(reviewApi.acceptRequests)
  const [count] = [ids.length]
  return (
    <FormModal
      title={count === 1 ? 'Accept the request' : `Accept ${count} requests`}
      submitLabel="Accept"
      schema={z.object({ TellApplicants: z.boolean() })}
      initialValues={{ TellApplicants: true }}
      onSubmit={async (body) => {
        const answer = await run({ params: { businessId }, body: { SessionIds: ids, ...body } })
        if (answer.ok) tell(answer.data.Results, onDone)
        return answer
      }}
      onClose={onClose}
      withoutDraft="One box, nothing is typed."
    >
      {(form) => (
        <>
          <Text>
            Each gets the membership it asks for and the next number. One that needs a look stays as it is,
            such as that of somebody who may be a member already.
          </Text>
          <Checkbox
            label="Tell the applicants"
            {...form.getInputProps('TellApplicants', { type: 'checkbox' })}
          />
        </>
      )}
    </FormModal>
  )
}

function tell(results: AcceptedOrNot[], onDone: Props['onDone']): void {
  const accepted = results.filter(({ IsAccepted }) => IsAccepted).length
  if (accepted > 0) toasts.success(accepted === 1 ? '1 request accepted.' : `${accepted} requests accepted.`)
  if (accepted < results.length) onDone(results)
}
