import { Button, Checkbox, NativeSelect, Radio, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { reentryRules, reentryWords } from '#contract/events/door-rules.ts'
import { entriesApi, type VenueEntry } from '#contract/events/entries.ts'
import type { HubEvent } from '#contract/events/events.ts'
import { weekdays } from '#contract/events/open-hours.ts'
import { parseFilter } from '#contract/members/member-filter.ts'
import { FilterSentence } from '#parts/member-filter/filter-sentence.tsx'
import { MemberFilterDialog } from '#parts/member-filter/member-filter-dialog.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { NumberField } from '#ui/form/number-field.tsx'
import styles from './entry-dialog.module.css'
import { EntryForm, entryValues, type EntryValues } from './entry-values.ts'

type Props = {
  /** The one to change; null to switch one on. */
  entry: HubEvent | null
  /** Those without one that is on. */
  venues: readonly VenueEntry[]
  onClose: () => void
}

type Form = UseFormReturnType<EntryValues>

/** Switches the front door of a venue on, or changes when it is open, and for whom. */
export function EntryDialog({ entry, venues, onClose }: Props) {
  const save = useSaveEntry(entry)
  const [filtering, setFiltering] = useState<Form | null>(null)
  const only = venues.length === 1 ? venues[0]! : null
  return (
    <>
      <FormModal
        title={entry ? `Change ${entry.EventName}` : 'Switch on an entry'}
        submitLabel={entry ? 'Save' : 'Switch on'}
        size="lg"
        schema={EntryForm}
        initialValues={entryValues(entry ?? only?.Entry ?? null, only?.VenueNo ?? '')}
        onSubmit={save}
        onClose={onClose}
        draft={keptAs(`entry ${entry?.id ?? ''}`, { revision: entry?.Revision })}
      >
        {(form) => (
          <>
            {!entry && <Venue form={form} venues={venues} />}
            <Hours form={form} />
            <WhoMayCome form={form} onEdit={() => setFiltering(form)} />
            <div className={styles.rules}>
              <NativeSelect label="Re-entry" {...form.getInputProps('Reentry')}>
                {reentryRules.map((rule) => (
                  <option key={rule} value={rule}>
                    {reentryWords[rule]}
                  </option>
                ))}
              </NativeSelect>
              <NumberField
                label="Capacity"
                description="How many may be in at the same time; empty for no limit."
                allowDecimal={false}
                {...form.getInputProps('Capacity')}
              />
            </div>
          </>
        )}
      </FormModal>
      {filtering && (
        <MemberFilterDialog
          of={`entry ${entry?.id ?? ''}`}
          value={filtering.values.MemberFilterQuery}
          onChange={(query) => filtering.setFieldValue('MemberFilterQuery', query)}
          onClose={() => setFiltering(null)}
        />
      )}
    </>
  )
}

function useSaveEntry(entry: HubEvent | null) {
  const { BusinessId: businessId } = useBusiness()
  const opening = useAction(entriesApi.switchEntryOn, {
    success: 'Entry switched on.',
    failure: 'The entry could not be switched on.',
  })
  const changing = useAction(entriesApi.saveEntry, {
    success: 'Entry saved.',
    failure: 'The entry could not be saved.',
  })
  return async ({ VenueNo, ...body }: ReturnType<typeof EntryForm.parse>) =>
    fieldsOf(
      entry
        ? await changing.run({
            params: { businessId, eventId: entry.id },
            query: { revision: entry.Revision },
            body,
          })
        : await opening.run({ params: { businessId }, body: { VenueNo, ...body } }),
    )
}

function Venue({ form, venues }: { form: Form; venues: Props['venues'] }) {
  // An entry that was switched off is switched on as it was, unless somebody says otherwise.
  const choose = (venueNo: string) =>
    form.setValues(entryValues(venues.find(({ VenueNo }) => VenueNo === venueNo)?.Entry ?? null, venueNo))
  return (
    <NativeSelect
      label="Venue"
      required
      {...form.getInputProps('VenueNo')}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {venues.length > 1 && <option value="">Choose a venue</option>}
      {venues.map(({ VenueNo, VenueName }) => (
        <option key={VenueNo} value={VenueNo}>
          {VenueName}
        </option>
      ))}
    </NativeSelect>
  )
}

function Hours({ form }: { form: Form }) {
  return (
    <>
      <Radio.Group label="Open" {...form.getInputProps('Open')}>
        <div className={styles.choice}>
          <Radio value="always" label="At any hour" />
          <Radio value="hours" label="Within hours" />
        </div>
      </Radio.Group>
      {form.values.Open === 'hours' && (
        <div className={styles.week}>
          {weekdays.map((day, place) => (
            <Day key={day} form={form} day={day} place={place} />
          ))}
          <Text c="dimmed" size="sm">
            An end before the beginning is past midnight: 18:00 to 02:00.
          </Text>
        </div>
      )}
    </>
  )
}

function Day({ form, day, place }: { form: Form; day: string; place: number }) {
  const at = `Days.${place}`
  const isOpen = form.values.Days[place]?.IsOpen ?? false
  return (
    <div className={styles.day} role="group" aria-label={day}>
      <Checkbox label={day} {...form.getInputProps(`${at}.IsOpen`, { type: 'checkbox' })} />
      {isOpen ? (
        <>
          <TextInput type="time" aria-label={`${day} from`} {...form.getInputProps(`${at}.From`)} />
          <TextInput type="time" aria-label={`${day} to`} {...form.getInputProps(`${at}.To`)} />
        </>
      ) : (
        <Text c="dimmed">Closed</Text>
      )}
    </div>
  )
}

function WhoMayCome({ form, onEdit }: { form: Form; onEdit: () => void }) {
  const { filter } = parseFilter(form.values.MemberFilterQuery)
  return (
    <div className={styles.who}>
      <Text fw={500} size="sm">
        Who may come
      </Text>
      <FilterSentence filter={filter} />
      <div>
        <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />} onClick={onEdit}>
          Change who may come
        </Button>
      </div>
    </div>
  )
}
