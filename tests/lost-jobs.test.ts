import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Jobs, runJobs } from '#platform/job-runner'
import { inLane, type Tasks } from '#platform/jobs'
import { cloneDatabase, superuserUrl } from '#tests/database.ts'
import { openSilentProxy } from '#tests/fakes/silent-proxy.ts'
import { startJobProcess } from '#tests/processes/job-processes.ts'

const beat = { beatMs: 100, patienceMs: 2_000, silenceMs: 2_000 }

let database: Awaited<ReturnType<typeof cloneDatabase>>
let owner: pg.Client
let ends: (() => Promise<unknown>)[]
let told: string[]
beforeAll(async () => {
  database = await cloneDatabase()
  owner = new pg.Client(superuserUrl(database.url))
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})
beforeEach(async () => {
  // What the demo, or the test before, has left to do is none of ours.
  await owner.query('delete from graphile_worker._private_jobs; delete from job_pool')
  ends = []
  told = []
})
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
})

async function work(tasks: Tasks, url = database.url): Promise<Jobs> {
  const jobs = await runJobs(url, tasks, [], (_, error) => void told.push((error as Error).message), beat)
  ends.push(() => jobs.stop())
  return jobs
}

async function startProcess() {
  const process = await startJobProcess({ databaseUrl: database.url, beat })
  ends.push(process.end)
  return process
}

/** A task that says when it begins, and ends when it is let go. */
function held() {
  const begin = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  let runs = 0
  const task = inLane('soon', async () => {
    runs++
    begin.resolve()
    await end.promise
  })
  return { task, began: begin.promise, letGo: () => end.resolve(), runs: () => runs }
}

const start = (task: string, key: string | null = null) =>
  owner.query(`select start_job($1, '{}', null, $2)`, [task, key])
const jobs = async () =>
  (
    await owner.query<{ task: string; by: string | null }>(
      `select task_identifier as task, locked_by as by from graphile_worker.jobs order by id`,
    )
  ).rows
const pools = async () =>
  (await owner.query<{ id: string }>(`select id from job_pool where lost_at is null`)).rows.map(
    ({ id }) => id,
  )
const untilQueueIsEmpty = async () => {
  await expect.poll(jobs, { interval: 20 }).toEqual([])
}
/** Takes the waiting job of this name in the name of somebody. */
const takeFor = (by: string, task: string) =>
  owner.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - interval '1 hour', attempts = 1
     where task_id = (select id from graphile_worker._private_tasks where identifier = $2)`,
    [by, task],
  )

/** Waits until who falls silent now has been taken for dead, and its job was done. */
async function untilDeadAreFound(done: () => number) {
  const before = done()
  await start('of_the_dead')
  await takeFor('dead', 'of_the_dead')
  await owner.query(`insert into job_pool (id) values ('dead')`)
  await expect.poll(done, { interval: 20 }).toBe(before + 1)
}

test('the job of a process that is killed is done by another', async () => {
  const killed = await startProcess()
  await start('wait')
  await killed.hears(/^began$/)
  const next = held()
  await work({ wait: next.task })
  await killed.end()
  await next.began
  next.letGo()
  await untilQueueIsEmpty()
  expect(next.runs()).toBe(1)
  expect(told).toEqual([])
})

test('the job of a process that is paused goes to another, and the process learns of it when it comes back', async () => {
  const paused = await startProcess()
  await start('wait')
  await paused.hears(/^began$/)
  paused.signal('SIGSTOP')
  const next = held()
  await work({ wait: next.task })
  await next.began
  paused.signal('SIGCONT')
  await paused.hears(/took its jobs: 1 of them may be done twice/)
  next.letGo()
  await untilQueueIsEmpty()
  expect(next.runs()).toBe(1)
})

test('who lives keeps its job, however long it takes; so does the former version, of which nothing is heard', async () => {
  const long = held()
  await work({ long: long.task })
  await start('long')
  await long.began
  const process = await startProcess()
  await start('wait')
  await process.hears(/^began$/)
  await start('of_the_former')
  await takeFor('pool-of-the-former', 'of_the_former')
  const others = held()
  const ofTheDead = held()
  ofTheDead.letGo()
  const tasks = {
    long: others.task,
    wait: others.task,
    of_the_former: others.task,
    of_the_dead: ofTheDead.task,
  }
  await work(tasks)
  const before = await jobs()
  await untilDeadAreFound(ofTheDead.runs)
  await expect.poll(jobs, { interval: 20 }).toEqual(before)
  expect(others.runs()).toBe(0)
  expect(told).toEqual([])
  long.letGo()
})

test('after a time in which nobody could say that they live nobody is taken for dead who does', async () => {
  const long = held()
  await work({ long: long.task })
  await start('long')
  await long.began
  const others = held()
  const ofTheDead = held()
  ofTheDead.letGo()
  await work({ long: others.task, of_the_dead: ofTheDead.task })
  await untilDeadAreFound(ofTheDead.runs)
  await owner.query(`update job_pool set beat_at = now() - interval '1 hour'`)
  await owner.query(`delete from job_pool where id = 'dead'`)
  await untilDeadAreFound(ofTheDead.runs)
  expect(others.runs()).toBe(0)
  expect(told).toEqual([])
  long.letGo()
})

test('a job whose end could not be written down, because the connection was lost, is done again', async () => {
  const task = held()
  await work({ task: task.task })
  await start('task')
  await task.began
  const holder = new pg.Client(superuserUrl(database.url))
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from graphile_worker._private_jobs for update')
  task.letGo()
  await expect
    .poll(
      async () => {
        const { rows } = await owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'hub-jobs' and wait_event_type = 'Lock'`,
        )
        return rows.length
      },
      { interval: 20 },
    )
    .toBe(1)
  await holder.end()
  await untilQueueIsEmpty()
  expect(task.runs()).toBe(2)
  expect(told).toHaveLength(1)
})

// Whether it is done once or twice depends on whether the loss is noticed before its end is written.
test('when all connections are lost under a job it is done all the same, and so is the next', async () => {
  const task = held()
  const next = held()
  next.letGo()
  await work({ task: task.task, next: next.task })
  await start('task')
  await task.began
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'hub-jobs'`,
  )
  task.letGo()
  await untilQueueIsEmpty()
  await start('next')
  await untilQueueIsEmpty()
  expect(next.runs()).toBe(1)
})

test('a job that was lost on its way to who took it is given back', async () => {
  const task = held()
  task.letGo()
  await start('task')
  await work({ other: task.task })
  const [taker = ''] = await pools()
  await takeFor(taker, 'task')
  await work({ task: task.task })
  await untilQueueIsEmpty()
  expect(task.runs()).toBe(1)
})

test('connections that are cut without a word under a job are found out', async () => {
  const proxy = await openSilentProxy(database.url)
  ends.push(proxy.close)
  const first = held()
  const second = held()
  second.letGo()
  await work({ first: first.task, second: second.task }, proxy.url)
  await start('first')
  await first.began
  proxy.cut()
  first.letGo()
  await start('second')
  await untilQueueIsEmpty()
  expect(second.runs()).toBe(1)
})

test('who ends in good order leaves nothing behind', async () => {
  const task = held()
  const worker = await runJobs(
    database.url,
    { task: task.task },
    [],
    (_, error) => void told.push(String(error)),
  )
  await start('task')
  await task.began
  const ended = worker.stop()
  task.letGo()
  await ended
  expect(await jobs()).toEqual([])
  expect(await pools()).toEqual([])
  expect(told).toEqual([])
})

test('what recurs is done now, though a process whose clock is ahead put it off', async () => {
  await owner.query(`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('recur', now(), now() + interval '1 day')`)
  await owner.query(`select graphile_worker.add_job('recur', $1::json, run_at => now() + interval '1 day')`, [
    JSON.stringify({ _cron: { ts: new Date().toISOString(), backfilled: false } }),
  ])
  await owner.query(`select graphile_worker.add_job('later', '{}'::json, run_at => now() + interval '1 day')`)
  const recurring = held()
  await work({ recur: recurring.task, later: inLane('soon', async () => undefined) })
  await recurring.began
  recurring.letGo()
  const isAhead = `select from graphile_worker._private_known_crontabs where last_execution > now()`
  expect((await owner.query(isAhead)).rowCount).toBe(0)
  // What somebody wants done tomorrow isn't hurried.
  await expect.poll(jobs).toEqual([{ task: 'later', by: null }])
})
