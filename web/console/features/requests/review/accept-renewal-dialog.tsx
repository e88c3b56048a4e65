import { Text } from '@mantine/core'
import { z } from 'zod'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { asksForAnotherType } from '#contract/requests/renewal-doubts.ts'
import { requestsApi, type RequestDetail } from '#contract/requests/requests.ts'
import { NotifyBy } from '#contract/requests/decisions.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { NotifyField, usualWay } from './notify-field.tsx'

/** Renews the member as the request says. */
export function AcceptRenewalDialog({ request, onClose }: { request: RequestDetail; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(requestsApi.acceptRenewalRequest, {
    success: 'Renewal accepted.',
  })
  return (
    <FormModal
      title="Accept the renewal"
      submitLabel="Accept"
      schema={z.object({ NotifyBy })}
      initialValues={{ NotifyBy: usualWay(request) }}
      onSubmit={(body) => run({ params: { businessId, sessionId: request.SessionId }, body })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text>
            The member will be financial until <DateText value={request.Proposal.DateFinancial} />.
          </Text>
          <Changes request={request} />
          <NotifyField request={request} {...form.getInputProps('NotifyBy')} />
        </>
      )}
    </FormModal>
  )
}

/** What it changes beside the date, and what it leaves. */
function Changes({ request }: { request: RequestDetail }) {
  const { CurrentMembershipType, RequestedMembershipType, IsProven, DisplayName } = request
  return (
    <>
      {asksForAnotherType(request) && (
        <Text>
          The membership type changes from <strong>{CurrentMembershipType}</strong> to{' '}
          <strong>{RequestedMembershipType}</strong>.
        </Text>
      )}
      {!IsProven && (
        <Text>
          Nobody has shown that this is {DisplayName ?? 'the member'}, so the details on file stay as they
          are.
        </Text>
      )}
    </>
  )
}
