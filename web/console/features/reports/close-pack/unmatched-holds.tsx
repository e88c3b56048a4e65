import { useBusiness } from '#console/business.ts'
import { useList } from '#console/queries.ts'
import { messages } from '#contract/messages.ts'
import { closePackApi, type UnmatchedHold } from '#contract/reports/close-pack.ts'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { Behind } from './behind.tsx'
import { amountText } from './close-lines.ts'

const accountNames: Readonly<Record<string, string>> = {
  disbursement: 'Disbursement account',
  card: 'Card',
  purse: 'Purse of a digital card',
  points: 'Points of a member',
}

const columns: Column<UnmatchedHold>[] = [
  { header: 'Account', cell: (row) => accountNames[row.Account] ?? row.Account, phone: 'title' },
  { header: 'ID', cell: (row) => row.OwnerId },
  { header: 'In flight', cell: (row) => amountText(row.InFlight, row.Unit), align: 'right' },
  { header: 'Held', cell: (row) => amountText(row.Held, row.Unit), align: 'right' },
]

const title = 'Unmatched lines'

/** The accounts of which what is in flight isn't what is held. */
export function UnmatchedHolds({ onClose }: { onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const list = useList(closePackApi.listUnmatchedHolds, { params: { businessId }, query: { limit: 50 } })
  return (
    <Behind title={title} onClose={onClose}>
      <DataTable
        label={title}
        columns={columns}
        list={list}
        rowKey={(row) => `${row.Account}/${row.OwnerId} ${row.Unit}`}
        empty="None: all that is in flight is held for something."
        errorTitle={messages.reports.failed}
        loadMoreLabel={messages.generic.loadMore}
      />
    </Behind>
  )
}
