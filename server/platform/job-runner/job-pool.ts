import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { hostname } from 'node:os'
import { Logger, run, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { z } from 'zod'
import { SettledElsewhere, type Tasks } from '#platform/jobs'
import type { Beats } from './job-beats.ts'
import type { JobGroup } from './job-groups.ts'

/** Hears of what failed; `isGivenUp` where it isn't tried any more. */
export type OnError = (task: string, error: unknown, isGivenUp?: boolean) => void

export type JobPool = {
  readonly id: string
  /** The ids of the jobs it works on. */
  readonly underWay: ReadonlySet<string>
  /** Once it takes no more jobs, for whatever reason. */
  readonly leaving: Promise<unknown>
  /** Once it has finished what it had begun, too, and has left. */
  readonly left: Promise<void>
  /** It says by itself that it isn't there any more: that the others don't know it says nothing then. */
  readonly isGone: () => boolean
  readonly leave: () => void
}

export type JobPoolOptions = {
  readonly pool: pg.Pool
  readonly beats: Beats
  readonly group: JobGroup
  readonly schedule: readonly string[]
  readonly onError: OnError
}

/** Takes jobs of a group from the queue until it leaves. What it can't write down ends it: the next gives the queue a new name. */
export async function openJobPool({
  pool,
  beats,
  group,
  schedule,
  onError,
}: JobPoolOptions): Promise<JobPool> {
  const id = `hub-${hostname()}-${process.pid}-${group.name}-${randomBytes(6).toString('hex')}`
  const underWay = new Set<string>()
  const events: WorkerEvents = new EventEmitter()
  const leaving = once(events, 'pool:gracefulShutdown')
  // The queue would think of a name by itself, and take the first job before anybody knows it.
  events.once('pool:create', ({ workerPool }) => {
    workerPool.id = id
    workerPool.promise.catch((error: unknown) => onError('the job queue', error))
  })
  await beats.join(id)
  const runner = await run({
    pgPool: pool,
    taskList: taskListOf(pool, group.tasks, underWay, onError),
    crontab: schedule.join('\n'),
    concurrency: group.slots,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    events,
    // Without these nobody waits for what is written of a job's end, nor hears that it could not be written.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  let isGone = false
  const give = () => {
    isGone = true
    return beats.leave(id)
  }
  const left = runner.promise
    // Once more, on another connection: what ended it may have been the loss of this one.
    .then(() => give().catch(give))
    // Nobody says any more that it lives: the others will find that out.
    .catch((error: unknown) => onError('the job queue', error))
    .then(() => undefined)
  const leave = () => void runner.stop().catch(() => undefined)
  return { id, underWay, leaving, left, isGone: () => isGone, leave }
}

type Job = {
  readonly id: string
  readonly key: string | null
  readonly attempts: number
  readonly max_attempts: number
}

function taskListOf(pool: pg.Pool, tasks: Tasks, underWay: Set<string>, onError: OnError) {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, work]) => [
      name,
      async (payload: unknown, { job }: { job: Job }) => {
        const isLast = job.attempts >= job.max_attempts
        underWay.add(job.id)
        try {
          await work(payload as never, { isLast })
          if (job.key === name) await strikeFormer(pool, name)
        } catch (error) {
          const isFollowed = await hasSuccessor(pool, job)
          const isSettled = error instanceof SettledElsewhere
          onError(name, error, !isFollowed && (isLast || isSettled))
          if (!isSettled && !isFollowed) throw asReason(error)
        } finally {
          underWay.delete(job.id)
        }
      },
    ]),
  )
}

/**
 * True if another of its key was queued while it ran: the queue has taken its key away, and its tries, and would keep it as
 * failed for good beside the one that does it anew.
 */
async function hasSuccessor(pool: pg.Pool, { id, key }: Job): Promise<boolean> {
  if (key === null) return false
  const { rows } = await pool
    .query<{ key: string | null }>('select key from graphile_worker._private_jobs where id = $1', [id])
    // Who can't be asked knows of none.
    .catch(() => ({ rows: [] }))
  return rows.some((row) => row.key === null)
}

/**
 * Of a task whose key is its name there is one at a time: what was given up of it before has been done by now. The queue's own
 * clock, which begins it anew by that key, leaves it as failed for good.
 */
async function strikeFormer(pool: pg.Pool, task: string): Promise<void> {
  await pool
    .query(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = $1 and j.key is null and j.locked_at is null
         and j.attempts >= j.max_attempts`,
      [task],
    )
    // It is done, whatever is said of former ones.
    .catch(() => undefined)
}

/** A failure as the queue writes it down, for a list that shows its first line: what a schema says is JSON over many. */
function asReason(error: unknown): unknown {
  if (!(error instanceof z.ZodError)) return error
  const wrong = error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
  return new Error(wrong.join('; '), { cause: error })
}
