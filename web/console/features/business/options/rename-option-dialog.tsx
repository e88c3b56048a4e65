import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import {
  NewOption,
  optionListsApi,
  type ListedOption,
  type OptionListName,
} from '#contract/business/option-lists.ts'
import { revised, unlessChanged, useRevisedSave } from '#parts/conflict/revised-save.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { call } from '#web/api-client.ts'

type Props = { list: OptionListName; option: ListedOption; onClose: () => void }

/** Renames an option, for everyone who has it. */
export function RenameOptionDialog({ list, option: given, onClose }: Props) {
  // As it was when the form was opened, whatever is read meanwhile: a save says what it started from.
  const [option] = useState(given)
  const { save, question } = useRename(list, option)
  return (
    <>
      <FormModal
        title={`Rename ${option.Value}`}
        submitLabel="Save"
        size="sm"
        schema={NewOption.pick({ Value: true })}
        initialValues={{ Value: option.Value }}
        onSubmit={async (body) => {
          const answer = await save(body, revisedOf(option))
          return answer.ok || answer.code !== 'option_name_taken'
            ? fieldsOf(answer)
            : { ok: false, errors: { Value: answer.message } }
        }}
        onClose={onClose}
        draft={keptAs(`option ${list} ${option.Key}`, { revision: option.Revision })}
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
      {question}
    </>
  )
}

function useRename(list: OptionListName, { Key }: ListedOption) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(optionListsApi.updateOption, {
    success: 'Option renamed.',
    failure: unlessChanged('Renaming the option failed.'),
  })
  return useRevisedSave({
    what: 'option',
    send: (body: { Value: string }, revision) =>
      run({ params: { businessId, list, key: Key }, query: { revision }, body }),
    read: async () =>
      revised(await call(optionListsApi.listOptionLists, { params: { businessId } }), ({ Results }) => {
        const now = Results.find(({ Name }) => Name === list)?.Options.find((each) => each.Key === Key)
        return now && revisedOf(now)
      }),
    words: { labels: { Value: 'Name' } },
  })
}

function revisedOf({ Value, Revision }: ListedOption) {
  return { fields: { Value }, revision: Revision }
}
