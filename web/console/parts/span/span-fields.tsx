import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useToday } from '#console/days.ts'
import { DateField } from '#ui/date/date-field.tsx'
import styles from './span-fields.module.css'
import { type PresetName, presetNames, presetOf, type Span, spanOfPreset } from './presets.ts'

type Props = {
  /** What the days are of: 'Issued' makes 'Issued from' and 'Issued to'. */
  label?: string
  values: Span
  change: (span: Span) => void
  /** What stays on their line. */
  children?: ReactNode
}

/** From which day to which, or one of the spans that have a name. */
export function SpanFields({ label, values, change, children }: Props) {
  const nameOf = (end: 'From' | 'To') => (label ? `${label} ${end.toLowerCase()}` : end)
  return (
    <div className={styles.span}>
      <PresetField values={values} change={change} />
      <DateField
        label={nameOf('From')}
        value={values.from ?? null}
        onChange={(from) => change({ from: from ?? undefined })}
      />
      <DateField
        label={nameOf('To')}
        value={values.to ?? null}
        onChange={(to) => change({ to: to ?? undefined })}
      />
      {children}
    </div>
  )
}

const ownDays = 'Own days'

function PresetField({ values, change }: Pick<Props, 'values' | 'change'>) {
  const today = useToday()
  const isOpen = !values.from && !values.to
  const name = isOpen ? '' : (presetOf(values, today) ?? ownDays)
  return (
    <NativeSelect
      label="Period"
      value={name}
      data={[
        { value: '', label: 'Any days' },
        ...presetNames,
        // What the two fields beside it say: there to be read.
        ...(name === ownDays ? [ownDays] : []),
      ]}
      onChange={({ currentTarget: { value } }) => {
        if (value === '') change({ from: undefined, to: undefined })
        else if (value !== ownDays) change(spanOfPreset(value as PresetName, today))
      }}
    />
  )
}
