import { TextInput } from '@mantine/core'
import { fieldsOf } from '#console/actions.ts'
import { NewOption, type ListedOption, type OptionListName } from '#contract/business/option-lists.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { useChangeOption } from './change-option.ts'

type Props = { list: OptionListName; option: ListedOption; onClose: () => void }

/** Renames an option, for everyone who has it. */
export function RenameOptionDialog({ list, option, onClose }: Props) {
  const { change } = useChangeOption(list, {
    success: 'Option renamed.',
    failure: 'Renaming the option failed.',
  })
  return (
    <FormModal
      title={`Rename ${option.Value}`}
      submitLabel="Save"
      size="sm"
      schema={NewOption.pick({ Value: true })}
      initialValues={{ Value: option.Value }}
      onSubmit={async (body) => {
        const answer = await change(option, body)
        return answer.ok || answer.code !== 'option_name_taken'
          ? fieldsOf(answer)
          : { ok: false, errors: { Value: answer.message } }
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            description="Members who have this option are shown with the new name."
            required
            {...form.getInputProps('Value')}
          />
          <TextInput label="Key" value={option.Key} readOnly description="It never changes." />
        </>
      )}
    </FormModal>
  )
}
