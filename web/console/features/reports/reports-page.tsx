import { Title } from '@mantine/core'
import { isOpenTo } from '#console/access.ts'
import { useBusiness } from '#console/business.ts'
import { DownloadButton } from '#console/download-button.tsx'
import { useBusinessDay } from '#console/days.ts'
import { ConsolePage } from '#console/page.tsx'
import { useMe } from '#console/session.ts'
import { useMay } from '#console/can-open.ts'
import { pageHref } from '#contract/console-paths.ts'
import { may } from '#contract/endpoint.ts'
import { membersApi } from '#contract/members/members.ts'
import { financialReports, reportTitles } from '#contract/reports/saved-reports.ts'
import { spanOfPreset } from '#parts/span/presets.ts'
import { Link } from '#ui/layout/navigation.tsx'
import { FiguresAge } from './figures-age.tsx'
import { KpiTiles } from './kpi-tiles.tsx'
import { reports } from './reports.ts'
import styles from './reports-page.module.css'
import { SavedReports } from '#features/reports/saved/saved-reports.tsx'

/** The figures of the business, and the way to its reports. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const isFinancial = isOpenTo(useMe(), may('Reporting.Financial'))
  const mayExport = useMay(membersApi.exportMembers)
  const shown = reports.filter(({ name }) => isFinancial || !financialReports.includes(name))
  return (
    <ConsolePage title="Reports" action={mayExport && <ExportMembers businessId={businessId} />}>
      {isFinancial && <KpiTiles />}
      <FiguresAge />
      <Title order={2} size="h3" mb="sm">
        All reports
      </Title>
      <ul className={styles.links} aria-label="All reports">
        {shown.map(({ name, description }) => (
          <li key={name}>
            <Link href={pageHref(name, { businessId })}>{reportTitles[name]}</Link>
            {name === 'finance-close-pack' && <LastMonth businessId={businessId} />}
            <p>{description}</p>
          </li>
        ))}
      </ul>
      <SavedReports first={shown[0]?.name} />
    </ConsolePage>
  )
}

/** What is closed, as a rule: the month that is over. */
function LastMonth({ businessId }: { businessId: string }) {
  const { from } = spanOfPreset('Last month', useBusinessDay())
  return (
    <Link
      className={styles.more}
      href={pageHref('finance-close-pack', { businessId }, { date: from })}
      aria-label={`${reportTitles['finance-close-pack']}, last month`}
    >
      Last month
    </Link>
  )
}

/** Here, too: who exports members need not be somebody who looks them up. */
function ExportMembers({ businessId }: { businessId: string }) {
  return (
    <DownloadButton
      row={membersApi.exportMembers}
      input={{ params: { businessId } }}
      label="Export members"
      success="The members have been exported."
      failure="The members could not be exported."
    />
  )
}
