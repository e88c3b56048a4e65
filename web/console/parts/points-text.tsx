import styles from '#ui/layout/figures.module.css'

const number = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 2 })

/** Points as '1,234.5 points', or '1 point'. */
export function pointsInWords(quantity: number): string {
  return `${number.format(quantity)} ${Math.abs(quantity) === 1 ? 'point' : 'points'}`
}

/** A number of points in figures of one width; with its sign where it is a change. */
export function Points({ value, isChange = false }: { value: number; isChange?: boolean }) {
  return (
    <span className={styles.figures}>
      {isChange && value > 0 && '+'}
      {number.format(value).replace('-', '−')}
    </span>
  )
}
