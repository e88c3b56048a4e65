import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { inLane } from '#platform/jobs'
import { cloneDatabase } from '#tests/database.ts'
import { runJobs } from './run-jobs.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let owner: pg.Client
beforeEach(async () => {
  database = await cloneDatabase()
  owner = new pg.Client(database.url)
  await owner.connect()
  // What the demo has left to do is none of ours.
  await owner.query('delete from graphile_worker._private_jobs')
})
afterEach(async () => {
  await owner.end()
  await database.drop()
})

const Member = z.object({ DateFinancial: z.iso.date(), Notes: z.array(z.string()) })

test('what a schema refused is written down as what is wrong, on one line', async () => {
  const told: unknown[] = []
  const renew = inLane('soon', async () => void Member.parse({ DateFinancial: '10000-12-31', Notes: [7] }))
  const jobs = await runJobs(database.url, { renew }, [], (_, error) => void told.push(error))
  await owner.query(`select start_job('renew', '{}', null, null)`)
  const reason = async () =>
    (await owner.query<{ reason: string | null }>(`select last_error as reason from graphile_worker.jobs`))
      .rows[0]?.reason
  await expect
    .poll(reason, { interval: 20 })
    .toBe('DateFinancial: Invalid ISO date; Notes.0: Invalid input: expected string, received number')
  await jobs.stop()
  // Who keeps the log has it whole.
  expect(told).toEqual([expect.any(z.ZodError)])
})

const startKeyed = () => owner.query(`select start_job('renew', '{}', null, 'renew/1')`)
const left = async () =>
  (await owner.query<{ attempts: number }>('select attempts from graphile_worker.jobs')).rows

test('one that fails when another of its key has been queued leaves the work to that one', async () => {
  const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let runs = 0
  const renew = inLane('soon', async () => {
    if (++runs > 1) return
    begun.resolve()
    await goesOn.promise
    throw new Error('No answer.')
  })
  const told: unknown[] = []
  const jobs = await runJobs(database.url, { renew }, [], (_, error, isGivenUp) =>
    told.push([String(error), isGivenUp]),
  )
  await startKeyed()
  await begun.promise
  await startKeyed()
  goesOn.resolve()
  await expect.poll(left, { interval: 20, timeout: 10_000 }).toEqual([])
  await jobs.stop()
  expect(runs).toBe(2)
  expect(told).toEqual([['Error: No answer.', false]])
})

test('one that was given up goes when another of its key is queued, and stays beside others', async () => {
  await startKeyed()
  await owner.query(`select start_job('renew', '{}', null, 'renew/2')`)
  await owner.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'No answer.'`,
  )
  await startKeyed()
  expect((await left()).map(({ attempts }) => attempts).toSorted((one, other) => one - other)).toEqual([
    0, 12,
  ])
})

test('what the clock begins anew by its key strikes out what was given up of it, once it is done', async () => {
  const begin = () => owner.query(`select graphile_worker.add_job('renew', '{}', job_key := 'renew')`)
  const giveUp = () => owner.query('update graphile_worker._private_jobs set attempts = max_attempts')
  await begin()
  await giveUp()
  await begin()
  expect(await left()).toHaveLength(2)
  const jobs = await runJobs(
    database.url,
    { renew: inLane('soon', async () => undefined) },
    [],
    () => undefined,
  )
  await expect.poll(left, { interval: 20, timeout: 10_000 }).toEqual([])
  await jobs.stop()
})
