import { NativeSelect, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { useRead } from '#console/queries.ts'
import type { MemberListItem } from '#contract/members/members.ts'
import { deskApi } from '#contract/requests/desk.ts'
import { requestFormsApi } from '#contract/requests/request-forms.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { openAtDesk } from './open-at-desk.ts'

type Props = { member: MemberListItem; onClose: () => void }
type Forms = readonly { Meta: { Id: string }; DisplayName: string }[]

/** Starts the renewal of a member who stands at the desk. */
export function Dialog(props: Props) {
  const { BusinessId: businessId } = useBusiness()
  const { data, error } = useRead(requestFormsApi.listRenewalForms, { params: { businessId } })
  const { onClose } = props
  useEffect(() => {
    if (!error || data) return
    toasts.error('The forms could not be loaded.', error.message)
    onClose()
  }, [error, data, onClose])
  return data ? <Loaded {...props} forms={data.Results} /> : null
}

function Loaded({ member, forms, onClose }: Props & { forms: Forms }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(deskApi.renewAtDesk)
  const params = { businessId, memberId: member.id }
  return (
    <FormModal
      title="Renew at the desk"
      submitLabel="Open the form"
      schema={deskApi.renewAtDesk.body}
      initialValues={{ FormId: forms[0]?.Meta.Id ?? '' }}
      whyNot={forms.length > 0 ? null : 'Without a form there is nothing to open.'}
      draft={keptAs(`renewal at the desk ${member.id}`)}
      onSubmit={(body) => openAtDesk(() => run({ params, body }))}
      onClose={onClose}
    >
      {(form) =>
        forms.length === 0 ? (
          <Text>There is no form to renew with yet.</Text>
        ) : (
          <>
            <Text>
              Only with {member.FirstName} {member.LastName} before you: the form shows what is on file and
              changes it, without a code. That you have identified them goes on record.
            </Text>
            <NativeSelect
              label="Form"
              data={forms.map(({ Meta, DisplayName }) => ({ value: Meta.Id, label: DisplayName }))}
              {...form.getInputProps('FormId')}
            />
          </>
        )
      }
    </FormModal>
  )
}
