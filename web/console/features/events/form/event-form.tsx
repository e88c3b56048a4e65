import { Alert, Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconFilter } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { formDraftOf } from '#console/drafts/draft.ts'
import { LeaveQuestion } from '#console/unsaved.tsx'
import { EventForm as EventSchema, type HubEvent } from '#contract/events/events.ts'
import { messages } from '#contract/messages.ts'
import { MemberFilterDialog } from '#parts/member-filter/member-filter-dialog.tsx'
import { TimeZoneField } from '#parts/time-zone-field.tsx'
import { DateField } from '#ui/date/date-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { StickyBar } from '#ui/layout/sticky-bar.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { useZodForm, type SubmitResult } from '#ui/form/zod-form.ts'
import { EventFacts } from '#features/events/event-facts.tsx'
import { DoorRulesFields } from './door-rules.tsx'
import styles from './event-form.module.css'
import { movedTo, type EventValues } from './event-values.ts'
import { FilterNotice } from './filter-notice.tsx'
import { statusColors } from '#features/events/event-words.ts'

const text = messages.events

type Props = {
  /** The event to change; null for a new one. */
  event: HubEvent | null
  initialValues: EventValues
  /** Saves it, publishes it if that was the button, and leads on. */
  onSave: (values: EventValues, isPublished: boolean) => Promise<SubmitResult>
  onCancel: () => void
}

/** What there is to fill in of an event, and beside it how it will look. */
export function EventFormPanels({ event, initialValues, onSave, onCancel }: Props) {
  const isPublishing = useRef(false)
  const [isFiltering, setFiltering] = useState(false)
  const { form, isSubmitting, isSaved, failure, submit } = useZodForm({
    schema: EventSchema,
    initialValues,
    onSubmit: (values) => onSave(values, isPublishing.current),
  })
  return (
    <>
      <form noValidate onSubmit={submit}>
        <LeaveQuestion
          isDirty={form.isDirty() && !isSubmitting}
          draft={formDraftOf('event', { form, isSaved }, event?.Revision)}
        />
        {failure && (
          <Alert color="red" p="sm" mb="md">
            {failure}
          </Alert>
        )}
        <div className={styles.columns}>
          <div className={styles.panels}>
            <Panel title={text.eventDetails}>
              <Fields form={form} isNew={event === null} onEditFilter={() => setFiltering(true)} />
            </Panel>
            <DoorRulesFields form={form} />
          </div>
          <Preview values={form.values} status={event?.EventStatus ?? 'Draft'} />
        </div>
        <Buttons
          isDraft={event === null || event.EventStatus === 'Draft'}
          isSubmitting={isSubmitting}
          onChoose={(isPublished) => (isPublishing.current = isPublished)}
          onCancel={onCancel}
        />
      </form>
      {/* Beside the form: what is submitted in the dialog would be submitted here, too. */}
      {isFiltering && (
        <MemberFilterDialog
          of={`event ${event?.id ?? ''}`}
          value={form.values.MemberFilterQuery}
          onChange={(query) => form.setFieldValue('MemberFilterQuery', query)}
          onClose={() => setFiltering(false)}
        />
      )}
    </>
  )
}

type ButtonsProps = {
  isDraft: boolean
  isSubmitting: boolean
  /** Called before the form is submitted, with whether it is to be published, too. */
  onChoose: (isPublished: boolean) => void
  onCancel: () => void
}

function Buttons({ isDraft, isSubmitting, onChoose, onCancel }: ButtonsProps) {
  const [isPublishing, setPublishing] = useState(false)
  function choose(isPublished: boolean) {
    setPublishing(isPublished)
    onChoose(isPublished)
  }
  return (
    <StickyBar label="Save or cancel">
      <Button variant="default" onClick={onCancel} disabled={isSubmitting}>
        {text.cancel}
      </Button>
      <WorkingButton
        type="submit"
        variant={isDraft ? 'default' : 'filled'}
        isWorking={isSubmitting && !isPublishing}
        onClick={() => choose(false)}
      >
        {isDraft ? text.saveDraft : text.save}
      </WorkingButton>
      {isDraft && (
        <WorkingButton type="submit" isWorking={isSubmitting && isPublishing} onClick={() => choose(true)}>
          {text.publish}
        </WorkingButton>
      )}
    </StickyBar>
  )
}

type FieldsProps = { form: UseFormReturnType<EventValues>; isNew: boolean; onEditFilter: () => void }

function Fields({ form, isNew, onEditFilter }: FieldsProps) {
  const { BusinessId: businessId } = useBusiness()
  const move = useMove(form)
  return (
    <div className={styles.fields}>
      <TextInput
        label="Event Name"
        required
        // Who makes an event has said so: the first thing to write is its name.
        autoFocus={isNew}
        className={styles.wide}
        {...form.getInputProps('EventName')}
      />
      <DateField
        label="Event Start Date"
        required
        {...form.getInputProps('EventStartDate')}
        onChange={move}
      />
      <DateField label="Event End Date" required {...form.getInputProps('EventEndDate')} />
      <TextInput
        type="time"
        label="Check-in Start Time"
        required
        {...form.getInputProps('CheckInStartTime')}
      />
      <TextInput type="time" label="Check-in End Time" required {...form.getInputProps('CheckInEndTime')} />
      <TextInput
        label="Event Location"
        required
        className={styles.wide}
        {...form.getInputProps('EventLocation')}
      />
      <TimeZoneField
        businessId={businessId}
        required
        className={styles.wide}
        {...form.getInputProps('TimeZoneId')}
      />
      <div className={styles.wide}>
        <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />} onClick={onEditFilter}>
          {text.editFilter}
        </Button>
        <FilterNotice {...form.values} />
      </div>
    </div>
  )
}

/** Moves the event to another day, with its end and its sessions. */
function useMove(form: FieldsProps['form']) {
  const lastStart = useRef('')
  return (start: string | null) => {
    const values = form.getValues()
    // Who empties the field and writes another day into it moves the event just the same.
    lastStart.current = values.EventStartDate || lastStart.current
    form.setFieldValue('EventStartDate', start!)
    if (!start) return
    const moved = movedTo(start, { ...values, EventStartDate: lastStart.current })
    form.setFieldValue('EventEndDate', moved.EventEndDate)
    form.setFieldValue('Sessions', moved.Sessions)
  }
}

function Preview({ values, status }: { values: EventValues; status: HubEvent['EventStatus'] }) {
  const shown = {
    ...values,
    // A date field that was emptied holds nothing.
    EventStartDate: values.EventStartDate ?? '',
    EventEndDate: values.EventEndDate ?? '',
  }
  return (
    <Panel title={text.preview} mark={<StatusBadge color={statusColors[status]}>{status}</StatusBadge>}>
      <p className={styles.previewName}>{values.EventName.trim() || 'Event Name'}</p>
      <EventFacts event={shown} />
    </Panel>
  )
}
