import type { QueryClient } from '@tanstack/react-query'
import { IconEdit } from '@tabler/icons-react'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isOpenTo } from '#console/access.ts'
import { useBusiness } from '#console/business.ts'
import { usePageParams } from '#console/page-params.ts'
import { ConsolePage } from '#console/page.tsx'
import { readQuery, useRead } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { pageHref, type PageParams } from '#contract/console-paths.ts'
import { may, type Access } from '#contract/endpoint.ts'
import { membersApi, type Member } from '#contract/members/members.ts'
import { messages } from '#contract/messages.ts'
import { DeletedMember } from '#features/members/page/deleted-member.tsx'
import { MemberHeadline } from '#features/members/page/member-headline.tsx'
import { useMembersCrumb } from '#features/members/members-crumb.ts'
import { MemberMerges } from '#features/members/merge/member-merges.tsx'
import { ActionsMenu } from '#ui/table/actions-menu.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { fetchedPage } from '#ui/feedback/fetched.tsx'
import type { RowAction } from '#ui/table/row-menu.tsx'
import { PageSkeleton } from '#app/states/page-skeleton.tsx'
import { PageTabs, lazyTabs, type TabRow } from '#app/page-tabs.tsx'
import { useMemberActions } from './use-member-actions.tsx'

const MemberEditor = fetchedPage(
  async () => (await import('#features/members/form/member-editor.tsx')).MemberEditor,
  <PageSkeleton />,
)

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
    load: () => import('#features/members/page/contact-tab.tsx'),
  },
  {
    key: 'points',
    label: 'Points',
    access: may('Member.ReadDetails'),
    load: () => import('#features/points/points-tab.tsx'),
  },
  {
    key: 'cards',
    label: 'Cards',
    access: may('Member.ReadDetails'),
    load: () => import('#features/cards/list/member-cards-tab.tsx'),
  },
  {
    key: 'passes',
    label: messages.passInvitation.tab,
    access: may('Member.ReadDetails'),
    load: () => import('#features/passes/member-passes-tab.tsx'),
  },
  {
    key: 'history',
    label: 'History',
    access: may('Member.ReadDetails'),
    load: () => import('#features/members/page/history-tab.tsx'),
  },
])

/** Fetches the member ahead. */
export function preload(client: QueryClient, { businessId, memberId }: PageParams<'member'>) {
  void client.prefetchQuery(readQuery(membersApi.getMember, { params: { businessId, memberId } }))
}

/** A member: everything known of them, and what can be done. */
export function Page() {
  const { memberId } = usePageParams('member')
  const { BusinessId: businessId } = useBusiness()
  const crumb = useMembersCrumb()
  const { data, error, retry } = useRead(membersApi.getMember, { params: { businessId, memberId } })
  const member = data?.Results[0]
  if (member) return <MemberPage member={member} />
  if (!error) return <PageSkeleton />
  return (
    <ConsolePage title="Member unavailable" under={[crumb]}>
      <ErrorState title={messages.generic.recordError} detail={error.message} onRetry={retry} />
    </ConsolePage>
  )
}

function MemberPage({ member }: { member: Member }) {
  const { edit }: Record<string, unknown> = useSearch({ strict: false })
  const { BusinessId: businessId, LicencedHubProducts: licences } = useBusiness()
  const me = useMe()
  const isEdited =
    edit === 'true' && member.Meta.DateDeleted === null && isOpenTo(me, membersApi.updateMember.access)
  useFocusOnSwitch(isEdited)
  if (!isEdited) return <MemberView member={member} />
  if (!licences.includes('HubMembership')) return <Navigate to={pageHref('home', { businessId })} replace />
  return <MemberEditor member={member} />
}

/** Between looking and editing all of the page changes, the part that had the focus too: it starts anew. */
function useFocusOnSwitch(isEdited: boolean) {
  const shown = useRef(isEdited)
  useEffect(() => {
    if (shown.current === isEdited) return
    shown.current = isEdited
    document.querySelector('main')?.focus({ preventScroll: true })
  }, [isEdited])
}

function MemberView({ member }: { member: Member }) {
  const me = useMe()
  const { LicencedHubProducts: licences } = useBusiness()
  const crumb = useMembersCrumb()
  const { actionsOf, dialog } = useMemberActions()
  const edit = useEditAction()
  const isDeleted = member.Meta.DateDeleted !== null
  const actions = isDeleted ? [] : [...edit, ...actionsOf(member)]
  return (
    <ConsolePage
      title={`${member.FirstName} ${member.LastName}`}
      under={[crumb]}
      subtitle={<MemberHeadline member={member} />}
      action={actions.length > 0 && <ActionsMenu actions={actions} />}
    >
      {isDeleted && <DeletedMember member={member} />}
      <MemberMerges member={member} />
      <PageTabs
        label="Member"
        tabs={tabs.filter(({ access }) => isOpenTo(me, access, licences))}
        given={{ member }}
      />
      {dialog}
    </ConsolePage>
  )
}

/** The first line of the menu: it leads to the same page, to be filled in. */
function useEditAction(): RowAction[] {
  const me = useMe()
  const { LicencedHubProducts: licences } = useBusiness()
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  if (!isOpenTo(me, membersApi.updateMember.access, licences)) return []
  const edit = () => void navigate({ to: '.', search: { ...search, edit: 'true' } })
  return [{ label: 'Edit Member', icon: <IconEdit size={16} aria-hidden />, onClick: edit }]
}
