import { Box, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useFilters } from '#console/filters.ts'
import { ConsolePage } from '#console/page.tsx'
import { listQuery } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import {
  administratorsApi,
  administratorWords as text,
  type Administrator,
} from '#contract/access/administrators.ts'
import { messages } from '#contract/messages.ts'
import { UserStatus } from '#features/access/users/sign-in-state.tsx'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { SearchBox } from '#ui/table/search-box.tsx'
import { AdministratorDialog, type Deed } from './administrator-dialogs.tsx'
import { actionsFor } from './administrator-menu.tsx'
import { NewAdministratorDialog } from './new-administrator-dialog.tsx'

const Search = z.object({ q: z.string().catch('') })

const columns: Column<Administrator>[] = [
  { header: 'Name', cell: ({ DisplayName }) => DisplayName },
  { header: 'Email', cell: ({ Email }) => Email, width: '30%' },
  { header: 'Status', cell: (administrator) => <UserStatus user={administrator} /> },
  { header: 'Second factor', cell: ({ HasSecondFactor }) => (HasSecondFactor ? 'Set' : 'None') },
  { header: 'Last seen', cell: ({ LastSeen }) => <DateText value={LastSeen} withTime />, width: '20%' },
]

/** Fetches the first administrators ahead. */
export function preload(client: QueryClient): void {
  void client.prefetchInfiniteQuery(listQuery(administratorsApi.listAdministrators, { query: { q: '' } }))
}

/** Who looks after all businesses. */
export function Page() {
  const me = useMe()
  const filters = useFilters(Search)
  const { q } = filters.values
  const list = useCountedList(administratorsApi.listAdministrators, { query: { q } })
  const [asked, setAsked] = useState<{ deed: Deed; administrator: Administrator } | null>(null)
  return (
    <ConsolePage title="Administrators" action={<InviteAdministrator />}>
      <Box component="search" mb="md">
        <SearchBox
          label="Search administrators"
          value={q}
          onSearch={(words) => filters.change({ q: words })}
          isMain
        />
      </Box>
      <DataTable
        label="Administrators"
        columns={columns}
        list={list}
        rowKey={({ Uid }) => Uid}
        rowMenu={(administrator) =>
          actionsFor(administrator, administrator.Uid === me.Uid, (deed) => setAsked({ deed, administrator }))
        }
        empty={q ? text.noneFound : text.none}
        errorTitle={text.loadFailed}
        loadMoreLabel={messages.generic.loadMore}
      />
      {asked && <AdministratorDialog {...asked} onClose={() => setAsked(null)} />}
    </ConsolePage>
  )
}

function InviteAdministrator() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {text.inviteTitle}
      </Button>
      {isOpen && <NewAdministratorDialog onClose={() => setOpen(false)} />}
    </>
  )
}
