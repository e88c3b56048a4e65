import { DownloadButton } from '#console/download-button.tsx'
import { useFilters } from '#console/filters.ts'
import { useOpened } from '#console/opened.ts'
import { ConsolePage } from '#console/page.tsx'
import { platformAuditApi, type PlatformAuditEntry } from '#contract/audit/platform-audit.ts'
import { messages } from '#contract/messages.ts'
import { endOfDay, startOfDay } from '#contract/values/start-of-day.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { PlatformAuditFilterBar, PlatformAuditSearch } from './audit-filter-bar.tsx'
import { Deed } from './deed.tsx'
import { PlatformEntryPanel } from './entry-panel.tsx'

const columns: Column<PlatformAuditEntry>[] = [
  { header: 'What', cell: (entry) => <Deed entry={entry} /> },
  { header: 'Business', cell: (entry) => entry.BusinessName ?? entry.BusinessId, width: '20%' },
  { header: 'When', cell: (entry) => <DateText value={entry.At} withTime />, width: '20%' },
  { header: 'From', cell: (entry) => entry.Address, width: '15%' },
]

/** Who was let in and refused, and what super administrators did, in which business. */
export function Page() {
  const filters = useFilters(PlatformAuditSearch)
  const { from, to, ...texts } = filters.values
  // Of no business: days are the reader's own.
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const query = { ...texts, startDate: from && startOfDay(from, zone), endDate: to && endOfDay(to, zone) }
  const list = useCountedList(platformAuditApi.listPlatformAudit, { query })
  const opened = useOpened('entry')
  return (
    <ConsolePage
      title="Platform Audit"
      action={
        <DownloadButton
          row={platformAuditApi.exportPlatformAudit}
          input={{ query }}
          label="Download CSV"
          success="The platform’s audit trail has been downloaded."
          failure="The platform’s audit trail could not be downloaded."
        />
      }
    >
      <PlatformAuditFilterBar filters={filters} />
      <DataTable
        label="Platform audit"
        columns={columns}
        list={list}
        rowKey={(entry) => entry.EntryId}
        rowLink={(entry) => opened.hrefOf(entry.EntryId)}
        empty={filters.isSet ? 'No entries match these filters.' : 'Nothing has been done here yet.'}
        errorTitle="The platform’s audit trail could not be loaded."
        loadMoreLabel={messages.generic.loadMore}
      />
      {opened.id && (
        <PlatformEntryPanel
          key={opened.id}
          entryId={opened.id}
          known={list.rows?.find((entry) => entry.EntryId === opened.id)}
          onClose={opened.close}
        />
      )}
    </ConsolePage>
  )
}
