import { Title } from '@mantine/core'
import { isOpenTo } from '#console/access.ts'
import { useBusiness } from '#console/business.ts'
import { ConsolePage } from '#console/page.tsx'
import { useMe } from '#console/session.ts'
import { pageHref } from '#contract/console-paths.ts'
import { may } from '#contract/endpoint.ts'
import { financialReports, reportTitles } from '#contract/reports/saved-reports.ts'
import { Link } from '#ui/layout/navigation.tsx'
import { KpiTiles } from './kpi-tiles.tsx'
import { reports } from './reports.ts'
import styles from './reports-page.module.css'
import { SavedReports } from '#features/reports/saved/saved-reports.tsx'

/** The figures of the business, and the way to its reports. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const isFinancial = isOpenTo(useMe(), may('Reporting.Financial'))
  return (
    <ConsolePage title="Reports">
      {isFinancial && <KpiTiles />}
      <Title order={2} size="h3" mb="sm">
        All reports
      </Title>
      <ul className={styles.links} aria-label="All reports">
        {reports
          .filter(({ name }) => isFinancial || !financialReports.includes(name))
          .map(({ name, description }) => (
            <li key={name}>
              <Link href={pageHref(name, { businessId })}>{reportTitles[name]}</Link>
              <p>{description}</p>
            </li>
          ))}
      </ul>
      <SavedReports />
    </ConsolePage>
  )
}
