import { NativeSelect, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { z } from 'zod'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { useRead } from '#console/queries.ts'
import { configurationApi } from '#contract/business/configuration.ts'
import { messages } from '#contract/messages.ts'
import { asksForAnotherType } from '#contract/requests/renewal-doubts.ts'
import { requestsApi, type RequestDetail } from '#contract/requests/requests.ts'
import { RenewalAcceptance } from '#contract/requests/decisions.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { NotifyField, usualWay } from './notify-field.tsx'

/** Where the type that was asked for can't be had any more, another has to be chosen. */
const AnotherType = RenewalAcceptance.refine(({ MembershipType }) => MembershipType !== null, {
  path: ['MembershipType'],
  message: messages.members.typeRequired,
})

/** Renews the member as the request says. */
export function AcceptRenewalDialog({ request, onClose }: { request: RequestDetail; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(requestsApi.acceptRenewalRequest, {
    success: 'Renewal accepted.',
  })
  // Whoever has a type that was retired may keep it; nobody gets it anew.
  const isRetired = request.Proposal.MembershipType === null
  const mustChoose = isRetired && asksForAnotherType(request)
  return (
    <FormModal
      title="Accept the renewal"
      submitLabel="Accept"
      schema={mustChoose ? AnotherType : RenewalAcceptance}
      initialValues={{ NotifyBy: usualWay(request), MembershipType: '' }}
      draft={keptAs(`acceptance ${request.SessionId}`)}
      onSubmit={(body) => run({ params: { businessId, sessionId: request.SessionId }, body })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text>
            The member will be financial until <DateText value={request.Proposal.DateFinancial} />.
          </Text>
          {isRetired ? (
            <TypeField request={request} form={form} isRequired={mustChoose} />
          ) : (
            <Changes request={request} />
          )}
          <Unproven request={request} />
          <NotifyField request={request} {...form.getInputProps('NotifyBy')} />
        </>
      )}
    </FormModal>
  )
}

type Values = z.input<typeof RenewalAcceptance>

/** Offers the types there are, where the one that was asked for has been retired. */
function TypeField({
  request,
  form,
  isRequired,
}: {
  request: RequestDetail
  form: UseFormReturnType<Values>
  isRequired: boolean
}) {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(configurationApi.listMemberData, {
    params: { businessId, field: 'MembershipType' },
  })
  const types = data?.Results.map(({ Key, Value }) => ({ value: Key, label: Value })) ?? []
  return (
    <NativeSelect
      label="Membership type"
      description={`${request.RequestedMembershipType ?? 'The type'} is no longer offered.`}
      required={isRequired}
      data={[{ value: '', label: isRequired ? 'Select a type' : 'As it is' }, ...types]}
      {...form.getInputProps('MembershipType')}
    />
  )
}

/** What it changes beside the date. */
function Changes({ request }: { request: RequestDetail }) {
  const { CurrentMembershipType, RequestedMembershipType } = request
  return (
    asksForAnotherType(request) && (
      <Text>
        The membership type changes from <strong>{CurrentMembershipType}</strong> to{' '}
        <strong>{RequestedMembershipType}</strong>.
      </Text>
    )
  )
}

/** What it leaves as it is. */
function Unproven({ request: { IsProven, DisplayName } }: { request: RequestDetail }) {
  return (
    !IsProven && (
      <Text>
        Nobody has shown that this is {DisplayName ?? 'the member'}, so the details on file stay as they are.
      </Text>
    )
  )
}
