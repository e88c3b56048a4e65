import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { memberOf, type Patron, patronOf, renewalForm } from '#tests/patron.ts'

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

test('birth dates are guessed five times an hour in all forms of the business together', async () => {
  const { birthDate } = await memberOf(hub, '10111')
  const tries = await Promise.all(Array.from({ length: 8 }, () => guess('1901-01-01')))
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(5)
  const elsewhere = await guess(birthDate, { form: 'harbourside-sporting-renewal' })
  expect(elsewhere.error.ErrorCode).toBe('too_many_attempts')
})
