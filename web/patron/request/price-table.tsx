import { money } from '#patron/kit/shell.tsx'
import styles from './price-table.module.css'
import type { Lines } from './total.ts'

/** What it costs, line by line, and the tax in it. */
export function PriceTable({ lines }: { lines: Lines }) {
  if (lines.length === 0) return null
  const sum = (name: 'Amount' | 'TaxAmount') =>
    lines.reduce((cents, line) => cents + Math.round(line[name] * 100), 0) / 100
  return (
    <table className={styles.price}>
      <caption>What it costs</caption>
      <tbody>
        {lines.map(({ Description, Amount }, i) => (
          <tr key={i}>
            <th scope="row">{Description}</th>
            <td>{Amount > 0 ? money(Amount) : 'Free'}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            Total
            {sum('TaxAmount') > 0 && <span>includes GST of {money(sum('TaxAmount'))}</span>}
          </th>
          <td>{money(sum('Amount'))}</td>
        </tr>
      </tfoot>
    </table>
  )
}
