import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { memberOf, type Patron, patronOf, renewalForm } from '#tests/people/patron.ts'

let hub: TestHub
let patron: Patron
beforeAll(async () => {
  hub = await startTestHub({ HUB_DEMO: 'on' })
  patron = patronOf(hub)
})
afterAll(() => hub.close())

const guess = (BirthDate: string, params = renewalForm) =>
  patron.call(api.identifyMember, { params, body: { MembershipNumber: '10111', BirthDate } })
async function read() {
  const { id } = await memberOf(hub, '10110')
  const params = { businessId: 'harbourside', memberId: id }
  const { body } = await hub.as(people.admin)(api.getMember, { params })
  return body.Results[0]!
}

test('number and birth date make nobody a life member: another type waits for the staff', async () => {
  const before = await read()
  const secret = await patron.identify('10110')
  await patron.call(api.saveSession, {
    params: renewalForm,
    body: { Secret: secret, Answers: { MembershipType: 'Life', HasAcceptedTerms: true } },
  })
  expect(await patron.submit(secret, renewalForm)).toMatchObject({
    NextStep: 'User Completed',
    IsRenewed: false,
  })
  const { MembershipType, DateFinancial } = before
  expect(MembershipType).not.toBe('Life')
  expect(await read()).toMatchObject({ MembershipType, DateFinancial })
})

test('nor does a job, be it one that looks for what was forgotten or one of the former version', async () => {
  const { MembershipType, DateFinancial } = await read()
  const { rows } = await hub.owner.query<{ id: string }>(
    `update request_session set submitted_at = now() - interval '6 minutes'
     where next_step = 'User Completed' and answers ->> 'MembershipType' = 'Life' and proven_at is null
     returning session_id as id`,
  )
  await patron.perform('find_unfinished_requests', {})
  await patron.work()
  expect(rows).toHaveLength(1)
  const payload = { businessId: 'harbourside', sessionId: rows[0]!.id }
  await patron.perform('finish_renewal', payload)
  await patron.perform('carry_out_renewal', payload)
  expect(await read()).toMatchObject({ MembershipType, DateFinancial })
})

test('birth dates are guessed five times an hour in all forms of the business together', async () => {
  const { birthDate } = await memberOf(hub, '10111')
  const tries = await Promise.all(Array.from({ length: 8 }, () => guess('1901-01-01')))
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(5)
  const elsewhere = await guess(birthDate, { form: 'harbourside-sporting-renewal' })
  expect(elsewhere.error.ErrorCode).toBe('too_many_attempts')
})
