import { IconBuildingStore, IconReportAnalytics, IconSettings } from '@tabler/icons-react'
import { isOpenTo, isTied } from '#console/access.ts'
import { useList } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import type { Me } from '#contract/access/session.ts'
import { businessApi, type Business } from '#contract/business/business.ts'
import { consolePaths, pageHref } from '#contract/console-paths.ts'
import { reportTitles, type ReportName } from '#contract/reports/saved-reports.ts'
import { configurationTabs } from '#app/configuration-tabs.ts'
import { pages } from '#app/pages.ts'
import { menuOf } from '#app/shell/menu.ts'
import type { Jump } from './jump.ts'

/** Pages, reports, parts of the configuration and businesses whose name has the text in it. */
export function useNamedPlaces(wanted: string, q: string, business: Business | null): Jump[] {
  const me = useMe()
  const { rows = [] } = useList(businessApi.listBusinesses, isTied(me) ? null : { query: { q, limit: 10 } })
  const all = [
    ...(business ? placesIn(menuOf(me, business), business.DisplayName) : []),
    ...placesIn(menuOf(me, null), ''),
    // Those are many: they are found, not offered.
    ...(business && wanted ? [...reportsIn(me, business), ...configurationOf(me, business)] : []),
    ...rows.map((row) => ({
      label: row.DisplayName,
      place: 'Business',
      icon: IconBuildingStore,
      href: pageHref('home', { businessId: row.BusinessId }),
    })),
  ]
  return all
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .map((each) => ({ ...each, key: each.href }))
}

function placesIn(sections: ReturnType<typeof menuOf>, place: string) {
  return sections.flatMap(({ heading, items }) =>
    items.map(({ label, icon, href }) => ({ label, icon, href, place: heading ?? place })),
  )
}

function isPageOpen(me: Me, business: Business, path: string): boolean {
  const page = pages.find((each) => each.path === path)
  return page !== undefined && isOpenTo(me, page.access, business.LicencedHubProducts)
}

function reportsIn(me: Me, business: Business) {
  return (Object.keys(reportTitles) as ReportName[])
    .filter((name) => isPageOpen(me, business, consolePaths[name]))
    .map((name) => ({
      label: reportTitles[name],
      place: 'Report',
      icon: IconReportAnalytics,
      href: pageHref(name, { businessId: business.BusinessId }),
    }))
}

function configurationOf(me: Me, business: Business) {
  if (!isPageOpen(me, business, consolePaths.configuration)) return []
  return configurationTabs.map(({ key, label }) => ({
    label,
    place: 'Configuration',
    icon: IconSettings,
    href: pageHref('configuration', { businessId: business.BusinessId }, { tab: key }),
  }))
}
