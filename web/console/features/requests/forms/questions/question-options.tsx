import { TextInput } from '@mantine/core'
import { MoneyField } from '#ui/form/money-field.tsx'
import { NumberField } from '#ui/form/number-field.tsx'
import { type EditorForm, usualTax } from '#features/requests/forms/form-values.ts'
import forms from '#features/requests/forms/forms.module.css'
import { newId } from './question-values.ts'
import { AddRow, RemoveRow } from '#features/requests/forms/row-buttons.tsx'

/** What can be chosen, and what each costs. */
export function QuestionOptions({ form, index }: { form: EditorForm; index: number }) {
  const path = `Questions.${index}.Options`
  const options = form.values.Questions[index]?.Options ?? []
  const add = () =>
    form.setFieldValue(path, [...options, { Id: newId(), Label: '', Fee: '', TaxPercent: usualTax }])
  return (
    <>
      <ul className={forms.rows}>
        {options.map(({ Id }, i) => (
          <li key={Id} className={forms.row}>
            <TextInput label={`Option ${i + 1}`} {...form.getInputProps(`${path}.${i}.Label`)} />
            <MoneyField
              label="Fee, with tax"
              placeholder="Free"
              {...form.getInputProps(`${path}.${i}.Fee`)}
            />
            <NumberField label="Tax" suffix="%" {...form.getInputProps(`${path}.${i}.TaxPercent`)} />
            <RemoveRow
              label={`Remove option ${i + 1} of question ${index + 1}`}
              onRemove={() => form.setFieldValue(path, options.toSpliced(i, 1))}
            />
          </li>
        ))}
      </ul>
      <AddRow label="Add an option" onAdd={add} />
    </>
  )
}
