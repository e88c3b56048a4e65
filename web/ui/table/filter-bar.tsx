import { Button, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './filter-bar.module.css'

/** The filters of a page, kept somewhere that outlives it: the console keeps them in the address. */
export type Filters<Values> = {
  values: Values
  /** Whether any of them differs from what the page starts with. */
  isSet: boolean
  change: (patch: Partial<Values>) => void
  reset: () => void
}

type BarProps = { filters: Pick<Filters<unknown>, 'isSet' | 'reset'>; children: ReactNode }

/** The row of search, selects and dates above a list, and the way back to none of them. */
export function FilterBar({ filters, children }: BarProps) {
  return (
    <search className={styles.bar}>
      {children}
      {filters.isSet && (
        <Button variant="subtle" color="gray.7" px="xs" onClick={filters.reset}>
          Reset
        </Button>
      )}
    </search>
  )
}

type SelectProps<Value extends string> = {
  label: string
  value: Value | undefined
  options: readonly (Value | { value: Value; label: string })[]
  /** The choice that filters nothing: 'Any status'. */
  anyLabel: string
  /** The room it takes where there is enough, for long choices. */
  width?: string
  onChange: (value: Value | undefined) => void
}

/** One of a few, or any. */
export function SelectFilter<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, anyLabel, width, onChange } = props
  const items = options.map((option) =>
    typeof option === 'string' ? { value: option, label: option } : option,
  )
  return (
    <NativeSelect
      label={label}
      style={{ flexBasis: width }}
      value={value ?? ''}
      data={[{ value: '', label: anyLabel }, ...items]}
      onChange={(event) => onChange(items.find((item) => item.value === event.currentTarget.value)?.value)}
      className={styles.select}
    />
  )
}

const ROW_COUNTS = [10, 50, 100, 250, 500]

/** How many rows come at a time. */
export function RowsSelect({ value, onChange }: { value: number; onChange: (rows: number) => void }) {
  return (
    <NativeSelect
      label="Rows"
      value={value}
      data={[...new Set([...ROW_COUNTS, value])].toSorted((a, b) => a - b).map(String)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      className={styles.rows}
    />
  )
}
