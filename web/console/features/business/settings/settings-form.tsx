import { SimpleGrid, Stack } from '@mantine/core'
import '@mantine/core/styles/SimpleGrid.layer.css'
import { useState } from 'react'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { formDraftOf } from '#console/drafts/draft.ts'
import { LeaveQuestion } from '#console/unsaved.tsx'
import { type BusinessSettings, settingsApi, SettingsFields } from '#contract/business/settings.ts'
import { fieldsIn, revised, unlessChanged, useRevisedSave } from '#parts/conflict/revised-save.ts'
import { unchanged } from '#ui/form/why-not.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { takeOverSaved, useZodForm } from '#ui/form/zod-form.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { call } from '#web/api-client.ts'
import { LookPreview } from './look-preview.tsx'
import { BusinessSettingsFields as SettingsInputs } from './settings-fields.tsx'

/** The name, contact and colour of a business, with what patrons see of them beside it. */
export function SettingsForm({ settings }: { settings: BusinessSettings }) {
  const [start, setStart] = useState(() => revisedOf(settings))
  const { save, question } = useSettingsSave()
  const { form, isSubmitting, submit } = useZodForm({
    schema: SettingsFields,
    initialValues: filledIn(start.fields),
    onSubmit: async (mine) => {
      const sent = form.getValues()
      const answer = await save(mine, start)
      if (answer.ok) {
        const now = revisedOf(answer.data)
        setStart(now)
        takeOverSaved(form, sent, filledIn(now.fields))
      }
      return fieldsOf(answer)
    },
  })
  // Somebody else has saved: where nothing is lost by it, theirs is shown.
  if (settings.Revision !== start.revision && !form.isDirty() && !isSubmitting) {
    const now = revisedOf(settings)
    setStart(now)
    form.setInitialValues(filledIn(now.fields))
    form.setValues(filledIn(now.fields))
  }
  return (
    <Panel title="Name, contact and colour">
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <form noValidate onSubmit={submit}>
          <LeaveQuestion
            isDirty={form.isDirty() && !isSubmitting}
            draft={formDraftOf('settings', { form, isSaved: false }, start.revision)}
          />
          <Stack gap="sm">
            <SettingsInputs form={form} />
            <WorkingButton type="submit" isWorking={isSubmitting} whyNot={form.isDirty() ? null : unchanged}>
              Save settings
            </WorkingButton>
          </Stack>
        </form>
        <LookPreview name={form.values.DisplayName} look={{ ...form.values, LogoUrl: settings.LogoUrl }} />
      </SimpleGrid>
      {question}
    </Panel>
  )
}

function useSettingsSave() {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId }
  const { run } = useAction(settingsApi.saveBusinessSettings, {
    success: 'Business settings updated.',
    failure: unlessChanged('Business settings update failed.'),
  })
  return useRevisedSave({
    what: 'business',
    send: (body: SettingsFields, revision) => run({ params, query: { revision }, body }),
    read: async () => revised(await call(settingsApi.getBusinessSettings, { params }), revisedOf),
  })
}

const names = ['DisplayName', 'EmailAddress', 'PhoneNumber', 'Website', 'PostalAddress', 'Colour'] as const

function revisedOf(settings: BusinessSettings) {
  return { fields: fieldsIn(settings as SettingsFields, names), revision: settings.Revision }
}

/** A form's fields hold text, also where there is none. */
function filledIn(fields: SettingsFields) {
  const { DisplayName, EmailAddress, PhoneNumber, Website, PostalAddress, Colour } = fields
  return {
    DisplayName,
    EmailAddress: EmailAddress ?? '',
    PhoneNumber: PhoneNumber ?? '',
    Website: Website ?? '',
    PostalAddress: PostalAddress ?? '',
    Colour: Colour ?? '',
  }
}
