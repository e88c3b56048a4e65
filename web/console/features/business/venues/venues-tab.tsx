import { Button, Checkbox, Group } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { IconEdit, IconPlus, IconRestore, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { useBusiness } from '#console/business.ts'
import { useFilters } from '#console/filters.ts'
import { messages } from '#contract/messages.ts'
import { isDeletedVenue, venuesApi, type Venue } from '#contract/business/venues.ts'
import { PointsRecounts } from '#parts/points-recount.tsx'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { DataTable, type Column, type RowAction } from '#ui/table/data-table.tsx'
import type { Filters } from '#ui/table/filter-bar.tsx'
import { SearchBox } from '#ui/table/search-box.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { DeleteVenueModal } from './delete-venue-modal.tsx'
import { useRestoreVenue } from './restore-venue.ts'
import { VenueDialog } from './venue-dialog.tsx'
import styles from './venues-tab.module.css'

const text = messages.venues

const Search = z.object({
  q: z.string().catch(''),
  includeDeleted: z.literal('true').optional().catch(undefined),
})

const columns: Column<Venue>[] = [
  { header: 'Venue #', cell: (venue) => venue.VenueNo, width: '8rem' },
  { header: 'Name', cell: (venue) => <Name venue={venue} />, phone: 'title' },
  {
    header: 'Enabled',
    cell: ({ Enabled }) => (
      <StatusBadge color={Enabled ? 'green' : 'grey'}>{Enabled ? 'Yes' : 'No'}</StatusBadge>
    ),
    width: '8rem',
  },
]

type Dialog = { kind: 'new' } | { kind: 'edit' | 'delete'; venue: Venue }

/** The venues of the business: find, make, change, delete and restore them. */
export function Tab() {
  const { BusinessId: businessId } = useBusiness()
  const filters = useFilters(Search)
  const list = useCountedList(venuesApi.listVenues, { params: { businessId }, query: filters.values })
  const { restore } = useRestoreVenue()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <div className={styles.top}>
        <VenueFilters {...filters} />
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog({ kind: 'new' })}>
          {text.newTitle}
        </Button>
      </div>
      <PointsRecounts />
      <DataTable
        label="Venues"
        columns={columns}
        list={list}
        rowKey={(venue) => venue.id}
        rowMenu={(venue) => actionsOf(venue, setDialog, () => void restore(venue))}
        empty={
          filters.isSet ? (
            text.none
          ) : (
            <EmptyState
              text={text.none}
              action={
                <Button variant="default" onClick={() => setDialog({ kind: 'new' })}>
                  Add the first venue
                </Button>
              }
            />
          )
        }
        errorTitle={text.loadFailed}
        loadMoreLabel={messages.generic.loadMore}
      />
      {dialog?.kind === 'new' && <VenueDialog venue={null} onClose={close} />}
      {dialog?.kind === 'edit' && <VenueDialog venue={dialog.venue} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteVenueModal venue={dialog.venue} onClose={close} />}
    </>
  )
}

function VenueFilters({ values, change }: Filters<z.output<typeof Search>>) {
  return (
    <search>
      <SearchBox label="Search venues" value={values.q} onSearch={(q) => change({ q })} isMain />
      <Checkbox
        label={text.deletedVenues}
        checked={values.includeDeleted === 'true'}
        onChange={(event) => change({ includeDeleted: event.currentTarget.checked ? 'true' : undefined })}
      />
    </search>
  )
}

function actionsOf(venue: Venue, open: (dialog: Dialog) => void, restore: () => void): RowAction[] {
  const edit = {
    label: 'Edit',
    icon: <IconEdit size={16} aria-hidden />,
    onClick: () => open({ kind: 'edit', venue }),
  }
  if (isDeletedVenue(venue))
    return [edit, { label: 'Restore', icon: <IconRestore size={16} aria-hidden />, onClick: restore }]
  const remove = {
    label: 'Delete',
    icon: <IconTrash size={16} aria-hidden />,
    danger: true,
    onClick: () => open({ kind: 'delete', venue }),
  }
  return [edit, remove]
}

function Name({ venue }: { venue: Venue }) {
  if (!isDeletedVenue(venue)) return venue.DisplayName
  return (
    <Group gap="xs" component="span" display="inline-flex">
      {venue.DisplayName}
      <StatusBadge color="red">Deleted</StatusBadge>
    </Group>
  )
}
