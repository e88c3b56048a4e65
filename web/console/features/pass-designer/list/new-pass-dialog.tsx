import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { fieldsOf, useAction } from '#console/actions.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import type { Answer } from '#web/api-client.ts'
import { useBusiness } from '#console/business.ts'
import { pageHref } from '#contract/console-paths.ts'
import {
  passConfigurationsApi,
  type PassConfiguration,
  type PassConfigurationSummary,
} from '#contract/passes/pass-configurations.ts'
import { PassDocument } from '#contract/passes/pass-document.ts'
import { FormModal } from '#ui/form/form-modal.tsx'

const Name = PassDocument.pick({ DisplayName: true })

/** Makes a pass and opens it. */
export function NewPassDialog({ onClose }: { onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(passConfigurationsApi.createPassConfiguration, {
    success: 'Pass created.',
    failure: 'The pass could not be created.',
  })
  return (
    <NameDialog
      title="New pass"
      submitLabel="Create"
      name=""
      onSubmit={(body) => run({ params: { businessId }, body })}
      onClose={onClose}
    />
  )
}

type DuplicateProps = { pass: PassConfigurationSummary; onClose: () => void }

/** Makes another pass like this one and opens it. */
export function DuplicatePassDialog({ pass, onClose }: DuplicateProps) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(passConfigurationsApi.duplicatePassConfiguration, {
    success: 'Pass duplicated.',
    failure: 'The pass could not be duplicated.',
  })
  const params = { businessId, passConfigurationId: pass.PassConfigurationId }
  return (
    <NameDialog
      title={`Duplicate ${pass.DisplayName}`}
      submitLabel="Duplicate"
      name={`${pass.DisplayName} copy`}
      onSubmit={(body) => run({ params, body })}
      onClose={onClose}
    />
  )
}

type NameProps = {
  title: string
  submitLabel: string
  name: string
  onSubmit: (body: { DisplayName: string }) => Promise<Answer<PassConfiguration>>
  onClose: () => void
}

function NameDialog({ title, submitLabel, name, onSubmit, onClose }: NameProps) {
  const { BusinessId: businessId } = useBusiness()
  const navigate = useNavigate()

  async function submit(body: { DisplayName: string }) {
    const answer = await onSubmit(body)
    if (answer.ok)
      void navigate({
        to: pageHref('passDesign', { businessId, passConfigurationId: answer.data.PassConfigurationId }),
      })
    return fieldsOf(answer)
  }

  return (
    <FormModal
      title={title}
      submitLabel={submitLabel}
      schema={Name}
      initialValues={{ DisplayName: name }}
      onSubmit={submit}
      onClose={onClose}
      draft={keptAs(title)}
    >
      {(form) => (
        <TextInput
          label="Name"
          description="For staff: members don't see it."
          required
          {...form.getInputProps('DisplayName')}
        />
      )}
    </FormModal>
  )
}
