import { useRouter } from '@tanstack/react-router'
import { isOpenTo } from '#console/access.ts'
import { useMe } from '#console/session.ts'
import type { Notice } from '#contract/bell/bell.ts'
import { consolePaths, pageHref, type PageName } from '#contract/console-paths.ts'
import type { Access } from '#contract/endpoint.ts'
import { type ReportName, reportNames } from '#contract/reports/saved-reports.ts'

type Way = { page: PageName; href: string }

/** Where a notice leads; nowhere where there is no page of it, or the user may not open that any more. */
export function useNoticeHref(businessId: string, notice: Notice): string | null {
  const me = useMe()
  const routes: Record<string, { options: { staticData?: { access?: Access } } } | undefined> =
    useRouter().routesByPath
  const way = wayTo(businessId, notice)
  const access = way && routes[consolePaths[way.page]]?.options.staticData?.access
  return way && access && isOpenTo(me, access) ? way.href : null
}

function wayTo(businessId: string, { Kind, SubjectId, Values }: Notice): Way | null {
  switch (Kind) {
    case 'ImportChecked':
    case 'ImportDone':
    case 'ImportFailed':
      return { page: 'memberImport', href: pageHref('memberImport', { businessId, importId: SubjectId }) }
    case 'ReportReady': {
      const report = reportNames.find((name) => name === Values['Report'])
      return report ? reportWay(businessId, report, String(Values['Search'] ?? '')) : null
    }
    case 'ApprovalAsked':
    case 'ApprovalDecided':
      return {
        page: 'approvals',
        href: pageHref('approvals', { businessId }, Kind === 'ApprovalAsked' ? {} : { state: 'decided' }),
      }
    case 'InvitationsDone':
      return { page: 'members', href: pageHref('members', { businessId }) }
    case 'DeliveryFailed':
      return { page: 'outbox', href: pageHref('outbox', {}, { state: 'Failed' }) }
    case 'RequestAssigned': {
      const page = Values['Kind'] === 'Renewal' ? 'renewalRequest' : 'membershipRequest'
      return { page, href: pageHref(page, { businessId, sessionId: SubjectId }) }
    }
  }
}

const reportWay = (businessId: string, report: ReportName, search: string): Way => ({
  page: report,
  href: pageHref(report, { businessId }, search),
})
