import { useBusiness } from '#console/business.ts'
import { endOfDay, startOfDay } from '#contract/values/start-of-day.ts'
import { DownloadButton } from '#console/download-button.tsx'
import { useFilters } from '#console/filters.ts'
import { useOpened } from '#console/opened.ts'
import { ConsolePage } from '#console/page.tsx'
import { auditApi, type AuditEntry } from '#contract/audit/audit.ts'
import { messages } from '#contract/messages.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { AuditFilterBar, AuditSearch } from './audit-filter-bar.tsx'
import { Deed } from './deed.tsx'
import { BusinessEntryPanel } from './entry-panel.tsx'

const columns: Column<AuditEntry>[] = [
  { header: 'What', cell: (entry) => <Deed entry={entry} isInBusiness /> },
  { header: 'When', cell: (entry) => <DateText value={entry.At} withTime />, width: '25%' },
  { header: 'From', cell: (entry) => entry.Address, width: '15%' },
]

/** Who did what in the business, when and from where. */
export function Page() {
  const { BusinessId: businessId, TimeZone: zone } = useBusiness()
  const filters = useFilters(AuditSearch)
  const { from, to, ...texts } = filters.values
  const query = { ...texts, startDate: from && startOfDay(from, zone), endDate: to && endOfDay(to, zone) }
  const list = useCountedList(auditApi.listAudit, { params: { businessId }, query })
  const opened = useOpened('entry')
  return (
    <ConsolePage
      title="Audit"
      action={
        <DownloadButton
          row={auditApi.exportAudit}
          input={{ params: { businessId }, query }}
          label="Download CSV"
          success="The audit trail has been downloaded."
          failure="The audit trail could not be downloaded."
        />
      }
    >
      <AuditFilterBar businessId={businessId} filters={filters} />
      <DataTable
        label="Audit"
        columns={columns}
        list={list}
        rowKey={(entry) => entry.EntryId}
        rowLink={(entry) => opened.hrefOf(entry.EntryId)}
        empty={filters.isSet ? 'No entries match these filters.' : 'Nothing has been done here yet.'}
        errorTitle="The audit trail could not be loaded."
        loadMoreLabel={messages.generic.loadMore}
      />
      {opened.id && (
        <BusinessEntryPanel
          key={opened.id}
          businessId={businessId}
          entryId={opened.id}
          known={list.rows?.find((entry) => entry.EntryId === opened.id)}
          onClose={opened.close}
        />
      )}
    </ConsolePage>
  )
}
