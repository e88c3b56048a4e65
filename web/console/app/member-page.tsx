import type { QueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { isOpenTo } from '#console/access.ts'
import { businessHref, useBusiness } from '#console/business.ts'
import { ConsolePage } from '#console/page.tsx'
import { readQuery, useRead } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { may } from '#contract/endpoint.ts'
import type { Access } from '#contract/endpoint.ts'
import { membersApi } from '#contract/members.ts'
import type { Member } from '#contract/members.ts'
import { messages } from '#contract/messages.ts'
import { MemberHeadline } from '#features/members/member-headline.tsx'
import { ActionsMenu } from '#ui/actions-menu.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { PageTabs, lazyTabs } from './page-tabs.tsx'
import type { TabRow } from './page-tabs.tsx'
import { useMemberActions } from './use-member-actions.tsx'

type MemberTab = TabRow<{ member: Member }> & {
  /** Who sees the tab: the permission, and the licence that the business needs. */
  access: Access
}

/** What the page shows of a member: a new tab is a line here, and a file of its feature that exports `Tab`. */
const tabs = lazyTabs<{ member: Member }, MemberTab>([
  {
    key: 'details',
    label: 'Details',
    access: may('Member.ReadDetails'),
    load: () => import('./member-details-tab.tsx'),
  },
  {
    key: 'contact',
    label: 'Contact',
    access: may('Member.ReadDetails'),
    load: () => import('#features/members/contact-tab.tsx'),
  },
])

/** Fetches the member ahead. */
export function preload(client: QueryClient, { businessId = '', memberId = '' }: Record<string, string>) {
  void client.prefetchQuery(readQuery(membersApi.getMember, { params: { businessId, memberId } }))
}

/** A member: everything known of them, and what can be done. */
export function Page() {
  const { memberId = '' } = useParams({ strict: false })
  const { BusinessId: businessId } = useBusiness()
  const { data, error, retry } = useRead(membersApi.getMember, { params: { businessId, memberId } })
  const member = data?.Results[0]
  if (member) return <MemberView key={memberId} member={member} />
  if (!error) return <PageSkeleton />
  return (
    <ConsolePage title="Member unavailable" under={[membersCrumb(businessId)]}>
      <ErrorState title={messages.generic.recordError} detail={error.message} onRetry={retry} />
    </ConsolePage>
  )
}

function MemberView({ member }: { member: Member }) {
  const me = useMe()
  const { BusinessId: businessId, LicencedHubProducts: licences } = useBusiness()
  const { actionsOf, dialog } = useMemberActions()
  const actions = actionsOf(member)
  return (
    <ConsolePage
      title={`${member.FirstName} ${member.LastName}`}
      under={[membersCrumb(businessId)]}
      subtitle={<MemberHeadline member={member} />}
      action={actions.length > 0 && <ActionsMenu actions={actions} />}
    >
      <PageTabs
        label="Member"
        tabs={tabs.filter(({ access }) => isOpenTo(me, access, licences))}
        given={{ member }}
      />
      {dialog}
    </ConsolePage>
  )
}

function membersCrumb(businessId: string) {
  return { label: 'Members', href: businessHref(businessId, 'members') }
}
