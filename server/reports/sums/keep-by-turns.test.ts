import { parseCrontab } from 'graphile-worker'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runJobs } from '#platform/job-runner'
import type { InPieces } from '#platform/jobs'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { keepSums } from '#tests/reading/kept-sums.ts'
import { checkBooks } from './index.ts'

// However much there is to add up, others of the lane have their turns, and the clock begins no second one beside.
const tasks = ['keep_ledger_sums', 'keep_record_sums'] as const
type Task = (typeof tasks)[number]

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await keepSums(hub)
})
afterAll(() => hub.close())
afterEach(() => void vi.restoreAllMocks())

const turn = (task: Task, payload: InPieces = {}) => hub.tasks[task]!(payload as never, { isLast: false })

const emptied = `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
  where t.id = j.task_id and t.identifier = any($1)`
const queued = async () => {
  const { rows } = await hub.owner.query<{ task: Task; key: string; payload: InPieces }>(
    `select t.identifier as task, key, payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = any($1)`,
    [tasks],
  )
  return rows
}
/** What is queued next, which isn't any more. */
const taken = async () => {
  const [next] = await queued()
  await hub.owner.query(emptied, [tasks])
  return next?.payload
}
const left = async () => (await queued()).map(({ task, payload }) => [task, payload.left])

/** From here on, whoever looks how late it is finds that its turn was over long ago. */
function timeFlies() {
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 60_000))
}

const toAdd = {
  keep_ledger_sums: `select count(*)::int as n from ledger_transaction where business_id = 'harbourside'
    and transaction_id > (select transaction_id from ledger_kept where business_id = 'harbourside')`,
  keep_record_sums: `select count(*)::int as n from record_sum_change where business_id = 'harbourside'`,
} as const
const waiting = async (task: Task) => (await hub.owner.query<{ n: number }>(toAdd[task])).rows[0]!.n

/** Notes that come to nothing, of which one piece takes 5,000; and a transaction. */
const notes = 12_000
beforeEach(async () => {
  await hub.owner.query(emptied, [tasks])
  await keepSums(hub)
  await hub.owner.query(`
    insert into record_sum_change (business_id, about, since, kind, records, cents, tax_cents)
    select 'harbourside', 'Card', '2026-01-01', 'nobody’s', 1 - n % 2 * 2, 500 - n % 2 * 1000, 0 from generate_series(1, ${notes}) n;
    select post_transaction('Award', 'u1', 'Ann', array['external', 'points'], array['awards', min(member_id)],
      array['points/points', 'points/points'], array[-700::bigint, 700::bigint]) from member where business_id = 'harbourside'`)
})

const both = (one: string, other: string): InPieces => ({
  left: [one, other].map((businessId) => ({ businessId, after: '' })),
})
const place = <After = string>(businessId: string, after: After | '' = '') => ({ businessId, after })

test.each(tasks)('%s: after its time what is left is queued once, others first', async (task) => {
  timeFlies()
  await turn(task, both('harbourside', 'valley-golf'))
  const goesOn = place('harbourside', task === 'keep_ledger_sums' ? expect.stringMatching(/^\d+$/) : '')
  expect(await waiting(task)).toBe(task === 'keep_ledger_sums' ? 1 : notes - 5_000)
  expect(await left()).toEqual([[task, [place('valley-golf'), goesOn]]])
  await turn(task, await taken())
  expect(await left()).toEqual([[task, [goesOn]]])
  // The clock begins anew with all of them: what they leave takes its place.
  await turn(task)
  expect(await queued()).toHaveLength(1)
  // Whoever else writes in the same cluster at this moment keeps the mark from being final: then the clock begins it anew.
  await expect
    .poll(async () => [await turn(task, await taken()), await waiting(task)])
    .toEqual([undefined, 0])
  for (let next = await taken(); next; next = await taken()) await turn(task, next)
  expect((await checkBooks(hub.databaseUrl)).wrong).toEqual([])
})

test.each(tasks)('%s: while one turn is at work another ends, and leaves all to it', async (task) => {
  const before = await waiting(task)
  const other = new pg.Client({ connectionString: hub.databaseUrl })
  await other.connect()
  try {
    await other.query('begin')
    await other.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [task])
    await turn(task)
  } finally {
    await other.end()
  }
  expect([await waiting(task), await queued()]).toEqual([before, []])
})

test('keep_ledger_sums: whoever sets back how far it has come between two turns, it goes on', async () => {
  timeFlies()
  const begin: InPieces = { left: [place('harbourside')] }
  // Again where somebody else writes in the same cluster at this moment, and the mark isn't final.
  await expect
    .poll(async () => {
      await turn('keep_ledger_sums', begin)
      await hub.owner.query(`
        begin;
        select from ledger_kept where business_id = 'harbourside' for update;
        delete from ledger_sum where business_id = 'harbourside';
        update ledger_kept set transaction_id = 0, marked = 0, marked_before = null where business_id = 'harbourside';
        commit`)
      for (let next = await taken(); next; next = await taken()) await turn('keep_ledger_sums', next)
      return waiting('keep_ledger_sums')
    })
    .toBe(0)
  expect((await checkBooks(hub.databaseUrl)).wrong).toEqual([])
})

test('the clock begins each by its name: what waits or runs is not queued once more', () => {
  const lines = parseCrontab(hub.schedule.join('\n')).filter(({ task }) => tasks.includes(task as Task))
  expect(lines.map(({ task, options }) => [task, options.jobKey])).toEqual(tasks.map((task) => [task, task]))
})

test('what the clock begins while a turn is at work is neither lost nor done twice', async () => {
  timeFlies()
  const told = vi.fn<(task: string, error: unknown) => void>()
  const work = Object.fromEntries(tasks.map((task) => [task, hub.tasks[task]!]))
  const begin = () =>
    hub.owner.query(
      `select graphile_worker.add_job(task, '{"_cron": {"ts": "2031-05-05T00:00:00Z"}}', job_key := task) from unnest($1::text[]) task`,
      [tasks],
    )
  const jobs = await runJobs(hub.databaseUrl, work, [], told, {
    slots: { at_once: 2, soon: 2, bulk: 2, maintenance: 4 },
  })
  let most = 0
  await expect
    .poll(
      async () => {
        await begin()
        const { rows } = await hub.owner.query<{ n: number }>(
          `select count(*)::int as n from graphile_worker.jobs where task_identifier = any($1) and locked_at is null`,
          [tasks],
        )
        most = Math.max(most, rows[0]!.n)
        return [await waiting('keep_ledger_sums'), await waiting('keep_record_sums')]
      },
      { interval: 5 },
    )
    .toEqual([0, 0])
  // All that is queued after it finds nothing to do.
  await expect.poll(queued).toEqual([])
  await jobs.stop()
  // Of each what the clock has begun, and what is left.
  expect(most).toBeLessThanOrEqual(tasks.length * 2)
  expect(told.mock.calls).toEqual([])
  expect((await checkBooks(hub.databaseUrl)).wrong).toEqual([])
})
