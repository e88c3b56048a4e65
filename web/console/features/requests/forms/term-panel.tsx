import { NativeSelect } from '@mantine/core'
import { NumberField } from '#ui/form/number-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { monthName } from '#ui/text/format.ts'
import type { EditorForm } from './form-values.ts'
import styles from './forms.module.css'

const months = () =>
  Array.from({ length: 12 }, (_, i) => ({
    value: String(i + 1),
    label: monthName(`2024-${String(i + 1).padStart(2, '0')}-01`, 'long'),
  }))

/** How long a membership lasts that is paid for here. */
export function TermPanel({ form }: { form: EditorForm }) {
  const { Kind, Month } = form.values.Term
  return (
    <Panel title="How long it lasts">
      <div className={styles.pair}>
        <NativeSelect
          label="Financial"
          data={[
            { value: 'Months', label: 'For a number of months' },
            { value: 'YearEnd', label: 'Until a day of the year' },
          ]}
          {...form.getInputProps('Term.Kind')}
        />
        {Kind === 'Months' ? (
          <NumberField label="Months" allowDecimal={false} {...form.getInputProps('Term.Months')} />
        ) : (
          <>
            <NumberField label="Day" allowDecimal={false} {...form.getInputProps('Term.Day')} />
            <NativeSelect
              label="Month"
              data={months()}
              value={String(Month)}
              onChange={(event) => form.setFieldValue('Term.Month', Number(event.currentTarget.value))}
            />
          </>
        )}
      </div>
    </Panel>
  )
}
