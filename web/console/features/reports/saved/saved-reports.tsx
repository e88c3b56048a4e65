import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useWholeList } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import {
  type ReportName,
  reportTitles,
  savedReportsApi,
  type SavedReport,
} from '#contract/reports/saved-reports.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { DataTable, type Column, type RowAction } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { SavedReportDialog } from './saved-report-dialog.tsx'

const columns: Column<SavedReport>[] = [
  { header: 'Name', cell: (saved) => saved.Name, phone: 'title' },
  { header: 'Report', cell: (saved) => reportTitles[saved.Report] },
  { header: 'Saved by', cell: (saved) => (saved.IsMine ? 'You' : saved.OwnerName), phone: 'hidden' },
  { header: 'Shared', cell: (saved) => (saved.IsShared ? 'Yes' : 'No'), phone: 'hidden' },
  { header: 'Sent by e-mail', cell: (saved) => (saved.Schedule === 'Never' ? null : saved.Schedule) },
  { header: 'Next', cell: (saved) => <DateText value={saved.NextAt} />, phone: 'hidden' },
]

type Opened = { saved: SavedReport; how: 'change' | 'delete' }

/** One's own saved reports and those that others share; the first of all leads to where one is saved. */
export function SavedReports({ first }: { first: ReportName | undefined }) {
  const { BusinessId: businessId } = useBusiness()
  const list = useWholeList(savedReportsApi.listSavedReports, { params: { businessId } })
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const actionsOf = (saved: SavedReport): RowAction[] => [
    ...(saved.IsMine ? [{ label: 'Change', onClick: () => setOpened({ saved, how: 'change' }) }] : []),
    ...(saved.CanDelete
      ? [{ label: 'Delete', danger: true, onClick: () => setOpened({ saved, how: 'delete' }) }]
      : []),
  ]
  return (
    <section aria-labelledby="saved-reports">
      <Title order={2} size="h3" mt="xl" mb="sm" id="saved-reports">
        Saved reports
      </Title>
      <DataTable
        label="Saved reports"
        columns={columns}
        list={list}
        rowKey={(saved) => saved.SavedReportId}
        rowLink={(saved) => pageHref(saved.Report, { businessId }, saved.Search)}
        rowMenu={actionsOf}
        empty={<NoneSaved first={first} />}
        errorTitle="The saved reports could not be loaded."
      />
      {opened?.how === 'change' && <SavedReportDialog saved={opened.saved} onClose={close} />}
      {opened?.how === 'delete' && <DeleteModal saved={opened.saved} onClose={close} />}
    </section>
  )
}

function NoneSaved({ first }: { first: ReportName | undefined }) {
  const { BusinessId: businessId } = useBusiness()
  const open = first && (
    <Button component={Link} variant="default" href={pageHref(first, { businessId })}>
      Open {reportTitles[first]}
    </Button>
  )
  return (
    <EmptyState text="No saved reports yet. Filter a report and save it to find it here." action={open} />
  )
}

function DeleteModal({ saved, onClose }: { saved: SavedReport; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(savedReportsApi.deleteSavedReport, {
    success: 'Saved report deleted.',
    failure: 'The saved report could not be deleted.',
  })
  return (
    <ConfirmModal
      title="Delete the saved report?"
      text={
        saved.IsShared
          ? `“${saved.Name}” will be deleted for everyone it is shared with.`
          : `“${saved.Name}” will be deleted. The report itself stays.`
      }
      confirmLabel="Delete"
      danger
      onConfirm={() => run({ params: { businessId, savedReportId: saved.SavedReportId } })}
      onClose={onClose}
    />
  )
}
