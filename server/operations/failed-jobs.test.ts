import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract'
import { visitNeeded } from '#contract/business/visit-words.ts'
import { taskNames } from '#contract/jobs/job-words.ts'
import { noTenant } from '#platform/database'
import { type Caller, people, startTestHub, type TestHub } from '#tests/hub.ts'

let hub: TestHub
let sam: Caller
beforeAll(async () => {
  hub = await startTestHub()
  sam = hub.as(people.superAdmin)
})
afterAll(() => hub.close())
beforeEach(() => hub.owner.query(`delete from graphile_worker._private_jobs`))

type Job = { task?: string; businessId?: string; attempts?: number; error?: string | null }

/** A job of which this became. */
async function failed({ task = 'tell_wallets', businessId = 'harbourside', attempts = 12, error }: Job = {}) {
  const { rows } = await hub.owner.query<{ id: string }>(
    `select id from graphile_worker.add_job($1, json_build_object('businessId', $2::text), max_attempts := 12)`,
    [task, businessId],
  )
  const { id } = rows[0]!
  await hub.owner.query(
    `update graphile_worker._private_jobs set attempts = $2, last_error = $3, run_at = now() + interval '1 hour'
     where id = $1`,
    [id, attempts, error === undefined ? 'No answer.\n  at send' : error],
  )
  return id
}

async function jobOf(id: string) {
  const { rows } = await hub.owner.query<{ attempts: number; isDue: boolean }>(
    `select attempts, run_at <= now() as "isDue" from graphile_worker._private_jobs where id = $1`,
    [id],
  )
  return rows[0]
}

const list = async (query: object = {}) => (await sam(api.listFailedJobs, { query })).body
const ids = async (query: object = {}) => (await list(query)).Results.map(({ JobId }) => JobId)

test('every task has words for people', () => {
  expect(taskNames.toSorted()).toEqual(Object.keys(hub.tasks).toSorted())
})

test('what failed is listed with what, when, why, how often and whose', async () => {
  const [given, retrying, ofNobody] = [
    await failed(),
    await failed({ attempts: 3, businessId: 'valley-golf' }),
    await failed({ task: 'expire_points', businessId: noTenant }),
  ]
  // One that was never tried, and one whose process was lost with its last try.
  await hub.owner.query(`select graphile_worker.add_job('expire_cards')`)
  const lost = await failed({ error: null })
  const { Results } = await list()
  expect(Results.map(({ JobId }) => JobId)).toEqual([lost, ofNobody, retrying, given])
  expect(Results[3]).toMatchObject({
    Task: 'tell_wallets',
    BusinessId: 'harbourside',
    BusinessName: 'Harbourside Leagues Club',
    State: 'Failed',
    Tries: 12,
    MostTries: 12,
    Reason: 'No answer.\n  at send',
    NextTryDate: null,
  })
  expect(Results[2]).toMatchObject({ State: 'Retrying', Tries: 3, NextTryDate: expect.any(String) })
  expect(Results[1]).toMatchObject({ BusinessId: null, BusinessName: null })
  expect(Results[0]!.Reason).toBe('The process that worked on it was lost.')
  expect((await sam(api.getFailedJob, { params: { jobId: given } })).body).toEqual(Results[3])
})

test('why is told of a business that asks why one enters to those alone who have said so', async () => {
  const jobId = await failed()
  const reason = async () => (await sam(api.getFailedJob, { params: { jobId } })).body.Reason
  await hub.owner.query(`update business set asks_visit_reason = true where business_id = 'harbourside'`)
  expect(await reason()).toBe(visitNeeded)
  const params = { businessId: 'harbourside' }
  await sam(api.beginSupportVisit, { params, body: { Reason: 'A ticket' } })
  expect(await reason()).toBe('No answer.\n  at send')
  await sam(api.setSupportAccess, { params, body: { IsReasonAsked: false } })
})

test('it can be narrowed down, and comes in pages', async () => {
  const given = await failed()
  const retrying = await failed({ attempts: 3, businessId: 'valley-golf', task: 'refund_payment' })
  expect(await ids({ state: 'Failed' })).toEqual([given])
  expect(await ids({ task: 'refund_payment' })).toEqual([retrying])
  expect(await ids({ forBusiness: 'harbourside' })).toEqual([given])
  const first = await list({ limit: 1 })
  expect(first.Results.map(({ JobId }) => JobId)).toEqual([retrying])
  const next = await hub.app.inject({
    url: first._links.next!.href,
    headers: { authorization: `Bearer ${await hub.tokenOf(people.superAdmin)}` },
  })
  expect(next.json()).toMatchObject({ Results: [{ JobId: given }], _links: {} })
})

test('one that was given up is tried again with all its tries, on record', async () => {
  const id = await failed()
  expect((await sam(api.retryFailedJob, { params: { jobId: id } })).status).toBe(204)
  expect(await jobOf(id)).toEqual({ attempts: 0, isDue: true })
  const { rows } = await hub.owner.query(
    `select business_id as "businessId", record_id as "recordId" from audit_entry where action = 'retryFailedJob'`,
  )
  expect(rows).toEqual([{ businessId: 'harbourside', recordId: id }])
})

test('all of a task are tried again at once, and no others', async () => {
  const [first, second, other] = [await failed(), await failed(), await failed({ task: 'expire_cards' })]
  const answer = await sam(api.retryFailedJobs, { body: { Task: 'tell_wallets' } })
  expect(answer.body).toEqual({ Count: 2 })
  expect(await jobOf(first)).toEqual({ attempts: 0, isDue: true })
  expect(await jobOf(second)).toEqual({ attempts: 0, isDue: true })
  expect(await jobOf(other)).toEqual({ attempts: 12, isDue: false })
})

test('one that was given up is dropped, once; one with tries left is not', async () => {
  const id = await failed()
  const drop = async (jobId: string) => sam(api.dropFailedJob, { params: { jobId } })
  const answers = await Promise.all([drop(id), drop(id)])
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 404 || status === 409)).toHaveLength(1)
  expect(await jobOf(id)).toBeUndefined()
  const refused = await drop(await failed({ attempts: 3 }))
  expect(refused.status).toBe(409)
  expect(refused.error.ErrorMessage).toBe('This work has tries left: only what was given up can be dropped.')
})

test('one that is under way is left alone', async () => {
  const id = await failed()
  await hub.owner.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'x' where id = $1`,
    [id],
  )
  expect(await ids()).toEqual([])
  expect((await sam(api.retryFailedJob, { params: { jobId: id } })).status).toBe(404)
  expect((await sam(api.dropFailedJob, { params: { jobId: id } })).status).toBe(404)
  expect((await sam(api.retryFailedJobs, { body: { Task: 'tell_wallets' } })).body).toEqual({ Count: 0 })
})
