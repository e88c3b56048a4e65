import { Box, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { useFilters } from '#console/filters.ts'
import { ConsolePage } from '#console/page.tsx'
import { listQuery } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { businessApi, type Business } from '#contract/business/business.ts'
import { messages } from '#contract/messages.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { SearchBox } from '#ui/table/search-box.tsx'
import { NewBusinessDialog } from './new-business-dialog.tsx'
import { productNames } from '#features/business/products.ts'

const Search = z.object({ q: z.string().catch('') })

const columns: Column<Business>[] = [
  { header: 'Name', cell: (business) => <NameCell business={business} />, width: '40%' },
  { header: 'Venues', cell: (business) => venueNames(business) },
  { header: 'Products', cell: (business) => productNames(business.LicencedHubProducts) },
]

/** Fetches the first businesses ahead. */
export function preload(client: QueryClient): void {
  void client.prefetchInfiniteQuery(listQuery(businessApi.listBusinesses, { query: { q: '' } }))
}

/** Every business, for users who aren't tied to one. */
export function Page() {
  const filters = useFilters(Search)
  const { q } = filters.values
  const list = useCountedList(businessApi.listBusinesses, { query: { q } })
  const all = q === '' && !list.isStale ? list.rows : undefined
  const isAlone = all !== undefined && all.length < 2
  const isEmpty = all?.length === 0
  const [isNew, setNew] = useState(false)
  const button = <NewBusinessButton onOpen={() => setNew(true)} />
  return (
    <ConsolePage title="Businesses" action={!isEmpty && button}>
      {!isAlone && (
        <Box component="search" mb="md">
          <SearchBox
            label="Search businesses"
            value={q}
            onSearch={(text) => filters.change({ q: text })}
            isMain
          />
        </Box>
      )}
      <DataTable
        label="Businesses"
        columns={columns}
        list={list}
        rowKey={(business) => business.BusinessId}
        rowLink={(business) => pageHref('home', { businessId: business.BusinessId })}
        empty={<EmptyState text={messages.business.noneFound} action={isEmpty && button} />}
        errorTitle={messages.business.searchFailed}
        loadMoreLabel={messages.generic.loadMore}
      />
      {/* Beside the list: the first business, once made, takes the place of what offered it. */}
      {isNew && <NewBusiness onClose={() => setNew(false)} />}
    </ConsolePage>
  )
}

function NameCell({ business: { DisplayName, Standing } }: { business: Business }) {
  if (Standing === 'Open') return DisplayName
  return (
    <>
      {DisplayName} <StatusBadge color={Standing === 'Ended' ? 'black' : 'red'}>{Standing}</StatusBadge>
    </>
  )
}

function NewBusinessButton({ onOpen }: { onOpen: () => void }) {
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onOpen}>
      New Business
    </Button>
  )
}

function NewBusiness({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()

  function close(created: Business | null) {
    onClose()
    if (created) void navigate({ to: pageHref('home', { businessId: created.BusinessId }) })
  }

  return <NewBusinessDialog onClose={close} />
}

// Two are enough to recognise a business by; the row stays a row.
function venueNames({ VenueSummaries }: Business): string {
  const names = VenueSummaries.map((venue) => venue.DisplayName)
  const more = names.length - 2
  return names.slice(0, 2).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
