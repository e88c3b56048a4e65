import { TextInput } from '@mantine/core'
import { z } from 'zod'
import { fieldsOf, useAction } from '#console/actions.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { FactorName, secondFactorApi, type Factor } from '#contract/access/second-factor.ts'
import { FormModal } from '#ui/form/form-modal.tsx'

const Renamed = z.object({ Name: FactorName })

/** Gives a factor another name. */
export function RenameFactorDialog({ factor, onClose }: { factor: Factor; onClose: () => void }) {
  const { run } = useAction(secondFactorApi.renameFactor, {
    success: 'Renamed.',
    failure: 'Renaming failed.',
  })
  return (
    <FormModal
      title="Rename"
      submitLabel="Save"
      schema={Renamed}
      initialValues={{ Name: factor.Name }}
      onSubmit={async (body) => fieldsOf(await run({ params: { factorId: factor.FactorId }, body }))}
      onClose={onClose}
      draft={keptAs(`factor ${factor.FactorId}`)}
    >
      {(form) => <TextInput label="Name" autoComplete="off" required {...form.getInputProps('Name')} />}
    </FormModal>
  )
}
