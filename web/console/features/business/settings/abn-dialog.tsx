import { Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useState } from 'react'
import { z } from 'zod'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { Abn } from '#contract/business/business.ts'
import { isUnconfirmed, registerWords } from '#contract/business/register-words.ts'
import { type BusinessSettings, settingsApi } from '#contract/business/settings.ts'
import { formatAbn, registerDigits } from '#contract/values/abn.ts'
import { FormModal } from '#ui/form/form-modal.tsx'

const Fields = z.object({ ABN: Abn, IsAbnUnconfirmed: z.boolean() })

/** Gives the business another ABN. What the register doesn't confirm has to be meant. */
export function AbnDialog({ settings, onClose }: { settings: BusinessSettings; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  /** The ABN that the register doesn't confirm: whoever types another hasn't meant that one. */
  const [unconfirmed, setUnconfirmed] = useState('')
  const { run } = useAction(settingsApi.saveBusinessSettings, {
    success: 'ABN changed.',
    // What is a question rather than a failure stands in the dialog, above its answer.
    failure: ({ code }) => (isUnconfirmed(code) ? null : 'The ABN was not changed.'),
  })
  return (
    <FormModal
      title="Change ABN"
      submitLabel="Save"
      schema={Fields}
      initialValues={{ ABN: formatAbn(settings.ABN), IsAbnUnconfirmed: false }}
      onSubmit={async ({ ABN, IsAbnUnconfirmed }) => {
        const query = { revision: settings.Revision }
        const changed = { ABN, IsAbnUnconfirmed: IsAbnUnconfirmed && ABN === unconfirmed }
        const answer = await run({ params: { businessId }, query, body: { ...settings, ...changed } })
        if (answer.ok || !isUnconfirmed(answer.code)) return fieldsOf(answer)
        setUnconfirmed(ABN)
        return answer
      }}
      onClose={onClose}
      draft={keptAs('ABN', { revision: settings.Revision, chosen: [unconfirmed, setUnconfirmed] })}
    >
      {(form) => (
        <>
          <TextInput
            data-autofocus
            label="ABN"
            description="Eleven digits. The legal name follows from the register."
            {...form.getInputProps('ABN')}
          />
          {unconfirmed !== '' && registerDigits(form.values.ABN) === unconfirmed && (
            <Checkbox
              label={registerWords.meant}
              description={registerWords.meantHint}
              {...form.getInputProps('IsAbnUnconfirmed', { type: 'checkbox' })}
            />
          )}
        </>
      )}
    </FormModal>
  )
}
