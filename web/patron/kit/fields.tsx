import { useId, type HTMLInputAutoCompleteAttribute, type InputHTMLAttributes, type ReactNode } from 'react'
import styles from './fields.module.css'

type FieldProps = {
  label: string
  error?: string | undefined
  help?: string | undefined
  isOptional?: boolean
  children: (given: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode
}

/** A label, what is filled in under it, and what is wrong with that. */
export function Field({ label, error, help, isOptional = false, children }: FieldProps) {
  const id = useId()
  const said = error ?? help
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {isOptional && <span className={styles.optional}> (optional)</span>}
      </label>
      {children({
        id,
        ...(error && { 'aria-invalid': true }),
        ...(said && { 'aria-describedby': `${id}-said` }),
      })}
      {said && (
        <p id={`${id}-said`} className={error ? styles.wrong : styles.help}>
          {said}
        </p>
      )}
    </div>
  )
}

type TextProps = Omit<FieldProps, 'children'> & {
  value: string | null
  onChange: (value: string | null) => void
  type?: 'text' | 'email' | 'tel' | 'date'
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  onLeave?: (() => void) | undefined
}

/** Several lines of text. */
export function LongTextField({
  value,
  onChange,
  ...field
}: Omit<TextProps, 'type' | 'autoComplete' | 'inputMode' | 'onLeave'>) {
  return (
    <Field {...field}>
      {(given) => (
        <textarea
          {...given}
          rows={4}
          value={value ?? ''}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      )}
    </Field>
  )
}

/** A line of text. */
export function TextField({
  value,
  onChange,
  type = 'text',
  autoComplete,
  inputMode,
  onLeave,
  ...field
}: TextProps) {
  return (
    <Field {...field}>
      {(given) => (
        <input
          {...given}
          type={type}
          autoComplete={autoComplete}
          inputMode={inputMode}
          value={value ?? ''}
          onChange={(event) => onChange(event.currentTarget.value || null)}
          onBlur={onLeave}
        />
      )}
    </Field>
  )
}

type SelectProps = Omit<FieldProps, 'children'> & {
  value: string | null
  options: readonly { Key: string; Value: string }[]
  onChange: (value: string | null) => void
}

/** One of a list. */
export function SelectField({ value, options, onChange, ...field }: SelectProps) {
  return (
    <Field {...field}>
      {(given) => (
        <select
          {...given}
          value={value ?? ''}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        >
          <option value="">Choose</option>
          {options.map(({ Key, Value }) => (
            <option key={Key} value={Key}>
              {Value}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type TickProps = {
  label: ReactNode
  detail?: string | undefined
  isTicked: boolean
  error?: string | undefined
  onChange: (isTicked: boolean) => void
}

/** A box to tick. */
export function Tick({ label, detail, isTicked, error, onChange }: TickProps) {
  const id = useId()
  return (
    <div className={styles.tick}>
      <label>
        <input
          type="checkbox"
          checked={isTicked}
          onChange={(event) => onChange(event.currentTarget.checked)}
          {...(error && { 'aria-invalid': true, 'aria-describedby': id })}
        />
        <span>{label}</span>
        {detail && <span className={styles.amount}>{detail}</span>}
      </label>
      {error && (
        <p id={id} className={styles.wrong}>
          {error}
        </p>
      )}
    </div>
  )
}

type GroupProps = {
  legend: ReactNode
  help?: string | undefined
  error?: string | undefined
  children: ReactNode
}

/** Boxes that belong together. */
export function Group({ legend, help, error, children }: GroupProps) {
  const id = useId()
  const said = error ?? help
  return (
    <fieldset
      className={styles.choice}
      {...(said && { 'aria-describedby': id })}
      {...(error && { 'data-wrong': true, tabIndex: -1 })}
    >
      <legend>{legend}</legend>
      {children}
      {said && (
        <p id={id} className={error ? styles.wrong : styles.help}>
          {said}
        </p>
      )}
    </fieldset>
  )
}

type ChoiceProps = {
  legend: string
  name: string
  value: string | null
  options: readonly { key: string; label: string; detail: string }[]
  help?: string | undefined
  error?: string | undefined
  onChange: (key: string) => void
}

/** One of a few, each on a card of its own. */
export function Choice({ legend, name, value, options, help, error, onChange }: ChoiceProps) {
  const id = useId()
  const said = error ?? help
  return (
    <fieldset className={styles.choice} {...(said && { 'aria-describedby': id })}>
      <legend>{legend}</legend>
      {options.map(({ key, label, detail }) => (
        <label key={key} data-chosen={value === key || undefined}>
          <input
            type="radio"
            name={name}
            checked={value === key}
            onChange={() => onChange(key)}
            {...(error && { 'aria-invalid': true })}
          />
          <span>{label}</span>
          <span className={styles.amount}>{detail}</span>
        </label>
      ))}
      {said && (
        <p id={id} className={error ? styles.wrong : styles.help}>
          {said}
        </p>
      )}
    </fieldset>
  )
}

/** Gives the focus to the first field with something wrong in it. */
export function focusFirstWrongAnswer(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid], [data-wrong]')?.focus()
}
