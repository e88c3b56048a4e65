import { Text, TextInput } from '@mantine/core'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { Ending, standingApi } from '#contract/business/standing.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { ReasonField } from '#ui/form/reason-field.tsx'
import { whereReasonsAre } from './standing-dialog.tsx'

/** Ends a business whose name was typed: nobody ends another one than they mean. */
export function EndDialog({ days, onClose }: { days: string; onClose: () => void }) {
  const { BusinessId: businessId, DisplayName: name } = useBusiness()
  const { run } = useAction(standingApi.endBusiness)
  return (
    <FormModal
      title={`End ${name}?`}
      submitLabel="End this business"
      danger
      schema={Ending}
      initialValues={{ BusinessName: '', Reason: '' }}
      onSubmit={async (body) => fieldsOf(await run({ params: { businessId }, body }))}
      done="The business is ended. This page says when it is erased."
      onClose={onClose}
      withoutDraft="What ends a business is typed anew each time."
    >
      {(form) => (
        <>
          <Text>
            Nobody at {name} can sign in or work any more, and its tills, doors and forms are closed. Its
            members, cards and what is on them, points, ledger, trail, pictures and the accounts of its users
            are erased {days}. Then nobody can bring them back: download everything first.
          </Text>
          <TextInput
            data-autofocus
            required
            autoComplete="off"
            label="Name of the business"
            description={`Type ${name} to confirm.`}
            {...form.getInputProps('BusinessName')}
          />
          <ReasonField description={whereReasonsAre} {...form.getInputProps('Reason')} />
        </>
      )}
    </FormModal>
  )
}
