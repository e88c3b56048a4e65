import { useId, useState } from 'react'
import styles from './fields.module.css'

type Props = {
  label: string
  value: string | null
  error?: string | undefined
  help?: string | undefined
  isOptional?: boolean
  /** A day as YYYY-MM-DD once it is whole; until then what there is of it, which no rule takes for a day. */
  onChange: (value: string | null) => void
}

const parts = [
  { label: 'Day', autoComplete: 'bday-day', most: 2 },
  { label: 'Month', autoComplete: 'bday-month', most: 2 },
  { label: 'Year', autoComplete: 'bday-year', most: 4 },
] as const

/** A date of birth in three fields: who was born in 1948 scrolls through no calendar. */
export function BirthDateField({ label, value, error, help, isOptional = false, onChange }: Props) {
  const id = useId()
  const [typed, setTyped] = useState(() => (value?.split('-') ?? ['', '', '']).toReversed())
  const said = error ?? help
  function change(index: number, text: string) {
    const next = typed.with(index, text.replaceAll(/\D/g, ''))
    setTyped(next)
    const [day = '', month = '', year = ''] = next
    onChange(next.every((part) => part === '') ? null : [year, two(month), two(day)].join('-'))
  }
  return (
    <fieldset className={styles.date}>
      <legend>
        {label}
        {isOptional && <span className={styles.optional}> (optional)</span>}
      </legend>
      <div>
        {parts.map((part, i) => (
          <label key={part.label}>
            {part.label}
            <input
              inputMode="numeric"
              autoComplete={part.autoComplete}
              maxLength={part.most}
              value={typed[i] ?? ''}
              onChange={(event) => change(i, event.currentTarget.value)}
              {...(error && { 'aria-invalid': true })}
              {...(said && { 'aria-describedby': id })}
            />
          </label>
        ))}
      </div>
      {said && (
        <p id={id} className={error ? styles.wrong : styles.help}>
          {said}
        </p>
      )}
    </fieldset>
  )
}

const two = (text: string) => (text === '' ? '' : text.padStart(2, '0'))
