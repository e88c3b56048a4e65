import {
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/SimpleGrid.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { fieldsOf, useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import {
  CardProgramFields,
  cardProgramsApi,
  cardProgramTypeLabels,
  cardProgramTypes,
  deliveryTypes,
  programFields,
  shortestSoldExpiryMonths,
  type CardProgram,
  type CardProgramType,
} from '#contract/cards/card-programs.ts'
import { reloadRuleLabels } from '#contract/cards/reload-limits.ts'
import {
  fieldsIn,
  revised,
  unlessChanged,
  useRevisedSave,
  type Revised,
} from '#parts/conflict/revised-save.ts'
import { ReloadLimitFields } from './reload-limit-fields.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { call } from '#web/api-client.ts'

/** A field of a number is empty for the moment that it is being typed. */
type Values = Omit<CardProgramFields, 'MinimumInitialCardValue' | 'MaximumInitialCardValue'> & {
  MinimumInitialCardValue: number | ''
  MaximumInitialCardValue: number | ''
}
type Form = UseFormReturnType<Values>

const newProgram: Values = {
  Description: '',
  ProgramType: 'InstantGift',
  DeliveryTypes: ['SMS'],
  IsPhysicalEnabled: false,
  MinimumInitialCardValue: '',
  MaximumInitialCardValue: '',
  ExpiryMonths: shortestSoldExpiryMonths,
  IsPromotional: false,
  Terms: '',
  MaximumBalance: null,
  MaximumReloadPerDay: null,
  AllowsHolderReload: false,
}

type Props = {
  /** The program to change; null for a new one. */
  program: CardProgram | null
  onClose: () => void
}

/** Makes or changes a card program. */
export function CardProgramDialog({ program: given, onClose }: Props) {
  // As it was when the form was opened, whatever is read meanwhile: a save says what it started from.
  const [program] = useState(given)
  const { save, question } = useSaveProgram(program)
  return (
    <>
      <FormModal
        title={program ? 'Edit card program' : 'New card program'}
        submitLabel="Save"
        schema={CardProgramFields}
        initialValues={program ? CardProgramFields.parse(program) : newProgram}
        onSubmit={async (body) => fieldsOf(await save(body))}
        onClose={onClose}
        draft={keptAs(`program ${program?.CardProgramId ?? ''}`, { revision: program?.Revision })}
      >
        {(form) => <ProgramFields form={form} isNew={program === null} />}
      </FormModal>
      {question}
    </>
  )
}

function useSaveProgram(program: CardProgram | null) {
  const { BusinessId: businessId } = useBusiness()
  const create = useAction(cardProgramsApi.createCardProgram, {
    success: 'Card program created.',
    failure: 'Card program creation failed.',
  })
  const update = useAction(cardProgramsApi.updateCardProgram, {
    success: 'Card program updated.',
    failure: unlessChanged('Card program update failed.'),
  })
  const params = { businessId, cardProgramId: program?.CardProgramId ?? '' }
  const { save, question } = useRevisedSave<CardProgramFields, CardProgram>({
    what: 'card program',
    send: (body, revision) => update.run({ params, query: { revision }, body }),
    read: async () =>
      revised(await call(cardProgramsApi.listCardPrograms, { params: { businessId } }), ({ Results }) => {
        const now = Results.find(({ CardProgramId }) => CardProgramId === params.cardProgramId)
        return now && revisedOf(now)
      }),
  })
  return {
    save: (body: CardProgramFields) =>
      program ? save(body, revisedOf(program)) : create.run({ params: { businessId }, body }),
    question,
  }
}

function revisedOf(program: CardProgram): Revised<CardProgramFields> {
  return {
    fields: fieldsIn<CardProgramFields, keyof CardProgramFields>(program, programFields),
    revision: program.Revision,
  }
}

function ProgramFields({ form, isNew }: { form: Form; isNew: boolean }) {
  return (
    <>
      <TextInput label="Description" required {...form.getInputProps('Description')} />
      <NativeSelect
        label="Type"
        data={cardProgramTypes.map((value) => ({ value, label: cardProgramTypeLabels[value] }))}
        disabled={!isNew}
        description={isNew ? 'It can’t be changed later.' : 'It can’t be changed: cards may be out.'}
        {...form.getInputProps('ProgramType')}
        onChange={(event) => chooseType(form, event.currentTarget.value as CardProgramType)}
      />
      <Checkbox.Group label="Delivery" required {...form.getInputProps('DeliveryTypes')}>
        <Group gap="lg" py={4}>
          {deliveryTypes.map((type) => (
            <Checkbox key={type} value={type} label={type} />
          ))}
        </Group>
      </Checkbox.Group>
      <Switch
        label="Physical card"
        description="Ordered card by card, and made of plastic."
        {...form.getInputProps('IsPhysicalEnabled', { type: 'checkbox' })}
      />
      <SimpleGrid cols={2} spacing="md">
        <MoneyField
          required
          label="Minimum initial value"
          {...form.getInputProps('MinimumInitialCardValue')}
        />
        <MoneyField
          required
          label="Maximum initial value"
          {...form.getInputProps('MaximumInitialCardValue')}
        />
      </SimpleGrid>
      {form.values.ProgramType === 'Reloadable' && <ReloadFields form={form} />}
      <ExpiryField form={form} />
      <Switch
        label="Promotional"
        description={`Given away rather than sold: it may expire before ${shortestSoldExpiryMonths} months.`}
        {...form.getInputProps('IsPromotional', { type: 'checkbox' })}
      />
      <TermsField form={form} />
    </>
  )
}

// Nothing is added to a gift card: what was filled in for another type falls away with its fields.
function chooseType(form: Form, type: CardProgramType): void {
  form.setFieldValue('ProgramType', type)
  if (type === 'Reloadable') return
  form.setFieldValue('MaximumBalance', null)
  form.setFieldValue('MaximumReloadPerDay', null)
  form.setFieldValue('AllowsHolderReload', false)
}

function ReloadFields({ form }: { form: Form }) {
  return (
    <>
      <ReloadLimitFields form={form} />
      <Switch
        label={reloadRuleLabels.AllowsHolderReload}
        description="They pay online on the page of their card, where payments are set up."
        {...form.getInputProps('AllowsHolderReload', { type: 'checkbox' })}
      />
    </>
  )
}

function ExpiryField({ form }: { form: Form }) {
  return (
    <NumberInput
      label="Expires after"
      description="Months from its issue. Leave it empty for a card that never expires."
      suffix=" months"
      hideControls
      allowDecimal={false}
      allowNegative={false}
      {...form.getInputProps('ExpiryMonths')}
      value={form.values.ExpiryMonths ?? ''}
      onChange={(months) => form.setFieldValue('ExpiryMonths', months === '' ? null : Number(months))}
    />
  )
}

function TermsField({ form }: { form: Form }) {
  return (
    <Textarea
      label="Terms"
      description="What holders agree to by activating their card."
      autosize
      minRows={3}
      maxRows={8}
      {...form.getInputProps('Terms')}
    />
  )
}
