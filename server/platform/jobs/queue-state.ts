import sql from 'sql-template-tag'

// More than a queue has that is in order; counting them takes some tenths of a second.
const mostJobs = 1_000_000

export const jobStates = ['waiting', 'running', 'failed'] as const
export type JobState = (typeof jobStates)[number]

/** How many jobs of a task there are, and for how many seconds the oldest has been due. */
export type CountedJobs = Readonly<Record<JobState, number>> & {
  readonly task: string
  readonly oldest: number
}

/** Asks for `CountedJobs` of the queue that all processes share. */
export const jobQueueState = sql`select * from job_queue_state(${mostJobs})`
