import { Anchor, Checkbox, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Link } from '@tanstack/react-router'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useCanOpen } from '#console/can-open.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { useRead } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { type VisitorRules, visitorRulesApi, VisitorRulesFields } from '#contract/visitors/visitor-rules.ts'
import { askedPlaces, visitorKindWords, visitorKinds } from '#contract/visitors/visitor-words.ts'
import { revised, unlessChanged, useRevisedSave } from '#parts/conflict/revised-save.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { NumberField } from '#ui/form/number-field.tsx'
import { call } from '#web/api-client.ts'
import { ClubsField, type RulesForm } from './clubs-field.tsx'

/** What the business asks of those who sign visitors in. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { data, error } = useRead(visitorRulesApi.getVisitorRules, { params: { businessId } })
  if (data) return <LoadedRules rules={data} onClose={onClose} />
  if (error) {
    toasts.error('The rules could not be loaded.', error.message)
    onClose()
  }
  return null
}

function LoadedRules({ rules, onClose }: { rules: VisitorRules; onClose: () => void }) {
  const { save, question } = useRulesSave()
  const start = revisedOf(rules)
  return (
    <>
      <FormModal
        title="Rules for visitors"
        submitLabel="Save"
        size="lg"
        schema={VisitorRulesFields}
        initialValues={start.fields}
        onSubmit={async (mine) => fieldsOf(await save(mine, start))}
        onClose={onClose}
        draft={keptAs('visitor rules', { revision: start.revision })}
      >
        {(form) => <RulesFields form={form} />}
      </FormModal>
      {question}
    </>
  )
}

function RulesFields({ form }: { form: RulesForm }) {
  return (
    <>
      <Checkbox.Group label="Who can be signed in" {...form.getInputProps('Kinds')}>
        <Stack gap="xs" mt="xs">
          {visitorKinds.map((kind) => (
            <Checkbox key={kind} value={kind} label={visitorKindWords[kind]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <NumberField
        label="Guests per member and day"
        description="Empty for any number."
        allowDecimal={false}
        {...form.getInputProps('GuestsPerDay')}
        value={form.values.GuestsPerDay ?? ''}
        onChange={(most) => form.setFieldValue('GuestsPerDay', most === '' ? null : most)}
      />
      <NativeSelect
        label="Visitors are asked for"
        data={askedPlaces.map((value) => ({ value, label: `Their ${value.toLowerCase()}` }))}
        {...form.getInputProps('AsksFor')}
      />
      <Checkbox
        label="Visitors sign on the screen"
        {...form.getInputProps('NeedsSignature', { type: 'checkbox' })}
      />
      <Textarea
        label="What visitors sign"
        required
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('Statement')}
      />
      <ClubsField form={form} />
      <Kept />
    </>
  )
}

function Kept() {
  const { BusinessId: businessId } = useBusiness()
  const canOpen = useCanOpen('settings')
  return (
    <Text size="sm" c="dimmed">
      How long the register is kept is set with the{' '}
      {canOpen ? (
        <Anchor component={Link} to={pageHref('settings', { businessId })} underline="always" inherit>
          retention of the business
        </Anchor>
      ) : (
        'retention of the business'
      )}
      : for good, until you say otherwise. New South Wales asks for three years.
    </Text>
  )
}

function useRulesSave() {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId }
  const { run } = useAction(visitorRulesApi.saveVisitorRules, {
    success: 'Rules updated.',
    failure: unlessChanged('Updating the rules failed.'),
  })
  return useRevisedSave({
    what: 'setting',
    send: (body: VisitorRulesFields, revision) => run({ params, query: { revision }, body }),
    read: async () => revised(await call(visitorRulesApi.getVisitorRules, { params }), revisedOf),
    words: {
      labels: {
        Kinds: 'Who can be signed in',
        GuestsPerDay: 'Guests per member and day',
        AsksFor: 'Visitors are asked for',
        NeedsSignature: 'Visitors sign on the screen',
        Statement: 'What visitors sign',
        Clubs: 'Reciprocal clubs',
      },
      wordsOf: (fields, key) => {
        if (key === 'Clubs') return fields.Clubs.map(({ Name }) => Name)
        return key === 'Kinds' ? fields.Kinds.map((kind) => visitorKindWords[kind]) : fields[key]
      },
      sameBy: (fields, key) => fields[key],
    },
  })
}

function revisedOf({ Revision, ...fields }: VisitorRules) {
  return { fields, revision: Revision }
}
