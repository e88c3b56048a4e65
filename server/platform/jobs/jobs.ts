import { setTimeout } from 'node:timers/promises'
import sql, { type Sql } from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import type { Lane, Outsider } from './lanes.ts'

/** What a job has to know about its own try. */
export type Attempt = { readonly isLast: boolean }

/**
 * What failed for good, and is written down where people see it and see to it: a message in the outbox, a payment on its
 * request. The queue is done with it; to try it again there would do nothing.
 */
export class SettledElsewhere extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'SettledElsewhere'
  }
}

type Work = (payload: never, attempt: Attempt) => Promise<void>

/** Work of the queue, and the lane it is done in. It may run twice after a crash, so it must not mind. */
export type Task = Work & { readonly lane: Lane; readonly waitsFor: Outsider | null }

/** The work behind each task name. */
export type Tasks = Readonly<Record<string, Task>>

/** Makes work a task of a lane; `waitsFor` names whom it calls who isn't us. */
export function inLane(lane: Lane, work: Work, waitsFor: Outsider | null = null): Task {
  return Object.assign<Work, Pick<Task, 'lane' | 'waitsFor'>>((payload, attempt) => work(payload, attempt), {
    lane,
    waitsFor,
  })
}

/** Starts a job in the transaction of what it belongs to: it runs once that is committed, and never otherwise. */
export async function startJob(
  tx: Transaction,
  task: string,
  payload: object,
  { key = null, inSeconds = 0 }: { key?: string | null; inSeconds?: number } = {},
): Promise<void> {
  const runAt = inSeconds > 0 ? sql`now() + make_interval(secs => ${inSeconds})` : sql`null`
  await tx.run(sql`select start_job(${task}, ${JSON.stringify(payload)}::json, ${runAt}, ${key})`)
}

/** The same within a statement, for each of its rows: both are expressions of it. */
export function jobStart(task: Sql, payload: Sql): Sql {
  return sql`start_job(${task}, ${payload})`
}

// Others of its lane wait in the same queue: long work makes room for them now and then.
const turnMs = 10_000

/**
 * Tells when a job has worked long enough, and its next turn should be queued behind the other jobs. Whoever asks does so
 * beside a piece of the work that is done in any case: however slow the machine is, each turn comes further.
 */
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
