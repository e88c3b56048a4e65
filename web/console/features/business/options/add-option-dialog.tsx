import { TextInput } from '@mantine/core'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import {
  NewOption,
  optionListLabels,
  optionListsApi,
  type OptionListName,
} from '#contract/business/option-lists.ts'
import { FormModal } from '#ui/form/form-modal.tsx'

// The sentences of these refusals are about a field each.
const blamed: Record<string, string> = { option_exists: 'Key', option_name_taken: 'Value' }

/** Adds an option to a list. Its key is its name unless somebody says otherwise. */
export function AddOptionDialog({ list, onClose }: { list: OptionListName; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(optionListsApi.addOption, {
    success: 'Option added.',
    failure: 'Adding the option failed.',
  })
  return (
    <FormModal
      title={`Add to ${optionListLabels[list]}`}
      submitLabel="Add"
      size="sm"
      schema={NewOption}
      initialValues={{ Value: '', Key: '' }}
      onSubmit={async (body) => {
        const answer = await run({ params: { businessId, list }, body })
        const field = answer.ok ? undefined : blamed[answer.code ?? '']
        return !answer.ok && field ? { ok: false, errors: { [field]: answer.message } } : fieldsOf(answer)
      }}
      onClose={onClose}
      draft={keptAs(`new option ${list}`)}
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            description="What people read. It can be changed."
            required
            {...form.getInputProps('Value')}
            onChange={(event) => {
              const { Key, Value } = form.getValues()
              if (Key === Value) form.setFieldValue('Key', event.currentTarget.value)
              form.setFieldValue('Value', event.currentTarget.value)
            }}
          />
          <TextInput
            label="Key"
            description="What members and other systems carry. It never changes."
            required
            {...form.getInputProps('Key')}
          />
        </>
      )}
    </FormModal>
  )
}
