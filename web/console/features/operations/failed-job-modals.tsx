import { useAction } from '#console/actions.ts'
import { failedJobsApi, type FailedJob } from '#contract/jobs/failed-jobs.ts'
import { taskInWords } from '#contract/jobs/job-words.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'

/** What somebody wants done about failed work, of which they are asked first. */
export type Asked =
  | { readonly deed: 'retry' | 'drop'; readonly job: FailedJob }
  | { readonly deed: 'retry all'; readonly task: string }

type Props = { asked: Asked; onDropped: () => void; onClose: () => void }

/** Asks before it is done. */
export function FailedJobModal({ asked, onDropped, onClose }: Props) {
  if (asked.deed === 'retry all') return <RetryAllModal task={asked.task} onClose={onClose} />
  if (asked.deed === 'retry') return <RetryModal job={asked.job} onClose={onClose} />
  return <DropModal job={asked.job} onDropped={onDropped} onClose={onClose} />
}

/** Asks before failed work is done after all. */
function RetryModal({ job, onClose }: { job: FailedJob; onClose: () => void }) {
  const { run } = useAction(failedJobsApi.retryFailedJob, {
    success: 'It is tried again.',
    failure: 'It could not be tried again.',
  })
  return (
    <ConfirmModal
      title="Try again?"
      text={`‘${taskInWords(job.Task)}’ is tried at once. See to the reason first: otherwise it fails again.`}
      confirmLabel="Try again"
      onConfirm={() => run({ params: { jobId: job.JobId } })}
      onClose={onClose}
    />
  )
}

/** The same for all of a kind. */
function RetryAllModal({ task, onClose }: { task: string; onClose: () => void }) {
  const { run } = useAction(failedJobsApi.retryFailedJobs, {
    success: 'All of them are tried again.',
    failure: 'They could not be tried again.',
  })
  return (
    <ConfirmModal
      title="Try all again?"
      text={`All failed ‘${taskInWords(task)}’, of every business, are tried at once.`}
      confirmLabel="Try all again"
      onConfirm={() => run({ body: { Task: task } })}
      onClose={onClose}
    />
  )
}

type DropProps = { job: FailedJob; onDropped: () => void; onClose: () => void }

/** Asks before work is never done. */
function DropModal({ job, onDropped, onClose }: DropProps) {
  const { run } = useAction(failedJobsApi.dropFailedJob, {
    success: 'It was dropped.',
    failure: 'It could not be dropped.',
    except: [failedJobsApi.getFailedJob],
  })
  const drop = async () => {
    const answer = await run({ params: { jobId: job.JobId } })
    if (answer.ok) onDropped()
    return answer
  }
  return (
    <ConfirmModal
      title="Drop this work?"
      text={`‘${taskInWords(job.Task)}’ will never be done${job.BusinessName ? ` for ${job.BusinessName}` : ''}. This can not be undone.`}
      confirmLabel="Drop"
      danger
      onConfirm={drop}
      onClose={onClose}
    />
  )
}
