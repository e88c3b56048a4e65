import { Alert, NumberInput, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { fieldsOf } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { messages } from '#contract/messages.ts'
import { isDeletedVenue, shortestHoldSeconds, type Venue } from '#contract/business/venues.ts'
import { TimeZoneField } from '#parts/time-zone-field.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { NumberField } from '#ui/form/number-field.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { PointsTypesField } from './points-types-field.tsx'
import { useRestoreVenue } from './restore-venue.ts'
import { useSaveVenue } from './save-venue.ts'
import styles from './venue-dialog.module.css'
import { VenueForm, venueValuesOf, type VenueValues } from './venue-form.ts'

const text = messages.venues

type Props = {
  /** The venue to change; null for a new one. */
  venue: Venue | null
  onClose: () => void
}

/** Makes or changes a venue. A deleted one is shown as it was, and can be restored. */
export function VenueDialog({ venue: given, onClose }: Props) {
  // As it was when the form was opened, whatever is read meanwhile: a save says what it started from.
  const [venue] = useState(given)
  const { save, question } = useSaveVenue(venue)
  const [isDeleted, setDeleted] = useState(venue !== null && isDeletedVenue(venue))
  const fields = useRef<HTMLFieldSetElement>(null)

  function showRestored() {
    flushSync(() => setDeleted(false))
    fields.current?.querySelector('input')?.focus()
  }

  return (
    <>
      <FormModal
        title={venue ? text.editTitle : text.newTitle}
        submitLabel="Save"
        size="lg"
        whyNot={isDeleted ? 'A deleted venue can’t be changed.' : null}
        schema={VenueForm}
        initialValues={venueValuesOf(venue)}
        onSubmit={async (body) => fieldsOf(await save(body))}
        onClose={onClose}
        draft={keptAs(`venue ${venue?.VenueNo ?? ''}`, { revision: venue?.Revision })}
      >
        {(form) => (
          <>
            {venue && isDeleted && <RestoreBanner venue={venue} onRestored={showRestored} />}
            <fieldset ref={fields} disabled={isDeleted} className={styles.fields} aria-label="Venue">
              <VenueFields form={form} isNew={venue === null} />
            </fieldset>
          </>
        )}
      </FormModal>
      {question}
    </>
  )
}

function RestoreBanner({ venue, onRestored }: { venue: Venue; onRestored: () => void }) {
  const { restore, isRestoring } = useRestoreVenue()

  async function press() {
    const { ok } = await restore(venue)
    if (ok) onRestored()
  }

  return (
    <Alert color="red" p="sm" title="This venue is deleted.">
      <div className={styles.banner}>
        <span>
          Since <DateText value={venue._Meta.DateDeleted} />. Restore it to change it.
        </span>
        <WorkingButton variant="default" size="xs" isWorking={isRestoring} onClick={press} data-autofocus>
          Restore
        </WorkingButton>
      </div>
    </Alert>
  )
}

type FieldsProps = { form: UseFormReturnType<VenueValues>; isNew: boolean }

function VenueFields({ form, isNew }: FieldsProps) {
  const { BusinessId: businessId, TimeZone } = useBusiness()
  return (
    <>
      <TextInput label="Display name" required {...form.getInputProps('DisplayName')} />
      <Switch
        label="Enabled"
        description="Otherwise it is closed: nobody joins it, its tills sell nothing, its doors let nobody in."
        {...form.getInputProps('Enabled', { type: 'checkbox' })}
      />
      <TimeZoneField
        businessId={businessId}
        noneLabel={`As the business: ${TimeZone.replaceAll('_', ' ')}`}
        {...form.getInputProps('TimeZone')}
      />
      <LocationFields form={form} />
      <Group title="Default integrations">
        <TextInput label="Loyalty" {...form.getInputProps('DefaultLoyaltyIntegrationId')} />
        <TextInput label="Membership" {...form.getInputProps('DefaultMembershipIntegrationId')} />
        <TextInput label="Gaming" {...form.getInputProps('DefaultGamingIntegrationId')} />
      </Group>
      <Group title="Hold transaction TTL">
        <TextInput label="Minimum" description="Seconds" value={shortestHoldSeconds} readOnly />
        <NumberInput
          label="Maximum"
          description={isNew ? 'Seconds. It can’t be changed later.' : 'Seconds'}
          required={isNew}
          readOnly={!isNew}
          hideControls
          allowDecimal={false}
          allowNegative={false}
          {...form.getInputProps('PointsTransactionConfiguration.MaximumHoldTransactionTimeToLiveSeconds')}
        />
      </Group>
      <PointsTypesField form={form} />
    </>
  )
}

/** Where the venue is: phones bring passes up near it. */
function LocationFields({ form }: Pick<FieldsProps, 'form'>) {
  return (
    <Group title="Location">
      <NumberField
        label="Latitude"
        description="As on a map, such as -33.8568"
        allowNegative
        decimalScale={6}
        {...form.getInputProps('Location.Latitude')}
      />
      <NumberField
        label="Longitude"
        description="Such as 151.2153"
        allowNegative
        decimalScale={6}
        {...form.getInputProps('Location.Longitude')}
      />
    </Group>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
