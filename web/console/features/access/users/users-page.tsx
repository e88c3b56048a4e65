import { Box, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useBusiness } from '#console/business.ts'
import { useFilters } from '#console/filters.ts'
import { useAskedFor } from '#console/opened.ts'
import { ConsolePage } from '#console/page.tsx'
import { listQuery } from '#console/queries.ts'
import { messages } from '#contract/messages.ts'
import { usersApi, type User } from '#contract/access/users.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SearchBox } from '#ui/table/search-box.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { NewUserDialog } from './new-user-dialog.tsx'
import { UserStatus } from './sign-in-state.tsx'
import { UnlinkUserDialog } from './unlink-user-dialog.tsx'
import { ResetUserFactorDialog } from './reset-user-factor-dialog.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { useUserMenu } from './user-menu.tsx'

const text = messages.users

const Search = z.object({ q: z.string().catch('') })

type Dialog = { about: 'new' } | { about: 'edit' | 'made' | 'delete' | 'unlink' | 'reset factor'; user: User }

const columns: Column<User>[] = [
  { header: 'Email', cell: (user) => user.Email },
  { header: 'Name', cell: (user) => user.DisplayName },
  { header: 'Role', cell: (user) => user.CustomClaims.cherryPayRole },
  { header: 'Status', cell: (user) => <UserStatus user={user} /> },
  { header: 'Second factor', cell: (user) => (user.HasSecondFactor ? 'Set' : 'None'), phone: 'hidden' },
  {
    header: 'Last sign-in',
    cell: (user) => <DateText value={user.LastSignIn} />,
    width: 128,
    phone: 'hidden',
  },
]

/** Fetches the first users ahead. */
export function preload(client: QueryClient, { businessId = '' }: Record<string, string>): void {
  void client.prefetchInfiniteQuery(
    listQuery(usersApi.listUsers, { params: { businessId }, query: { q: '' } }),
  )
}

/** Who may sign in to this business, and as what. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const filters = useFilters(Search)
  const { q } = filters.values
  const list = useCountedList(usersApi.listUsers, { params: { businessId }, query: { q } })
  const [dialog, setDialog] = useState<Dialog | null>(null)
  useAskedFor(() => setDialog({ about: 'new' }))
  const edit = (user: User) => setDialog({ about: 'edit', user })
  const menu = useUserMenu({
    onEdit: edit,
    onDelete: (user) => setDialog({ about: 'delete', user }),
    onResetFactor: (user) => setDialog({ about: 'reset factor', user }),
    onUnlink: (user) => setDialog({ about: 'unlink', user }),
  })
  /** As the list has them by now: an invitation that was sent again from the dialog is on its way. */
  const now = (user: User) => list.rows?.find(({ Uid }) => Uid === user.Uid) ?? user
  const close = () => setDialog(null)
  return (
    <ConsolePage title="Users" action={<NewUserButton onClick={() => setDialog({ about: 'new' })} />}>
      <Box component="search" mb="md">
        <SearchBox label="Search users" value={q} onSearch={(words) => filters.change({ q: words })} isMain />
      </Box>
      <DataTable
        label="Users"
        columns={columns}
        list={list}
        rowKey={(user) => user.Uid}
        rowMenu={menu}
        empty={q ? text.noneFound : <NoUsers onNew={() => setDialog({ about: 'new' })} />}
        errorTitle={messages.generic.pageAreaError}
        loadMoreLabel={text.loadMore}
      />
      <Box mt="lg">
        <SecondFactorCard />
      </Box>
      {dialog?.about === 'new' && (
        <NewUserDialog onClose={(user) => setDialog(user && { about: 'made', user })} />
      )}
      {dialog?.about === 'made' && <EditUserDialog user={now(dialog.user)} isNext onClose={close} />}
      {dialog?.about === 'edit' && <EditUserDialog user={now(dialog.user)} onClose={close} />}
      {dialog?.about === 'unlink' && <UnlinkUserDialog user={dialog.user} onClose={close} />}
      {dialog?.about === 'reset factor' && <ResetUserFactorDialog user={dialog.user} onClose={close} />}
      {dialog?.about === 'delete' && <DeleteUserDialog user={dialog.user} onClose={close} />}
    </ConsolePage>
  )
}

function NoUsers({ onNew }: { onNew: () => void }) {
  return (
    <EmptyState
      text="This business has no users yet."
      action={
        <Button variant="default" onClick={onNew}>
          Invite the first user
        </Button>
      }
    />
  )
}

function NewUserButton({ onClick }: { onClick: () => void }) {
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      {text.newTitle}
    </Button>
  )
}
