import { useBusiness } from '#console/business.ts'
import { useList } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { messages } from '#contract/messages.ts'
import { venuesApi, type Venue } from '#contract/business/venues.ts'
import { DataTable, type Column } from '#ui/table/data-table.tsx'

const columns: Column<Venue>[] = [
  { header: 'Venue #', cell: (venue) => venue.VenueNo, width: '8rem' },
  { header: 'Name', cell: (venue) => venue.DisplayName, phone: 'title' },
]

/** The venues whose members the user may meet, for those who may not search for members. */
export function UserVenues() {
  const { AuthorisedVenues: own } = useMe()
  const { BusinessId: businessId } = useBusiness()
  const list = useList(venuesApi.listVenues, { params: { businessId } })
  const rows = list.rows?.filter((venue) => own.length === 0 || own.includes(venue.VenueNo))
  return (
    <DataTable
      label="Venues"
      columns={columns}
      list={{ ...list, rows }}
      rowKey={(venue) => venue.id}
      empty={messages.venues.none}
      errorTitle={messages.venues.loadFailed}
    />
  )
}
