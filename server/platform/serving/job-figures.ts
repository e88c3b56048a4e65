import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { Gauge, type Registry } from 'prom-client'
import { shared } from '#platform/concurrency'

// More than a queue has that is in order; counting them takes some hundredths of a second.
const mostJobs = 100_000
// Whoever collects figures waits some seconds: the others are worth more than these.
const patienceMs = 2_000

const states = ['waiting', 'running', 'failed'] as const

type Counted = { readonly task: string } & Readonly<Record<(typeof states)[number], number>>

/** Tells how many jobs of each task there are in the queue of all processes. While the database doesn't, there are no such figures. */
export function countJobs(registry: Registry, pool: Pool, tasks: readonly string[]): void {
  // One that takes long isn't asked a second time meanwhile.
  const ask = shared(async () => {
    const { rows } = await pool.query<Counted>('select * from job_queue_figures($1)', [mostJobs])
    return rows
  })
  const jobs = new Gauge({
    name: 'hub_jobs',
    help: 'Jobs in the queue by task: waiting for their turn or next try, running, failed for good.',
    labelNames: ['task', 'state'],
    registers: [registry],
    collect: async () => {
      const counted = await Promise.race([ask().catch(() => null), pause(patienceMs, null, { ref: false })])
      jobs.reset()
      if (counted === null) return
      for (const task of tasks) for (const state of states) jobs.set({ task, state }, 0)
      for (const { task, ...counts } of counted)
        for (const state of states) jobs.set({ task, state }, counts[state])
    },
  })
}
