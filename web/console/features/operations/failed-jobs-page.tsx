import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useFilters } from '#console/filters.ts'
import { useOpened } from '#console/opened.ts'
import { ConsolePage } from '#console/page.tsx'
import { failedJobsApi, type FailedJob } from '#contract/jobs/failed-jobs.ts'
import { taskInWords } from '#contract/jobs/job-words.ts'
import { messages } from '#contract/messages.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import type { RowAction } from '#ui/table/row-menu.tsx'
import { BackupNotice } from './backup-notice.tsx'
import { type Asked, FailedJobModal } from './failed-job-modals.tsx'
import { FailedJobPanel } from './failed-job-panel.tsx'
import { FailedJobsFilterBar, FailedJobsSearch } from './failed-jobs-filter-bar.tsx'
import { InstallationNotice } from './installation-notice.tsx'
import { stateColors, stateWords } from './state-words.ts'

const columns: Column<FailedJob>[] = [
  { header: 'Work', cell: (job) => taskInWords(job.Task), width: '18%' },
  { header: 'Why', cell: (job) => firstLine(job.Reason), width: '34%' },
  { header: 'Business', cell: (job) => job.BusinessName, phone: 'hidden' },
  {
    header: 'State',
    cell: (job) => <StatusBadge color={stateColors[job.State]}>{stateWords[job.State]}</StatusBadge>,
  },
  { header: 'Last tried', cell: (job) => <DateText value={job.LastTriedDate} withTime />, width: '18%' },
]

const firstLine = (text: string) => text.split('\n', 1)[0]

/** What the queue of later work could not do, of all businesses: to be tried again, or dropped. */
export function Page() {
  const filters = useFilters(FailedJobsSearch)
  const list = useCountedList(failedJobsApi.listFailedJobs, { query: filters.values })
  const opened = useOpened('job')
  const [asked, setAsked] = useState<Asked | null>(null)
  const { task } = filters.values
  const canRetryAll = task !== undefined && (list.rows?.length ?? 0) > 1
  return (
    <ConsolePage
      title="Failed Jobs"
      action={canRetryAll && <RetryAll onClick={() => setAsked({ deed: 'retry all', task })} />}
    >
      <BackupNotice />
      <InstallationNotice />
      <FailedJobsFilterBar filters={filters} />
      <DataTable
        label="Failed jobs"
        columns={columns}
        list={list}
        rowKey={(job) => job.JobId}
        rowLink={(job) => opened.hrefOf(job.JobId)}
        rowMenu={(job) => deedsOf(job, setAsked)}
        empty={filters.isSet ? 'No failed jobs match these filters.' : 'All work is done, or on its way.'}
        errorTitle="The failed jobs could not be loaded."
        loadMoreLabel={messages.generic.loadMore}
      />
      {opened.id && (
        <FailedJobPanel
          key={opened.id}
          jobId={opened.id}
          known={list.rows?.find((job) => job.JobId === opened.id)}
          onAsk={setAsked}
          onClose={opened.close}
        />
      )}
      {asked && <FailedJobModal asked={asked} onDropped={opened.close} onClose={() => setAsked(null)} />}
    </ConsolePage>
  )
}

function deedsOf(job: FailedJob, ask: (asked: Asked) => void): RowAction[] {
  return [
    { label: 'Try again', onClick: () => ask({ deed: 'retry', job }) },
    {
      label: 'Drop',
      danger: true,
      onClick: () => ask({ deed: 'drop', job }),
      disabled: job.State === 'Retrying',
      reason: job.State === 'Retrying' ? 'It has tries left.' : undefined,
    },
  ]
}

function RetryAll({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onClick}>
      Try all again
    </Button>
  )
}
