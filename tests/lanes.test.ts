import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { runJobs } from '#platform/job-runner'
import { inLane, type Lane, lanes, type Slots, type Task, type Tasks } from '#platform/jobs'
import { queueEmail, queueMany } from '#server/messaging'
import { openHeldMail } from '#tests/fakes/held-mail.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { inLong } from '#tests/long.ts'
import { startServer } from '#tests/processes/server.ts'

const businessId = 'harbourside'
const one: Slots = { at_once: 1, soon: 1, bulk: 1, maintenance: 1 }

let hub: TestHub
let ends: (() => unknown)[]
// What jobs wait for comes first: whoever works on them ends with them.
let letGo: (() => void)[]
beforeEach(() => {
  ends = []
  letGo = []
})
afterEach(async () => {
  for (const each of letGo) each()
  for (const end of ends.toReversed()) await end()
})

async function open(settings: Record<string, string> = {}) {
  hub = await startTestHub(settings)
  ends.push(() => hub.close())
  // What the demo has left to do is none of ours.
  await hub.owner.query('delete from graphile_worker._private_jobs')
}
async function work(tasks: Tasks, slots?: Slots) {
  const jobs = await runJobs(hub.databaseUrl, tasks, [], () => undefined, slots && { slots })
  ends.push(() => jobs.stop())
  return jobs
}
async function openMail(isHeld: (to: string) => boolean) {
  const mail = await openHeldMail(isHeld)
  letGo.push(mail.letGo)
  ends.push(mail.close)
  return mail
}
const start = (task: string, payload: object = {}) =>
  hub.owner.query('select start_job($1, $2)', [task, payload])
const waiting = async () => (await hub.owner.query(`select from graphile_worker.jobs`)).rowCount
const inviteMany = (count: number) =>
  hub.database.transaction(businessId, (tx) =>
    queueMany(
      tx,
      'email',
      'bulk',
      Array.from({ length: count }, (_, i) => ({
        kind: 'invitation',
        to: `many-${i}@example.org`,
        subject: 'Come in',
        body: 'Come in.',
      })),
    ),
  )
const askForReset = (email: string) => hub.as(null)(api.requestReset, { body: { email } })

/** Tasks that note when they begin, and end when they are let go. */
function notedTasks(names: Record<string, [Lane, Task['waitsFor']?]>) {
  const begun: string[] = []
  const end = Promise.withResolvers<void>()
  const tasks = Object.fromEntries(
    Object.entries(names).map(([name, [lane, waitsFor]]) => [
      name,
      inLane(
        lane,
        async () => {
          begun.push(name)
          await end.promise
        },
        waitsFor,
      ),
    ]),
  )
  letGo.push(end.resolve)
  return { tasks, begun }
}

test('a reset arrives before the invitations that were queued before it', async () => {
  const count = inLong(100, 30)
  const mail = await openMail((to) => to.startsWith('many-'))
  await open(mail.settings)
  await inviteMany(count)
  await work(hub.tasks)
  await expect.poll(() => mail.held().length).toBe(2)
  expect((await askForReset(people.reception)).status).toBe(204)
  await expect.poll(() => mail.delivered).toEqual([people.reception])
  mail.letGo()
  // One that was held for long may have been given up, and come twice.
  await expect.poll(() => new Set(mail.delivered).size).toBe(count + 1)
  // Calls 10, copies 6, listening 3: with the jobs' own, three processes fit into PostgreSQL's 100.
  const { rows } = await hub.owner.query(
    `select from pg_stat_activity where datname = current_database() and application_name like 'hub%'`,
  )
  expect(rows.length).toBeLessThanOrEqual(30)
})

test('a single message goes out before them, too, and an import is worked on beside them', async () => {
  const mail = await openMail((to) => to.startsWith('many-'))
  await open(mail.settings)
  await inviteMany(20)
  const others = notedTasks({ run_member_import: ['bulk'] })
  await work({ ...hub.tasks, ...others.tasks }, one)
  await expect.poll(() => mail.held().length).toBe(1)
  await hub.database.transaction(businessId, (tx) =>
    queueEmail(tx, { kind: 'card', lane: 'soon', to: 'single@example.org', subject: 'A card', body: '…' }),
  )
  await start('run_member_import')
  await expect.poll(() => mail.delivered).toEqual(['single@example.org'])
  await expect.poll(() => others.begun).toEqual(['run_member_import'])
})

test('a till’s hold is given back on time while a mail server stalls under every kind of message', async () => {
  const mail = await openMail(() => true)
  await open(mail.settings)
  await inviteMany(5)
  for (const email of [people.reception, people.finance, people.promotions]) await askForReset(email)
  await work(hub.tasks)
  await expect.poll(() => mail.held().length).toBe(4)
  const held = await hub.asTill()(api.tillHold, {
    params: { businessId },
    body: { Code: '10001', Amount: 1, Reference: 'stalled' },
  })
  expect(held.status).toBe(200)
  await hub.owner.query(`update ledger_hold set expires_at = now() where outcome is null`)
  await start('expire_holds')
  const overdue = async () =>
    (await hub.owner.query(`select from ledger_hold where outcome is null and expires_at <= now()`)).rowCount
  await expect.poll(overdue).toBe(0)
  expect(mail.delivered).toEqual([])
  expect(mail.held()).toHaveLength(4)
})

test('the end comes within its deadline while a mail server stalls', async () => {
  const mail = await openMail(() => true)
  await open()
  const shared = { DATABASE_URL: hub.databaseUrl, HUB_SECRET: hub.secret }
  const server = await startServer({ ...shared, ...mail.settings })
  await askForReset(people.reception)
  await expect.poll(() => mail.held().length).toBe(1)
  // An end that its deadline has to force is a 1; and the mail server holds the letter still.
  expect((await server.stop()).code).toBe(0)
  expect(mail.held()).toEqual([people.reception])
  expect(mail.delivered).toEqual([])
})

describe('every lane', () => {
  test('has its own slots, and in it those who wait for somebody else have theirs', async () => {
    await open()
    const { tasks, begun } = notedTasks({
      many: ['bulk'],
      mails: ['bulk', 'carriers'],
      single: ['soon'],
      urgent: ['at_once'],
      paid: ['at_once', 'payment provider'],
      tidy: ['maintenance'],
    })
    for (const task of ['many', 'many', 'mails', 'mails', 'single', 'urgent', 'paid', 'tidy'])
      await start(task)
    await work(tasks, one)
    const eachOnce = ['mails', 'many', 'paid', 'single', 'tidy', 'urgent']
    await expect.poll(() => begun.toSorted()).toEqual(eachOnce)
    // Another process may have other numbers.
    await work(tasks, { ...one, bulk: 2 })
    await expect.poll(() => begun.toSorted()).toEqual([...eachOnce, 'mails', 'many'].toSorted())
  })

  test('leaves alone what no task is for, as another version may know it', async () => {
    await open()
    const { tasks, begun } = notedTasks({ known: ['soon'] })
    await start('of_another_version')
    await start('known')
    await work(tasks)
    await expect.poll(() => begun).toEqual(['known'])
    const { rows } = await hub.owner.query(
      `select attempts, locked_by as by from graphile_worker.jobs where task_identifier = 'of_another_version'`,
    )
    expect(rows).toEqual([{ attempts: 0, by: null }])
  })

  test('is known of every task, and every recurring one has a task', async () => {
    await open()
    for (const [name, { lane }] of Object.entries(hub.tasks)) expect(lanes, name).toContain(lane)
    const recurring = hub.schedule.map((line) => line.split(' ')[5])
    expect(Object.keys(hub.tasks)).toEqual(expect.arrayContaining(recurring))
  })
})

test('what the former version queued is sent by this one', async () => {
  await open()
  await hub.database.transaction(businessId, (tx) =>
    queueEmail(tx, { kind: 'card', lane: 'soon', to: 'former@example.org', subject: 'A card', body: '…' }),
  )
  const message = async () =>
    (await hub.owner.query(`select id, state from outbox_message where recipient = 'former@example.org'`))
      .rows[0]
  await hub.owner.query('delete from graphile_worker._private_jobs')
  await start('deliver_message', { businessId, id: Number((await message()).id) })
  await work(hub.tasks)
  await expect.poll(async () => (await message()).state).toBe('Kept')
  await expect.poll(waiting).toBe(0)
})

test('a web process queues what a worker does, which serves nothing but its health and figures', async () => {
  await open()
  const shared = { DATABASE_URL: hub.databaseUrl, HUB_SECRET: hub.secret }
  const web = await startServer({ ...shared, HUB_ROLE: 'web' })
  ends.push(() => web.stop())
  const asked = await fetch(web.url + api.requestReset.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: web.url },
    body: JSON.stringify({ email: people.reception }),
  })
  expect(asked.status).toBe(204)
  const letter = async () =>
    (await hub.owner.query(`select state from outbox_message where kind = 'reset' order by id desc limit 1`))
      .rows[0]
  const workers = async () => (await hub.owner.query(`select from job_pool`)).rowCount
  expect([await letter(), await workers()]).toEqual([{ state: 'Queued' }, 0])

  const worker = await startServer({
    ...shared,
    HUB_ROLE: 'worker',
    HUB_PUBLIC_URL: 'https://hub.example',
    HUB_METRICS_TOKEN: 'a-long-metrics-token',
  })
  ends.push(() => worker.stop())
  await expect.poll(letter).toEqual({ state: 'Kept' })
  const status = async (path: string) => {
    const headers = { authorization: 'Bearer a-long-metrics-token' }
    return (await fetch(worker.url + path, { headers })).status
  }
  const paths = [
    '/health/live',
    '/health/ready',
    '/metrics',
    '/',
    '/api/version',
    '/identity/sign-in',
    '/wallet/v1',
  ]
  expect(await Promise.all(paths.map(status))).toEqual([200, 200, 200, 404, 404, 404, 404])
})
