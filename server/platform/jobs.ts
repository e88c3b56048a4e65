import { setTimeout } from 'node:timers/promises'
import { Logger, run } from 'graphile-worker'
import sql from 'sql-template-tag'
import type { Transaction } from './database.ts'
import { ownerPool } from './pool.ts'

/** What a job has to know about its own try. */
export type Attempt = { readonly isLast: boolean }

/** The work behind each task name. A task may run twice after a crash, so it must not mind. */
export type Tasks = Readonly<Record<string, (payload: never, attempt: Attempt) => Promise<void>>>

/** Starts a job in the transaction of what it belongs to: it runs once that is committed, and never otherwise. */
export async function startJob(
  tx: Transaction,
  task: string,
  payload: object,
  options: { key?: string } = {},
): Promise<void> {
  await tx.run(sql`select start_job(${task}, ${JSON.stringify(payload)}::json, null, ${options.key ?? null})`)
}

// Messages wait in the same queue: long work makes room for them now and then.
const turnMs = 10_000

/** Tells when a job has worked long enough, and its next turn should be queued behind the other jobs. */
export function timeIsUp(): () => boolean {
  const end = performance.now() + turnMs
  return () => performance.now() > end
}

// How much longer than it works a job rests that nobody waits for, but no longer than this.
const restsLonger = 6
const longestRestMs = 2_000

/**
 * Works batch by batch until `work` says that there is no more, and rests in between: whoever waits for an answer comes
 * first. False if its turn was over before.
 */
export async function workGently(work: () => Promise<boolean>): Promise<boolean> {
  const isOver = timeIsUp()
  let began = performance.now()
  while (await work()) {
    if (isOver()) return false
    await setTimeout(Math.min((performance.now() - began) * restsLonger, longestRestMs))
    began = performance.now()
  }
  return true
}

export type Jobs = { stop(): Promise<void> }

// As many as work at once, one that listens, one for what recurs, and one to spare.
const connections = 5
const restAfterFailureMs = 1_000

/**
 * Works on the queue until stopped; `schedule` holds crontab lines for what recurs. Whatever ends the worker but
 * stopping it, such as a database that takes no more connections, is told and ends nothing else: it is started again.
 */
export async function runJobs(
  ownerUrl: string,
  tasks: Tasks,
  schedule: readonly string[],
  onError: (task: string, error: unknown) => void,
): Promise<Jobs> {
  const pool = ownerPool(ownerUrl, connections)
  const start = () =>
    run({
      pgPool: pool,
      taskList: taskListOf(tasks, onError),
      crontab: schedule.join('\n'),
      concurrency: 2,
      noHandleSignals: true,
      logger: new Logger(() => () => undefined),
    })
  const stopping = new AbortController()
  let runner = await start()
  const keepRunning = async () => {
    for (;;) {
      await runner.promise.catch((error: unknown) => onError('the job queue', error))
      do {
        if (stopping.signal.aborted) return
        await setTimeout(restAfterFailureMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      } while (!(await restarted()))
    }
  }
  const restarted = async () => {
    try {
      runner = await start()
      return true
    } catch (error) {
      onError('the job queue', error)
      return false
    }
  }
  const running = keepRunning()
  return {
    stop: async () => {
      stopping.abort()
      await runner.stop().catch(() => undefined)
      await running
      await pool.end()
    },
  }
}

function taskListOf(tasks: Tasks, onError: (task: string, error: unknown) => void) {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, work]) => [
      name,
      async (payload: unknown, { job }: { job: { attempts: number; max_attempts: number } }) => {
        try {
          await work(payload as never, { isLast: job.attempts >= job.max_attempts })
        } catch (error) {
          onError(name, error)
          throw error
        }
      },
    ]),
  )
}
