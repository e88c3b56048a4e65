import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type Slots, type Tasks, usualSlots } from '#platform/jobs'
import { type BeatOptions, type Beats, beatsOn, usualBeat } from './job-beats.ts'
import { jobConnections } from './job-connections.ts'
import { jobGroupsOf, type JobGroup, startsRecurring } from './job-groups.ts'
import { hearOfJobs } from './job-news.ts'
import { type JobPool, type OnError, openJobPool } from './job-pool.ts'

export type Jobs = {
  /** The connections of the queue, for the figures. */
  readonly pool: pg.Pool
  stop(): Promise<void>
}

const restAfterFailureMs = 1_000

export type JobOptions = BeatOptions & { readonly slots: Slots }

/**
 * Works on the queue until stopped, each group of tasks in slots of its own; `schedule` holds crontab lines for what
 * recurs. Whatever ends a group's work but stopping it, such as a database that takes no more connections, is told and
 * ends nothing else: it is started again. Jobs that this or another process lost are given back within a minute.
 */
export async function runJobs(
  ownerUrl: string,
  tasks: Tasks,
  schedule: readonly string[],
  onError: OnError,
  options: Partial<JobOptions> = {},
): Promise<Jobs> {
  const { slots, ...beat } = { ...usualBeat, slots: usualSlots, ...options }
  const pool = jobConnections(ownerUrl, beat.silenceMs)
  const news = hearOfJobs(ownerUrl)
  const beats = beatsOn(pool, beat)
  const stopping = new AbortController()
  // Those that take jobs, and those that only finish what they had begun.
  const present = new Set<JobPool>()
  const enter = async (group: JobGroup, recurring: readonly string[]) => {
    const given = { pool: news.on(pool), beats, group, schedule: recurring, onError }
    const entered = await openJobPool(given)
    present.add(entered)
    void entered.left.then(() => present.delete(entered))
    if (stopping.signal.aborted) entered.leave()
    return entered
  }
  const groups = jobGroupsOf(tasks, slots)
  const recurs = startsRecurring(groups)
  const ways = groups.map((group) => () => enter(group, group === recurs ? schedule : []))
  const leaveAll = async () => {
    stopping.abort()
    for (const each of present) each.leave()
    await Promise.all([...present].map(({ left }) => left))
  }
  const end = async () => {
    await news.close()
    await pool.end()
  }
  const first = await allOrNone(ways, () => leaveAll().then(end))
  const running = ways.map((way, i) => keepEntering(first[i]!, way, stopping.signal, onError))
  const over = new AbortController()
  const beating = keepBeating(roundOf(beats, present, onError), beat.beatMs, over.signal, onError)
  return {
    pool,
    stop: async () => {
      await leaveAll()
      await Promise.all(running)
      // One may have entered while the others left.
      await leaveAll()
      over.abort()
      await beating
      await end()
    },
  }
}

/** Enters by all ways; if one is closed nothing is left of the others. */
async function allOrNone(
  ways: readonly (() => Promise<JobPool>)[],
  undo: () => Promise<void>,
): Promise<JobPool[]> {
  const tried = await Promise.allSettled(ways.map((way) => way()))
  const failed = tried.find((each) => each.status === 'rejected')
  if (failed) {
    await undo()
    throw failed.reason
  }
  return tried.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
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
  let formerStrays: ReadonlySet<string> = new Set()
  const tell = (words: string) => onError('the job queue', new Error(words))
  return async () => {
    const pools = [...present]
    const ids = pools.map(({ id }) => id)
    const lost = await beats.beat(ids)
    const newlyLost = pools.filter(({ id, isGone }) => lost.includes(id) && !told.has(id) && !isGone())
    const taken = newlyLost.reduce((sum, { underWay }) => sum + underWay.size, 0)
    if (newlyLost.length > 0)
      tell(`This process was silent so long that others took its jobs: ${taken} of them may be done twice.`)
    for (const { id, leave } of newlyLost) {
      told.add(id)
      leave()
    }
    await beats.giveBackOfDead(ids)
    await beats.setClockRight()
    const strays = await beats.strays(
      ids,
      pools.flatMap(({ underWay }) => [...underWay]),
    )
    // One that is seen a second time is none that just begins or ends.
    const lasting = strays.filter(({ id }) => formerStrays.has(id)).map(({ poolId }) => poolId)
    for (const { id, leave } of pools) if (lasting.includes(id)) leave()
    formerStrays = new Set(strays.map(({ id }) => id))
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined)
}
