import { NativeSelect, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { z } from 'zod'
import { fieldsOf } from '#console/actions.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import type { ListedOption } from '#contract/business/option-lists.ts'
import { TypeTerm, usualTypeTerm } from '#contract/members/type-terms.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { NumberField } from '#ui/form/number-field.tsx'
import { monthName } from '#ui/text/format.ts'
import { useChangeOption } from './change-option.ts'

type Typed = number | ''
type Values = {
  Kind: 'Form' | 'Months' | 'YearEnd' | 'Never'
  Months: Typed
  Month: string
  Day: Typed
  GraceDays: Typed
  IsProRata: boolean
}

const months = Array.from({ length: 12 }, (_, i) => ({
  value: String(i + 1),
  label: monthName(`2024-${String(i + 1).padStart(2, '0')}-01`, 'long'),
}))

/** How long a membership of a type lasts, and what comes after: for everyone who has it. */
export function LastingDialog({ option: given, onClose }: { option: ListedOption; onClose: () => void }) {
  // As it was when the form was opened, whatever is read meanwhile: a save says what it started from.
  const [option] = useState(given)
  const { change } = useChangeOption('MembershipType', {
    success: 'Membership type saved.',
    failure: 'The membership type could not be saved.',
  })
  return (
    <FormModal
      title={`How long ${option.Value} lasts`}
      submitLabel="Save"
      size="sm"
      schema={Lasting}
      initialValues={valuesOf(option.Lasting ?? usualTypeTerm)}
      onSubmit={async (lasting) => fieldsOf(await change(option, { Lasting: lasting }))}
      onClose={onClose}
      draft={keptAs(`lasting ${option.Key}`, { revision: option.Revision })}
    >
      {(form) => <LastingFields form={form} />}
    </FormModal>
  )
}

function LastingFields({ form }: { form: UseFormReturnType<Values> }) {
  const { Kind } = form.values
  return (
    <>
      <NativeSelect
        label="It lasts"
        data={[
          { value: 'Form', label: 'As the form says' },
          { value: 'Months', label: 'For a number of months' },
          { value: 'YearEnd', label: 'Until a day of the year' },
          { value: 'Never', label: 'For ever, as for life members' },
        ]}
        {...form.getInputProps('Kind')}
      />
      {Kind === 'Months' && (
        <NumberField label="Months" allowDecimal={false} {...form.getInputProps('Months')} />
      )}
      {Kind === 'YearEnd' && (
        <>
          <NumberField label="Day" allowDecimal={false} {...form.getInputProps('Day')} />
          <NativeSelect label="Month" data={months} {...form.getInputProps('Month')} />
        </>
      )}
      {(Kind === 'YearEnd' || Kind === 'Form') && (
        <Switch
          label="Fee by the months left"
          description="Who joins before the day of the year pays for the months until then."
          {...form.getInputProps('IsProRata', { type: 'checkbox' })}
        />
      )}
      {Kind !== 'Never' && (
        <NumberField
          label="Days of grace"
          description="After the financial date, before it lapses."
          allowDecimal={false}
          {...form.getInputProps('GraceDays')}
        />
      )}
    </>
  )
}

const Lasting = z.custom<Values>().transform((values, context): TypeTerm => {
  const parsed = TypeTerm.safeParse(termOf(values))
  if (parsed.success) return parsed.data
  // The fields of the term stand beside the others here.
  for (const { path, message } of parsed.error.issues)
    context.addIssue({ code: 'custom', path: path.slice(-1), message })
  return z.NEVER
})

function termOf({ Kind, Months, Month, Day, GraceDays, IsProRata }: Values) {
  const known = (value: Typed) => (value === '' ? Number.NaN : value)
  const { Term: none, ...rest } = usualTypeTerm
  const term = { Kind, Months: known(Months), Month: Number(Month), Day: known(Day) }
  if (Kind === 'Never') return { ...rest, Term: none, NeverLapses: true }
  return {
    Term: Kind === 'Form' ? none : term,
    GraceDays: known(GraceDays),
    NeverLapses: false,
    IsProRata: IsProRata && Kind !== 'Months',
  }
}

function valuesOf({ Term, GraceDays, NeverLapses, IsProRata }: TypeTerm): Values {
  return {
    Kind: NeverLapses ? 'Never' : (Term?.Kind ?? 'Form'),
    Months: Term?.Months ?? 12,
    Month: String(Term?.Month ?? 6),
    Day: Term?.Day ?? 30,
    GraceDays,
    IsProRata,
  }
}
