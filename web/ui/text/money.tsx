import { formatMoney } from './format.ts'
import styles from '#ui/layout/figures.module.css'

/** Dollars, in figures of one width; '-' for nothing. */
export function Money({ value }: { value: number | null | undefined }) {
  return (
    <span className={styles.figures}>{value === null || value === undefined ? '-' : formatMoney(value)}</span>
  )
}
