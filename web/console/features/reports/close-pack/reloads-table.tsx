import type { ClosePack } from '#contract/reports/close-pack.ts'
import { formatCount } from '#ui/text/format.ts'
import { Money } from '#ui/text/money.tsx'
import sums from '#parts/shown/sums.module.css'

/** What was paid for reloads, for whoever counts drawers and terminals. */
export function ReloadsTable({ reloads }: { reloads: ClosePack['Reloads'] }) {
  if (reloads.length === 0) return <p>Nobody paid for a reload of a card in this period.</p>
  return (
    <table className={sums.table} aria-label="Reloads paid for">
      <thead>
        <tr>
          <th scope="col">Paid at</th>
          <th scope="col">Reloads</th>
          <th scope="col">Taken back</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {reloads.map((line) => (
          <tr key={`${line.VenueNo} ${line.Tender}`}>
            <th scope="row">
              {line.VenueName}, {line.Tender.toLowerCase()}
            </th>
            <td>{formatCount(line.Count)}</td>
            <td>
              <Money value={line.TakenBack} />
            </td>
            <td>
              <Money value={line.Amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
