import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { disbursementApi, type DisbursementAccount } from '#contract/cards/disbursement.ts'
import { messages } from '#contract/messages.ts'
import { reportsApi, type Kpi } from '#contract/reports/reports.ts'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { useHint } from '#ui/feedback/hint.tsx'
import { formatCount, formatMoney } from '#ui/text/format.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './kpi-tiles.module.css'

type Tile = { label: string; figure: string; hover: string | null; trend: number[]; inWords: string }

/** The summary: five figures, what stands behind each, and how it went in the last 12 weeks. */
export function KpiTiles() {
  const { BusinessId: businessId } = useBusiness()
  const params = { businessId }
  const kpi = useRead(reportsApi.getKpi, { params })
  const account = useRead(disbursementApi.getDisbursementAccount, { params })
  const error = kpi.error ?? account.error
  if (error)
    return (
      <ErrorState
        title={messages.reports.summaryFailed}
        detail={error.message}
        onRetry={() => {
          kpi.retry()
          account.retry()
        }}
      />
    )
  if (!kpi.data || !account.data) return <Skeleton height="8.5rem" />
  return (
    <ul className={styles.tiles} aria-label="Summary">
      {tilesOf(kpi.data, account.data).map((tile) => (
        <KpiTile key={tile.label} {...tile} />
      ))}
    </ul>
  )
}

function tilesOf(kpi: Kpi, account: DisbursementAccount): Tile[] {
  const { FundsAvailable: funds } = kpi.Trends
  return [
    {
      label: 'Funds available',
      figure: formatMoney(account.FundsAvailable),
      hover: `Account ID: ${account.AccountId}`,
      trend: funds,
      inWords: `12 weeks ago ${formatMoney(funds[0] ?? 0)}`,
    },
    ...cardTiles(kpi),
    ...transferTiles(kpi),
  ]
}

function cardTiles({ Trends, ...kpi }: Kpi): Tile[] {
  return [
    {
      label: 'Cards issued',
      figure: formatCount(kpi.CardIssuedCount),
      hover: ago('Last issued', kpi.CardLastIssuedDaysAgo),
      trend: Trends.CardIssuedCount,
      inWords: inTheLast(Trends.CardIssuedCount, formatCount),
    },
    {
      label: 'Initial card funds',
      figure: formatMoney(kpi.CardInitialFundValue),
      hover: null,
      trend: Trends.CardInitialFundValue,
      inWords: inTheLast(Trends.CardInitialFundValue, formatMoney),
    },
  ]
}

function transferTiles({ Trends, ...kpi }: Kpi): Tile[] {
  return [
    {
      label: 'Funds transferred',
      figure: formatMoney(kpi.FundsTransferredValue),
      hover: transfers(kpi.FundsTransferredCount, kpi.FundsLastTransferredDaysAgo),
      trend: Trends.FundsTransferredValue,
      inWords: inTheLast(Trends.FundsTransferredValue, formatMoney),
    },
    {
      label: 'Points transferred',
      figure: formatCount(kpi.PointsTransferredValue),
      hover: transfers(kpi.PointsTransferredCount, kpi.PointsLastTransferredDaysAgo),
      trend: Trends.PointsTransferredValue,
      inWords: inTheLast(Trends.PointsTransferredValue, formatCount),
    },
  ]
}

function ago(what: string, days: number | null): string {
  if (days === null) return `${what}: never`
  return days === 0 ? `${what} today` : `${what} ${days === 1 ? '1 day' : `${days} days`} ago`
}

function transfers(count: number, days: number | null): string {
  const howMany = count === 1 ? '1 transfer' : `${formatCount(count)} transfers`
  return count === 0 ? 'No transfers yet' : `${howMany}, ${ago('the last', days)}`
}

function inTheLast(trend: readonly number[], format: (value: number) => string): string {
  return `${format(trend.reduce((sum, value) => sum + value, 0))} in the last 12 weeks`
}

function KpiTile({ label, figure, hover, trend, inWords }: Tile) {
  const { target, words } = useHint(hover ?? '')
  // Reached by keys and by touch, for what stands behind it.
  const reached = hover === null ? {} : { tabIndex: 0, ...target }
  return (
    <li>
      <div className={styles.tile} role="group" aria-label={label} {...reached}>
        <span className={styles.label}>{label}</span>
        <span className={styles.figure}>{figure}</span>
        <Trend values={trend} inWords={inWords} />
      </div>
      {words}
    </li>
  )
}

function Trend({ values, inWords }: { values: readonly number[]; inWords: string }) {
  const most = Math.max(...values, 0)
  return (
    <figure className={styles.trend}>
      <div className={styles.bars} role="img" aria-label={inWords}>
        {values.map((value, week) => (
          <span
            key={week}
            data-none={value <= 0 || undefined}
            style={{ height: `${most > 0 ? (Math.max(value, 0) / most) * 100 : 0}%` }}
          />
        ))}
      </div>
      <figcaption>{inWords}</figcaption>
    </figure>
  )
}
