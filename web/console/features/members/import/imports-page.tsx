import { Button, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { useBusiness } from '#console/business.ts'
import { useFilters } from '#console/filters.ts'
import { ConsolePage } from '#console/page.tsx'
import { pageHref } from '#contract/console-paths.ts'
import { memberImportsApi, type MemberImportItem } from '#contract/members/member-imports.ts'
import { messages } from '#contract/messages.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { DateText } from '#ui/date/date-text.tsx'
import { FilterBar } from '#ui/table/filter-bar.tsx'
import { FileField } from '#ui/form/file-field.tsx'
import { WorkProgress } from '#ui/feedback/work-progress.tsx'
import { ImportStateBadge } from './import-state.tsx'
import { useUpload } from './import-upload.ts'
import styles from './import.module.css'
import { useMembersCrumb } from '#features/members/members-crumb.ts'

const columns: Column<MemberImportItem>[] = [
  { header: 'File', cell: (item) => item.FileName, phone: 'title' },
  { header: 'State', cell: (item) => <ImportStateBadge state={item.State} /> },
  { header: 'Rows', cell: (item) => item.Rows.toLocaleString(), align: 'right' },
  { header: 'Created', cell: (item) => item.Outcome.Created.toLocaleString(), align: 'right' },
  {
    header: 'Updated',
    cell: (item) => item.Outcome.Updated.toLocaleString(),
    align: 'right',
    phone: 'hidden',
  },
  {
    header: 'Skipped',
    cell: (item) => item.Outcome.Skipped.toLocaleString(),
    align: 'right',
    phone: 'hidden',
  },
  { header: 'Refused', cell: (item) => item.Outcome.Refused.toLocaleString(), align: 'right' },
  { header: 'By', cell: (item) => item.ActorName, phone: 'hidden' },
  { header: 'When', cell: (item) => <DateText value={item.CreatedAt} withTime /> },
]

const Search = z.object({ finished: z.coerce.number().int().min(1).max(366).optional().catch(undefined) })

/** Members from a file: the way in, and what has been imported before. */
export function Page() {
  const { BusinessId: businessId } = useBusiness()
  const crumb = useMembersCrumb()
  const filters = useFilters(Search)
  const { finished } = filters.values
  const list = useCountedList(memberImportsApi.listMemberImports, {
    params: { businessId },
    query: { finishedWithinDays: finished },
  })
  return (
    <ConsolePage
      title="Import members"
      under={[crumb]}
      subtitle="From a CSV file with a row for each member. Nothing is imported before you have seen what would be."
    >
      <NewImport businessId={businessId} />
      <Title order={2} className={styles.heading}>
        Past imports
      </Title>
      {finished !== undefined && (
        <FilterBar filters={filters}>
          <output>Those that finished in {lastDays(finished)}.</output>
        </FilterBar>
      )}
      <DataTable
        label="Past imports"
        columns={columns}
        list={list}
        rowKey={(item) => item.ImportId}
        rowLink={(item) => importHref(businessId, item.ImportId)}
        empty={
          finished === undefined
            ? 'Nothing has been imported yet.'
            : `No import finished in ${lastDays(finished)}.`
        }
        errorTitle="The imports could not be loaded."
        loadMoreLabel={messages.generic.loadMore}
      />
    </ConsolePage>
  )
}

const lastDays = (days: number) => (days === 1 ? 'the last day' : `the last ${days} days`)

function importHref(businessId: string, importId: string): string {
  return pageHref('memberImport', { businessId, importId })
}

function NewImport({ businessId }: { businessId: string }) {
  const navigate = useNavigate()
  const { upload, cancel, progress } = useUpload(businessId)
  const [problem, setProblem] = useState<string | null>(null)

  async function take(file: File | null) {
    if (!file) return
    setProblem(null)
    const answer = await upload(file)
    if (answer?.ok) void navigate({ to: importHref(businessId, answer.data.ImportId) })
    else if (answer) setProblem(answer.message)
  }

  if (progress !== null)
    return (
      <section className={styles.panel} aria-label="Upload">
        <WorkProgress label="Uploading the file" share={progress} />
        <Button variant="default" onClick={cancel}>
          Cancel
        </Button>
      </section>
    )
  return (
    <FileField
      label="File of members"
      description="CSV, up to 500,000 rows. The columns can have any names and any order."
      hint="Drop a CSV file here, or choose one"
      accept={['.csv', '.txt', 'text/csv']}
      error={problem}
      onChange={(file) => void take(file)}
    />
  )
}
