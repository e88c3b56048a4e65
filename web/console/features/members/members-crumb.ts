import { isOpenTo } from '#console/access.ts'
import { useBusiness } from '#console/business.ts'
import { useMe } from '#console/session.ts'
import { pageHref } from '#contract/console-paths.ts'
import { membersApi } from '#contract/members/members.ts'
import type { Crumb } from '#ui/layout/page-header.tsx'

/** The way back to the list of members; those who may not search for them find the venues there. */
export function useMembersCrumb(): Crumb {
  const me = useMe()
  const { BusinessId: businessId } = useBusiness()
  return {
    label: isOpenTo(me, membersApi.listMembers.access) ? 'Members' : 'Venues',
    href: pageHref('members', { businessId }),
  }
}
