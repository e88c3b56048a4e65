import { Button, Group } from '@mantine/core'
import { IconFileUpload, IconId, IconPlus } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isOpenTo } from '#console/access.ts'
import { useBusiness } from '#console/business.ts'
import { DownloadButton } from '#console/download-button.tsx'
import { useFilters } from '#console/filters.ts'
import { ConsolePage } from '#console/page.tsx'
import { useMe } from '#console/session.ts'
import { mayCreateMembers, mayImportMembers, mayInviteMembers } from '#contract/access/shared-reads.ts'
import { pageHref } from '#contract/console-paths.ts'
import { exportMembers, listMembers } from '#contract/members/list/member-list.ts'
import { MembersList } from '#features/members/list/members-list.tsx'
import { MembersSearch, listInput, preloadMembers } from '#features/members/list/members-search.ts'
import { fetched, fetchedPage, Nothing } from '#ui/feedback/fetched.tsx'
import { opened } from '#ui/layout/opened.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import type { Visit } from '#app/page-row.ts'
import { useMemberActions } from './use-member-actions.tsx'

const UserVenues = fetchedPage(async () => (await import('#features/members/user-venues.tsx')).UserVenues)
const DoubledCodesNotice = fetched(
  async () => (await import('#features/members/codes/doubled-codes-notice.tsx')).DoubledCodesNotice,
  null,
  Nothing,
)

/** Fetches the first members ahead, or all of them down to the place that people come back to. */
export function preload(
  client: QueryClient,
  { businessId = '' }: Record<string, string>,
  visit: Visit,
): Promise<void> {
  return preloadMembers(client, { businessId, ...visit })
}

/** The members of a business; for those who may not search for them, its venues. */
export function Page() {
  const me = useMe()
  if (isOpenTo(me, listMembers.access)) return <Members />
  return (
    <ConsolePage title="Venues">
      <UserVenues />
    </ConsolePage>
  )
}

function Members() {
  const filters = useFilters(MembersSearch)
  const { actionsOf, dialog } = useMemberActions()
  return (
    <ConsolePage title="Members" action={<PageActions search={filters.values} />}>
      <DoubledCodesNotice />
      <MembersList filters={filters} actionsOf={actionsOf} />
      {dialog}
    </ConsolePage>
  )
}

function PageActions({ search }: { search: MembersSearch }) {
  const me = useMe()
  const { BusinessId: businessId, LicencedHubProducts: licences } = useBusiness()
  return (
    <Group gap="xs">
      {isOpenTo(me, exportMembers.access) && (
        <DownloadButton
          row={exportMembers}
          input={listInput(businessId, search)}
          label="Export CSV"
          success="The members have been exported."
          failure="The members could not be exported."
        />
      )}
      {isOpenTo(me, mayInviteMembers) && <InviteMany search={search} />}
      {isOpenTo(me, mayImportMembers, licences) && (
        <Button
          component={Link}
          variant="default"
          href={pageHref('memberImports', { businessId })}
          leftSection={<IconFileUpload size={16} aria-hidden />}
        >
          Import
        </Button>
      )}
      {isOpenTo(me, mayCreateMembers, licences) && (
        <Button
          component={Link}
          href={pageHref('newMember', { businessId })}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          New Member
        </Button>
      )}
    </Group>
  )
}

const InviteManyDialog = opened(
  async () => (await import('#features/passes/invite-many-dialog.tsx')).InviteManyDialog,
)

/** Invites those to their digital card whom the list shows, searched and filtered as it is. */
function InviteMany({ search: { q, membershipNumber, filter } }: { search: MembersSearch }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconId size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Invite all
      </Button>
      {isOpen && <InviteManyDialog search={{ q, membershipNumber, filter }} onClose={() => setOpen(false)} />}
    </>
  )
}
