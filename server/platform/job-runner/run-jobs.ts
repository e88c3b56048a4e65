import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Tasks } from '#platform/jobs'
import { type BeatOptions, type Beats, beatsOn, usualBeat } from './job-beats.ts'
import { jobConnections } from './job-connections.ts'
import { type JobPool, type OnError, openJobPool } from './job-pool.ts'

export type Jobs = {
  /** The connections of the queue, for the figures. */
  readonly pool: pg.Pool
  stop(): Promise<void>
}

const restAfterFailureMs = 1_000

/**
 * Works on the queue until stopped; `schedule` holds crontab lines for what recurs. Whatever ends the worker but
 * stopping it, such as a database that takes no more connections, is told and ends nothing else: it is started again.
 * Jobs that this or another process lost are given back within a minute.
 */
export async function runJobs(
  ownerUrl: string,
  tasks: Tasks,
  schedule: readonly string[],
  onError: OnError,
  options: BeatOptions = usualBeat,
): Promise<Jobs> {
  const pool = jobConnections(ownerUrl, options.silenceMs)
  const beats = beatsOn(pool, options)
  const stopping = new AbortController()
  // The one that takes jobs, and those that only finish what they had begun.
  const present = new Set<JobPool>()
  const enter = async () => {
    const entered = await openJobPool({ pool, beats, tasks, schedule, onError })
    present.add(entered)
    void entered.left.then(() => present.delete(entered))
    if (stopping.signal.aborted) entered.leave()
    return entered
  }
  const running = keepEntering(await enter(), enter, stopping.signal, onError)
  const over = new AbortController()
  const beating = keepBeating(roundOf(beats, present, onError), options.beatMs, over.signal, onError)
  return {
    pool,
    stop: async () => {
      stopping.abort()
      for (const each of present) each.leave()
      await running
      await Promise.all([...present].map(({ left }) => left))
      over.abort()
      await beating
      await pool.end()
    },
  }
}

/** Whenever the one that takes jobs leaves, another takes its place, even while the former still has something to finish. */
async function keepEntering(
  first: JobPool,
  enter: () => Promise<JobPool>,
  signal: AbortSignal,
  onError: OnError,
): Promise<void> {
  let leaving = first.leaving
  for (;;) {
    await leaving
    await rest(restAfterFailureMs, signal)
    if (signal.aborted) return
    try {
      leaving = (await enter()).leaving
    } catch (error) {
      onError('the job queue', error)
      leaving = Promise.resolve()
    }
  }
}

async function keepBeating(
  round: () => Promise<void>,
  beatMs: number,
  signal: AbortSignal,
  onError: OnError,
): Promise<void> {
  for (;;) {
    await rest(beatMs, signal)
    if (signal.aborted) return
    // Once more, on another connection, before others lose their patience.
    await round()
      .catch(round)
      .catch((error: unknown) => onError('the job queue', error))
  }
}

/** Says that we live, sees to those that don't, and to what was lost on the way to us or back. */
function roundOf(beats: Beats, present: ReadonlySet<JobPool>, onError: OnError): () => Promise<void> {
  const told = new Set<string>()
  let formerStrays: readonly string[] = []
  const tell = (words: string) => onError('the job queue', new Error(words))
  return async () => {
    const pools = [...present]
    const ids = pools.map(({ id }) => id)
    const lost = await beats.beat(ids)
    for (const { id, underWay, leave } of pools.filter(
      (each) => lost.includes(each.id) && !told.has(each.id),
    )) {
      told.add(id)
      tell(
        `This process was silent so long that others took its jobs: ${underWay.size} of them may be done twice.`,
      )
      leave()
    }
    await beats.giveBackOfDead(ids)
    await beats.setClockRight()
    const strays: string[] = []
    for (const { id, underWay, leave } of pools) {
      const found = await beats.strays(id, underWay)
      // One that is seen a second time is none that just begins or ends.
      if (found.some((stray) => formerStrays.includes(stray))) leave()
      strays.push(...found)
    }
    formerStrays = strays
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined)
}
