import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconPrinter, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { useBusiness } from '#console/business.ts'
import { useCanOpen, useMay } from '#console/can-open.ts'
import { DownloadButton } from '#console/download-button.tsx'
import { useFilters } from '#console/filters.ts'
import { useOpened } from '#console/opened.ts'
import { ConsolePage } from '#console/page.tsx'
import { pageHref } from '#contract/console-paths.ts'
import { messages } from '#contract/messages.ts'
import { visitorRulesApi } from '#contract/visitors/visitor-rules.ts'
import { visitorKindWords } from '#contract/visitors/visitor-words.ts'
import { type VisitorEntry, visitorsApi } from '#contract/visitors/visitors.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { opened } from '#ui/layout/opened.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { VisitorFilterBar } from './visitor-filter-bar.tsx'
import { broughtBy } from './visitor-facts.ts'
import { VisitorPanel } from './visitor-panel.tsx'
import { VisitorSearch } from './visitor-search.ts'

const RulesDialog = opened(() => import('./rules-dialog.tsx').then(({ RulesDialog: dialog }) => dialog))

const columns: Column<VisitorEntry>[] = [
  { header: 'Visitor', cell: (entry) => `${entry.FirstName} ${entry.LastName}` },
  { header: 'Kind', cell: (entry) => visitorKindWords[entry.Kind], phone: 'hidden' },
  { header: 'Brought by', cell: broughtBy },
  { header: 'Address or suburb', cell: (entry) => entry.Address, phone: 'hidden' },
  { header: 'Signed in', cell: (entry) => <DateText value={entry.SignedInAt} withTime /> },
  { header: 'Status', cell: (entry) => <EntryStatus entry={entry} /> },
]

/** The register of visitors. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const filters = useFilters(VisitorSearch)
  const visit = useOpened('visit')
  const query = filters.values
  const list = useCountedList(visitorsApi.listVisitors, { params: { businessId }, query })
  return (
    <ConsolePage title="Visitors" action={<Actions businessId={businessId} query={query} />}>
      <VisitorFilterBar filters={filters} />
      <DataTable
        label="Visitors"
        columns={columns}
        list={list}
        rowKey={(entry) => entry.VisitId}
        rowLink={(entry) => visit.hrefOf(entry.VisitId)}
        empty={filters.isSet ? 'No visitors match these filters.' : <NobodyYet businessId={businessId} />}
        errorTitle="The register of visitors could not be loaded."
        loadMoreLabel={messages.generic.loadMore}
      />
      {visit.id && <VisitorPanel key={visit.id} visitId={visit.id} onClose={visit.close} />}
    </ConsolePage>
  )
}

function NobodyYet({ businessId }: { businessId: string }) {
  const href = pageHref('events', { businessId })
  const action = useCanOpen('events') && (
    <Button component={Link} variant="default" to={href}>
      Go to the events
    </Button>
  )
  return (
    <EmptyState
      text="Nobody has been signed in yet. Guests are signed in at the door of an event."
      action={action}
    />
  )
}

function EntryStatus({ entry }: { entry: VisitorEntry }) {
  if (entry.VoidedAt) return <StatusBadge color="grey">Voided</StatusBadge>
  if (entry.Remark) return <StatusBadge color="orange">Remark</StatusBadge>
  if (entry.LeftAt) return <StatusBadge color="grey">Left</StatusBadge>
  return (
    <StatusBadge color={entry.IsSigned ? 'green' : 'grey'}>
      {entry.IsSigned ? 'Signed' : 'Not signed'}
    </StatusBadge>
  )
}

function Actions({ businessId, query }: { businessId: string; query: VisitorSearch }) {
  const mayChangeRules = useMay(visitorRulesApi.saveVisitorRules)
  const [isOpen, setOpen] = useState(false)
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const texts = {
    success: 'The register has been downloaded.',
    failure: 'The register could not be downloaded.',
  }
  const inputOf = (format: 'csv' | 'xlsx') => ({ params: { businessId, format }, query })
  return (
    <Group gap="xs">
      {mayChangeRules && (
        <Button
          variant="default"
          leftSection={<IconSettings size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          Rules
        </Button>
      )}
      <Button
        variant="default"
        component={Link}
        to={pageHref('visitorsPrint', { businessId }, Object.fromEntries(given))}
        leftSection={<IconPrinter size={16} aria-hidden />}
      >
        Print view
      </Button>
      <DownloadButton row={visitorsApi.exportVisitors} input={inputOf('csv')} label="CSV" {...texts} />
      <DownloadButton row={visitorsApi.exportVisitors} input={inputOf('xlsx')} label="Excel" {...texts} />
      {isOpen && <RulesDialog onClose={() => setOpen(false)} />}
    </Group>
  )
}
