import { type FailedJob, failedJobsApi, type FailedJobState } from '#contract/jobs/failed-jobs.ts'
import { taskInWords } from '#contract/jobs/job-words.ts'
import { type CountedJobs, jobQueueState, type JobState, jobStates } from '#platform/jobs'
import {
  actAsOperator,
  asOperator,
  type Command,
  type Given,
  operator,
  WrongUse,
} from '#server/command/frame'
import { dropFailedJob, failedJobs, retryFailedJob, retryFailedJobs } from '#server/operations'
import { firstLine, mostShown, oneOf, typed } from './typed.ts'

const hidden = `Why work failed is not told of a business that asks why one enters: its reason is given in the console.`

/** `hub jobs` */
export const jobsCommand: Command = {
  name: 'jobs',
  alias: 'jobs list',
  takes: '[--task <task>] [--state waiting|running|failed]',
  summary: 'lists what the job queue has to do, and what failed',
  about: `Counts the jobs of each task that wait for their turn or next try, are running, or failed for good; then lists those that
failed, newest first, ${mostShown} at the most, with their numbers.

  --task   of this task alone
  --state  in this state alone

${hidden}`,
  options: { task: { type: 'string' }, state: { type: 'string' } },
  run: async ({ settings, options, say }) => {
    const state = oneOf('state', jobStates, options.state)
    const task = options.task as string | undefined
    await asOperator(settings, async (tx) => {
      const counted = (await tx.rows<CountedJobs>(jobQueueState))
        .filter((each) => (task === undefined || each.task === task) && countIn(each, state) > 0)
        .toSorted((one, other) => one.task.localeCompare(other.task))
      if (counted.length === 0) return say('There are no such jobs.')
      say(lineOf(...jobStates, 'task'))
      for (const { task: name, ...counts } of counted)
        say(lineOf(...jobStates.map((each) => String(counts[each])), `${name} (${taskInWords(name)})`))
      if (state === 'running') return
      const wanted = { most: mostShown, task, state: state && listed[state] }
      const failed = await failedJobs({ db: tx, who: operator() }, wanted)
      if (failed.length > 0) say('')
      for (const job of failed) say(jobInWords(job))
    })
  },
}

const listed: Readonly<Record<Exclude<JobState, 'running'>, FailedJobState>> = {
  waiting: 'Retrying',
  failed: 'Failed',
}

const countIn = (counts: CountedJobs, state: JobState | undefined): number =>
  state ? counts[state] : counts.waiting + counts.running + counts.failed

const lineOf = (...cells: readonly string[]) =>
  cells.map((cell, at) => (at < jobStates.length ? cell.padStart(7) : cell)).join('  ')

function jobInWords({
  JobId,
  Task,
  State,
  Tries,
  MostTries,
  BusinessName,
  Reason,
  NextTryDate,
}: FailedJob): string {
  const next = State === 'Failed' ? 'failed for good' : `next try ${NextTryDate}`
  const whose = BusinessName === null ? '' : `, ${BusinessName}`
  return `${JobId}  ${Task}${whose}: ${Tries} of ${MostTries} tries, ${next}. ${firstLine(Reason)}`
}

/** `hub jobs retry` */
export const retryJobsCommand: Command = {
  name: 'jobs retry',
  takes: '<number> | --failed',
  summary: 'has failed work tried again, now',
  about: `Has the job with this number, which hub jobs lists, tried again at once, with all of its tries if it was given up.

  --failed  all jobs of every task of which one failed for good, those that wait for their next try among them

It is in the audit trail as done by the operator.`,
  options: { failed: { type: 'boolean', default: false } },
  operands: [0, 1],
  run: async (given) => {
    const [jobId] = given.operands
    if ((jobId === undefined) === !given.options.failed)
      throw new WrongUse('Name a job by its number, or say --failed for all that failed.')
    if (jobId === undefined) return retryAll(given)
    const params = typed(failedJobsApi.retryFailedJob.params, { jobId })
    const { title } = failedJobsApi.retryFailedJob
    await actAsOperator(given.settings, { name: 'jobs retry', title }, (acting) =>
      retryFailedJob({ ...acting, params, body: undefined }),
    )
    given.say(`The job ${jobId} is tried again.`)
  },
}

async function retryAll({ settings, say }: Given): Promise<void> {
  const { title } = failedJobsApi.retryFailedJobs
  const count = await actAsOperator(settings, { name: 'jobs retry', title }, async (acting) => {
    let sum = 0
    for (const { task, failed } of await acting.db.rows<CountedJobs>(jobQueueState))
      if (failed > 0) sum += (await retryFailedJobs({ ...acting, params: {}, body: { Task: task } })).Count
    return sum
  })
  say(
    count === 0
      ? 'No job has failed for good.'
      : `${count} ${count === 1 ? 'job is' : 'jobs are'} tried again.`,
  )
}

/** `hub jobs drop` */
export const dropJobCommand: Command = {
  name: 'jobs drop',
  takes: '<number>',
  summary: 'takes work out of the queue that failed for good',
  about: `Takes the job with this number, which hub jobs lists, out of the queue: nobody does it any more. One that has tries left, or is
running, is refused. It is in the audit trail as done by the operator.`,
  operands: [1, 1],
  run: async ({ settings, operands, say }) => {
    const params = typed(failedJobsApi.dropFailedJob.params, { jobId: operands[0] })
    const { title } = failedJobsApi.dropFailedJob
    await actAsOperator(settings, { name: 'jobs drop', title }, (acting) =>
      dropFailedJob({ ...acting, params, body: undefined }),
    )
    say(`The job ${params.jobId} is dropped.`)
  },
}
