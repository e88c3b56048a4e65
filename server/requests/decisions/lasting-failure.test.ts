import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import type { Database } from '#platform/database'
import type { Backstage } from '#server/payments'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { memberOf, type Patron, patronOf, renewalForm } from '#tests/people/patron.ts'
import { finishRenewal } from './renewals.ts'

const businessId = 'harbourside'
const lastTry = { isLast: true }

let hub: TestHub
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on', HUB_PUBLIC_URL: 'https://club.example' })
  patron = patronOf(hub)
  // Something that is wrong for good with this one member.
  await hub.owner.query(`
    create function refuse_broken() returns trigger language plpgsql as
      $$ begin raise exception 'broken' using errcode = 'XX000'; end $$;
    create trigger refuse_broken before update on member for each row when (new.occupation = 'Broken')
      execute function refuse_broken()`)
})
afterAll(() => hub.close())

/** A paid renewal that was to be carried out six minutes ago, and is not. */
async function unfinished(number: string): Promise<{ businessId: string; sessionId: string }> {
  await hub.owner.query('delete from graphile_worker._private_jobs')
  const secret = await patron.identify(number)
  await patron.enter(secret, await patron.codeFor(secret, number))
  const Answers = { MembershipType: 'Ordinary', HasAcceptedTerms: true, Occupation: 'Broken' }
  await patron.call(api.saveSession, { params: renewalForm, body: { Secret: secret, Answers } })
  const { PaymentUrl, SessionId: sessionId } = await patron.submit(secret, renewalForm)
  await patron.pay(PaymentUrl).catch(() => undefined)
  const { rowCount } = await hub.owner.query(
    `update request_session set submitted_at = now() - interval '6 minutes'
     where session_id = $1 and next_step = 'User Completed'`,
    [sessionId],
  )
  expect(rowCount).toBe(1)
  return { businessId, sessionId }
}
const jobsOf = async ({ sessionId }: { sessionId: string }) =>
  (
    await hub.owner.query<{ attempts: number }>(
      `select attempts from graphile_worker.jobs where key = 'carry_out_renewal ' || $1`,
      [sessionId],
    )
  ).rows
const setAttempts = ({ sessionId }: { sessionId: string }, attempts: number) =>
  hub.owner.query(
    `update graphile_worker._private_jobs set attempts = $2 where key = 'carry_out_renewal ' || $1`,
    [sessionId, attempts],
  )
const detailOf = async (sessionId: string) =>
  (await hub.as(people.admin)(api.getRenewalRequest, { params: { businessId, sessionId } })).body

test('a renewal that fails for good comes to its last try, and to the staff', async () => {
  const payload = await unfinished('10120')
  await patron.perform('find_unfinished_requests', {})
  expect(await jobsOf(payload)).toEqual([{ attempts: 0 }])
  await setAttempts(payload, 11)
  await patron.perform('find_unfinished_requests', {})
  expect(await jobsOf(payload)).toEqual([{ attempts: 11 }])
  await expect(patron.perform('carry_out_renewal', payload, lastTry)).rejects.toThrow('broken')
  expect(await detailOf(payload.sessionId)).toMatchObject({
    NextStep: 'Error',
    Message: 'The renewal could not be carried out.',
  })
})

test('one whose job was given up without a word is begun anew', async () => {
  const payload = await unfinished('10121')
  await patron.perform('find_unfinished_requests', {})
  await setAttempts(payload, 12)
  await patron.perform('find_unfinished_requests', {})
  expect(await jobsOf(payload)).toEqual([{ attempts: 0 }])
})

test('what was decided between a failed try and its end stays decided', async () => {
  const payload = await unfinished('10122')
  const { sessionId } = payload
  let transactions = 0
  const transaction: Database['transaction'] = async (...given) => {
    if (++transactions === 2) {
      const { status } = await hub.as(people.admin)(api.rejectRenewalRequest, {
        params: { businessId, sessionId },
        body: { Note: null, IsRefunded: false, NotifyBy: 'none' },
      })
      expect(status).toBe(200)
    }
    return hub.database.transaction(...given)
  }
  const database = Object.assign(Object.create(hub.database) as Database, { transaction })
  await expect(finishRenewal({ database } as Backstage, payload, lastTry)).rejects.toThrow('broken')
  expect(transactions).toBe(2)
  expect(await detailOf(sessionId)).toMatchObject({
    NextStep: 'Completed',
    IsError: false,
    SubmissionFinalisation: { SubmissionAccepted: false },
  })
})

test('a renewal is its member’s: accepted, it is nobody else’s, whatever is sent with it', async () => {
  const { sessionId } = await unfinished('10123')
  await hub.owner.query('drop trigger refuse_broken on member')
  const params = { businessId, sessionId }
  const [{ id: own }, { id: MemberId }] = [await memberOf(hub, '10123'), await memberOf(hub, '10124')]
  const asApplication = await hub.as(people.admin)(api.acceptMembershipRequest, {
    params,
    body: { MemberId, MembershipType: 'Ordinary', NotifyBy: 'none' },
  })
  expect(asApplication.status).toBe(404)
  const body = { NotifyBy: 'none', MemberId } as const
  expect((await hub.as(people.admin)(api.acceptRenewalRequest, { params, body })).status).toBe(200)
  const { rows } = await hub.owner.query(
    `select member_id as id from member_change where business_id = $1 and title = 'Accept a renewal request'
       and member_id = any($2)`,
    [businessId, [own, MemberId]],
  )
  expect(rows).toEqual([{ id: own }])
})
