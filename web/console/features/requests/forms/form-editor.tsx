import { Alert, Anchor, Button, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useEffect, useRef } from 'react'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { formDraftOf } from '#console/drafts/draft.ts'
import { LeaveQuestion } from '#console/unsaved.tsx'
import type { FormFields, PaymentMode } from '#contract/requests/request-forms.ts'
import { isDeletedVenue, type Venue, venuesApi } from '#contract/business/venues.ts'
import { passesApi } from '#contract/passes/passes.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { StickyBar } from '#ui/layout/sticky-bar.tsx'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { takeOverSaved, useZodForm, type SubmitResult } from '#ui/form/zod-form.ts'
import { AskedPanel } from './asked-panel.tsx'
import { FeesPanel } from './fees-panel.tsx'
import { type EditorForm, FormEditorSchema, type FormValues } from './form-values.ts'
import styles from './forms.module.css'
import { QuestionsPanel } from './questions/questions-panel.tsx'
import { RemindersPanel } from './reminders-panel.tsx'
import { TermPanel } from './term-panel.tsx'

type Props = {
  /** What is stored. Where it becomes another, the editor starts anew with it. */
  stored: FormValues
  /** Of which state of the form that is. */
  revision?: number
  paymentMode?: PaymentMode
  previewUrl?: string
  onSave: (fields: FormFields) => Promise<SubmitResult>
  onCancel: () => void
  /** Told whether there is something to lose. */
  onDirty?: (isDirty: boolean) => void
}

/** All there is to say of a form. Asks before changes are lost. */
export function FormEditor(props: Props) {
  const { stored, revision, paymentMode, previewUrl, onSave, onCancel, onDirty } = props
  const { form, isSubmitting, failure, submit } = useZodForm({
    schema: FormEditorSchema,
    initialValues: stored,
    onSubmit: async (fields) => {
      keepSent(form.getValues())
      const result = await onSave(fields)
      if (!result.ok) keepSent(null)
      return result
    },
  })
  const isDirty = form.isDirty()
  const keepSent = useRestart(form, stored)
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty])
  const isRenewal = stored.Kind === 'Renewal'
  const draft = formDraftOf(`form ${stored.Kind}`, { form, isSaved: false }, revision)
  return (
    <form noValidate onSubmit={submit} className={styles.editor}>
      <LeaveQuestion isDirty={isDirty && !isSubmitting} draft={draft} />
      {failure && (
        <Alert color="red" p="sm">
          {failure}
        </Alert>
      )}
      <GeneralPanel form={form} previewUrl={previewUrl} />
      <FeesPanel form={form} paymentMode={paymentMode} />
      <TermPanel form={form} />
      <AskedPanel form={form} />
      <QuestionsPanel form={form} />
      <TextsPanel form={form} />
      {isRenewal && <RemindersPanel form={form} />}
      <StickyBar label="Save or cancel">
        <Button variant="default" onClick={onCancel} disabled={isSubmitting}>
          Cancel
        </Button>
        <WorkingButton type="submit" isWorking={isSubmitting}>
          Save
        </WorkingButton>
      </StickyBar>
    </form>
  )
}

/** Takes over what is stored now, in place: the focus stays where it was, and so does what was typed since it was sent. */
function useRestart(form: EditorForm, stored: FormValues) {
  const sent = useRef<FormValues | null>(null)
  const started = useRef(stored)
  useEffect(() => {
    if (started.current === stored) return
    started.current = stored
    takeOverSaved(form, sent.current ?? form.getValues(), stored)
    form.resetDirty(stored)
    sent.current = null
  }, [form, stored])
  return (values: FormValues | null) => {
    sent.current = values
  }
}

function GeneralPanel({ form, previewUrl }: { form: EditorForm; previewUrl: string | undefined }) {
  const isRenewal = form.values.Kind === 'Renewal'
  return (
    <Panel
      title="General"
      action={
        previewUrl && (
          <Anchor href={previewUrl} target="_blank" rel="noreferrer">
            {form.isDirty() ? 'Preview of what is saved' : 'Preview'}
          </Anchor>
        )
      }
    >
      <div className={styles.fields}>
        <TextInput
          label="Name"
          required
          description="People read it at the top of the page."
          {...form.getInputProps('DisplayName')}
        />
        {!isRenewal && <VenueField form={form} />}
        <Switch
          label="Open"
          description="Only an open form takes requests."
          {...form.getInputProps('IsOpen', { type: 'checkbox' })}
        />
        {!isRenewal && <CardField form={form} />}
      </div>
    </Panel>
  )
}

function VenueField({ form }: { form: EditorForm }) {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(venuesApi.listVenues, {
    params: { businessId },
    query: { includeDeleted: 'true' },
  })
  const { VenueNo: own } = form.getInitialValues()
  // One that has been closed or deleted meanwhile stays with the form that has it, and is offered to no other.
  const isOffered = (venue: Venue) => (venue.Enabled && !isDeletedVenue(venue)) || venue.VenueNo === own
  const venues = data?.Results.filter(isOffered) ?? []
  return (
    <NativeSelect
      label="Venue"
      required
      description="Accepted applicants join it, unless another is chosen then."
      data={[
        { value: '', label: 'Select a venue' },
        ...venues.map(({ VenueNo, DisplayName }) => ({ value: VenueNo, label: DisplayName })),
      ]}
      {...form.getInputProps('VenueNo')}
    />
  )
}

function CardField({ form }: { form: EditorForm }) {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(passesApi.listPassesToSend, { params: { businessId } })
  const { PassConfigurationId: own } = form.getInitialValues()
  const cards = data?.Results ?? []
  const isMissing = own !== '' && cards.every((card) => card.PassConfigurationId !== own)
  return (
    <NativeSelect
      label="Digital membership card"
      description="Those who are accepted without a review get it on the same screen."
      data={[
        { value: '', label: 'None' },
        ...(isMissing ? [{ value: own, label: 'The one that is set' }] : []),
        ...cards.map(({ PassConfigurationId, DisplayName }) => ({
          value: PassConfigurationId,
          label: DisplayName,
        })),
      ]}
      {...form.getInputProps('PassConfigurationId')}
    />
  )
}

function TextsPanel({ form }: { form: EditorForm }) {
  return (
    <Panel title="Texts">
      <div className={styles.fields}>
        <Textarea
          label="Introduction"
          description="Above the first step."
          autosize
          minRows={2}
          {...form.getInputProps('Introduction')}
        />
        <Textarea
          label="Terms"
          description="People have to accept them. Leave it empty for none."
          autosize
          minRows={3}
          maxRows={12}
          {...form.getInputProps('Terms')}
        />
        <Textarea
          label="At the end"
          description="What happens next, after it was sent."
          autosize
          minRows={2}
          {...form.getInputProps('ClosingText')}
        />
      </div>
    </Panel>
  )
}
