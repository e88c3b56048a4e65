import { useBusiness } from '#console/business.ts'
import { useSearchRead } from '#console/queries.ts'
import { paymentWords as words } from '#contract/payments/payment-words.ts'
import { paymentsApi, type PaymentTotals as Totals } from '#contract/payments/payments.ts'
import sums from '#parts/shown/sums.module.css'
import { Total, TotalsLine } from '#parts/shown/totals.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { formatDate } from '#ui/text/format.ts'
import { Money } from '#ui/text/money.tsx'
import styles from './payments.module.css'
import type { CallInput } from '#web/api-client.ts'

type Query = CallInput<typeof paymentsApi.sumPayments>['query']

/** What all that the filters leave comes to: in all, by method and by day. While they change the former sums stay, greyed. */
export function PaymentTotalsPanel({ query }: { query: Query }) {
  const { BusinessId: businessId } = useBusiness()
  const { data, error, isStale } = useSearchRead(paymentsApi.sumPayments, { params: { businessId }, query })
  if (!data) return <TotalsLine isStale={isStale}>{error && 'The totals could not be loaded.'}</TotalsLine>
  const figures = [
    ['Taken', data.Taken],
    ['Refunded', data.Refunded],
    ['Net', data.Net],
    ['Tax in it', data.NetTax],
  ] as const
  return (
    <>
      <TotalsLine isStale={isStale}>
        {figures.map(([of, value]) => (
          <Total key={of} of={of}>
            <Money value={value} />
          </Total>
        ))}
      </TotalsLine>
      {data.ByMethod.length > 0 && (
        <details className={styles.sums} data-stale={isStale || undefined}>
          <summary>By method and day</summary>
          <div className={styles.both}>
            <Panel title="By method">
              <Sums
                label="By method"
                of="Method"
                lines={data.ByMethod.map((line) => ({ ...line, name: words.methods[line.Method] }))}
              />
            </Panel>
            <Panel title="By day">
              <Sums
                label="By day"
                of="Day"
                lines={data.ByDay.map((line) => ({ ...line, name: formatDate(line.Day) }))}
              />
            </Panel>
          </div>
        </details>
      )}
    </>
  )
}

type Line = Pick<Totals, 'Count' | 'Taken' | 'Refunded' | 'Net'> & { name: string }

function Sums({ label, of, lines }: { label: string; of: string; lines: readonly Line[] }) {
  return (
    <table className={`${sums.table} ${styles.table}`} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          <th scope="col">Payments</th>
          <th scope="col">Taken</th>
          <th scope="col">Refunded</th>
          <th scope="col">Net</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, Count, Taken, Refunded, Net }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{Count}</td>
            {[Taken, Refunded, Net].map((value, i) => (
              <td key={i}>
                <Money value={value} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
