import type { Pool } from 'pg'
import { Gauge, type Registry } from 'prom-client'
import { type CountedJobs, jobQueueState, jobStates, lanes, type Task } from '#platform/jobs'
import { answeredInTime } from './in-time.ts'

type KnownTasks = Readonly<Record<string, Pick<Task, 'lane'>>>

/** The lane of what no task of this version is for: of another version, or of one that forgot to do it. */
const noLane = 'none'

/**
 * Tells of the queue of all processes how many jobs there are by task and by lane, and how long the oldest has been due.
 * While the database doesn't, there are no such figures.
 */
export function countJobs(registry: Registry, pool: Pool, tasks: KnownTasks): void {
  // Asked once for all figures of it; and one that takes long isn't asked a second time meanwhile.
  const ask = answeredInTime(async () => {
    const { rows } = await pool.query<CountedJobs>(jobQueueState)
    return rows
  })
  const laneOf = (task: string) => tasks[task]?.lane ?? noLane
  const gauge = (name: string, help: string, labelNames: string[], tell: Tell) => {
    const collected = new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect: async () => {
        const counted = await ask()
        collected.reset()
        if (counted !== null) tell(collected, counted)
      },
    })
  }
  gauge(
    'hub_jobs',
    'Jobs in the queue by task: waiting for their turn or next try, running, failed for good.',
    ['task', 'state'],
    (jobs, counted) => {
      for (const task of Object.keys(tasks)) for (const state of jobStates) jobs.set({ task, state }, 0)
      for (const { task, ...counts } of counted)
        for (const state of jobStates) jobs.set({ task, state }, counts[state])
    },
  )
  gauge('hub_lane_jobs', 'The same by lane.', ['lane', 'state'], (jobs, counted) => {
    for (const lane of [...lanes, noLane]) for (const state of jobStates) jobs.set({ lane, state }, 0)
    for (const { task, ...counts } of counted)
      for (const state of jobStates) jobs.inc({ lane: laneOf(task), state }, counts[state])
  })
  gauge(
    'hub_lane_oldest_seconds',
    'How long the job of the lane that waits longest has been due.',
    ['lane'],
    (oldest, counted) => {
      for (const lane of [...lanes, noLane]) {
        const ofLane = counted.filter(({ task }) => laneOf(task) === lane)
        oldest.set({ lane }, Math.max(0, ...ofLane.map((each) => each.oldest)))
      }
    },
  )
}

type Tell = (gauge: Gauge, counted: readonly CountedJobs[]) => void
