import { useId, type ReactNode } from 'react'
import styles from './conflict.module.css'
import type { Difference, Pick } from './differences.ts'

/** How a value of a field is shown. */
export type ShowValue = (key: string, value: string) => ReactNode

type Props = {
  difference: Difference
  value: Pick
  error?: ReactNode
  /** Whose each side is. */
  names?: { mine: string; theirs: string }
  showValue?: ShowValue | undefined
  onPick: (pick: Pick) => void
}

const conflictNames = { mine: 'Yours', theirs: 'Theirs' }

/** One field as either side has it, side by side: one is picked. */
export function PickRow({ difference, value, error, names = conflictNames, showValue, onPick }: Props) {
  const id = useId()
  const sides = [
    ['mine', names.mine, difference.mine],
    ['theirs', names.theirs, difference.theirs],
  ] as const
  return (
    <div
      role="radiogroup"
      tabIndex={-1}
      className={styles.row}
      aria-labelledby={`${id}-name`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <p id={`${id}-name`} className={styles.name}>
        {difference.label}
      </p>
      {sides.map(([side, whose, text]) => (
        <label key={side} className={styles.side}>
          <input type="radio" name={difference.key} checked={value === side} onChange={() => onPick(side)} />
          <span className={styles.whose}>{whose}</span>
          <span className={styles.value}>{(text && (showValue?.(difference.key, text) ?? text)) || '-'}</span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
