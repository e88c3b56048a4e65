import { NativeSelect, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { NewApiKey, apiKeysApi } from '#contract/access/api-keys.ts'
import { FormModal } from '#ui/form/form-modal.tsx'

/** Makes a key for the tills of a venue; closes with its secret, if it made one. */
export function NewApiKeyDialog({ onClose }: { onClose: (secret: string | null) => void }) {
  const { BusinessId: businessId, VenueSummaries: venues } = useBusiness()
  const secret = useRef<string | null>(null)
  const { run } = useAction(apiKeysApi.createApiKey, {
    failure: 'API key creation failed.',
  })
  const [onlyVenue] = venues.length === 1 ? venues : []
  return (
    <FormModal
      title="New API key"
      submitLabel="Create"
      schema={NewApiKey}
      initialValues={{ Name: '', VenueNo: onlyVenue?.VenueNo ?? '' }}
      onSubmit={async (body) => {
        const answer = await run({ params: { businessId }, body })
        if (answer.ok) secret.current = answer.data.Secret
        return fieldsOf(answer)
      }}
      onClose={() => onClose(secret.current)}
      draft={keptAs('new API key')}
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            description="Which tills have it: ‘Main bar’."
            autoComplete="off"
            required
            {...form.getInputProps('Name')}
          />
          <NativeSelect
            label="Venue"
            description="The key works for this venue alone."
            required
            {...form.getInputProps('VenueNo')}
          >
            <option value="">Select a venue</option>
            {venues.map(({ VenueNo, DisplayName }) => (
              <option key={VenueNo} value={VenueNo}>
                {DisplayName}
              </option>
            ))}
          </NativeSelect>
        </>
      )}
    </FormModal>
  )
}
