import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useRead } from '#console/queries.ts'
import { failedJobsApi, type FailedJob } from '#contract/jobs/failed-jobs.ts'
import { taskInWords } from '#contract/jobs/job-words.ts'
import { DateText } from '#ui/date/date-text.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { SidePanel } from '#ui/layout/side-panel.tsx'
import styles from './failed-job-panel.module.css'
import type { Asked } from './failed-job-modals.tsx'
import { stateColors, stateWords } from './state-words.ts'

type Props = {
  jobId: string
  /** The job, where the list has it already. */
  known: FailedJob | undefined
  onAsk: (asked: Asked) => void
  onClose: () => void
}

/** One job that failed, with all that is known of why. */
export function FailedJobPanel({ jobId, known, onAsk, onClose }: Props) {
  const { data, error, retry } = useRead(failedJobsApi.getFailedJob, known ? null : { params: { jobId } })
  const job = known ?? data
  return (
    <SidePanel
      title={job ? taskInWords(job.Task) : 'Failed job'}
      actions={job && <Deeds job={job} onAsk={onAsk} />}
      onClose={onClose}
    >
      {job && <Job job={job} />}
      {!job && error && (
        <ErrorState title="The job could not be loaded." detail={error.message} onRetry={retry} />
      )}
      {!job && !error && <Skeleton height={160} />}
    </SidePanel>
  )
}

function Deeds({ job, onAsk }: { job: FailedJob; onAsk: Props['onAsk'] }) {
  return (
    <>
      {job.State === 'Failed' && (
        <Button variant="default" c="red.8" onClick={() => onAsk({ deed: 'drop', job })}>
          Drop
        </Button>
      )}
      <Button
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => onAsk({ deed: 'retry', job })}
      >
        Try again
      </Button>
    </>
  )
}

function Job({ job }: { job: FailedJob }) {
  return (
    <>
      <Facts
        facts={[
          [
            'State',
            <StatusBadge key="state" color={stateColors[job.State]}>
              {stateWords[job.State]}
            </StatusBadge>,
          ],
          ['Business', job.BusinessName],
          ['Tries', `${job.Tries} of ${job.MostTries}`],
          ['Begun', <DateText key="begun" value={job.CreatedDate} withTime />],
          ['Last tried', <DateText key="last" value={job.LastTriedDate} withTime />],
          ['Next try', <DateText key="next" value={job.NextTryDate} withTime />],
          ['Name in the log', job.Task],
        ]}
      />
      <section aria-label="Reason" className={styles.reason}>
        {job.Reason}
      </section>
    </>
  )
}
