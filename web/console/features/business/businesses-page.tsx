import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { businessHref } from '#console/business.ts'
import { useFilters } from '#console/filters.ts'
import { ConsolePage } from '#console/page.tsx'
import { listQuery, useList } from '#console/queries.ts'
import { businessApi } from '#contract/business.ts'
import type { Business } from '#contract/business.ts'
import { messages } from '#contract/messages.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import { NewBusinessDialog } from './new-business-dialog.tsx'
import { ProductNames } from './product-names.tsx'

const Search = z.object({ q: z.string().catch('') })

const columns: Column<Business>[] = [
  { header: 'Name', cell: (business) => business.DisplayName, width: '40%' },
  {
    header: 'Venues',
    cell: (business) => business.VenueSummaries.map((venue) => venue.DisplayName).join(', '),
  },
  { header: 'Products', cell: (business) => <ProductNames licences={business.LicencedHubProducts} /> },
]

/** Fetches the first businesses ahead. */
export function preload(client: QueryClient): void {
  void client.prefetchInfiniteQuery(listQuery(businessApi.listBusinesses, { query: { q: '' } }))
}

/** Every business, for users who aren't tied to one. */
export function Page() {
  const filters = useFilters(Search)
  const { q } = filters.values
  const list = useList(businessApi.listBusinesses, { query: { q } })
  const isAlone = q === '' && !list.isStale && list.rows !== undefined && list.rows.length < 2
  return (
    <ConsolePage title="Businesses" action={<NewBusiness />}>
      {!isAlone && (
        <FilterBar filters={filters}>
          <SearchBox
            label="Search businesses"
            value={q}
            onSearch={(text) => filters.change({ q: text })}
            isMain
          />
        </FilterBar>
      )}
      <DataTable
        label="Businesses"
        columns={columns}
        list={list}
        rowKey={(business) => business.BusinessId}
        rowLink={(business) => businessHref(business.BusinessId)}
        empty={messages.business.noneFound}
        errorTitle={messages.business.searchFailed}
        loadMoreLabel={messages.generic.loadMore}
      />
    </ConsolePage>
  )
}

function NewBusiness() {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()

  function close(created: Business | null) {
    setOpen(false)
    if (created) void navigate({ to: businessHref(created.BusinessId) })
  }

  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        New Business
      </Button>
      {isOpen && <NewBusinessDialog onClose={close} />}
    </>
  )
}
