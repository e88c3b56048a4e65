import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { proveAgain } from '#contract/access/step-up.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { demoPassword } from '#server/demo/access'
import { newBrowser } from '#tests/browser.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { addPasskey, afterPassword } from '#tests/people/factors.ts'
import { claimsIn } from '#tests/people/identity.ts'
import { recordIds } from '#tests/samples/record-ids.ts'
import { samples } from '#tests/samples/samples.ts'

let hub: TestHub
let ids: Record<string, string>
beforeAll(async () => {
  hub = await startTestHub()
  ids = await recordIds(hub.owner, 'harbourside')
})
afterAll(() => hub.close())

const rows = Object.entries(api as Record<string, Endpoint>).filter(([, { asksAgain }]) => asksAgain)

async function signIn(email: string = people.superAdmin) {
  const browser = newBrowser(hub.app)
  const { token = '' } = (await browser.signIn(email, demoPassword)).body
  const { sid } = claimsIn(token)
  return {
    sid,
    call: hub.withToken(token),
    prove: (password: string) => browser.post('prove', { kind: 'password', password }),
    token: () => browser.post('token'),
    /** Has this much time gone by since the session began, and since its user showed who they are. */
    pass: (minutes: number) =>
      hub.owner.query(
        `update identity.session set auth_time = auth_time - make_interval(mins => $2),
           proved_at = proved_at - make_interval(mins => $2) where sid = $1`,
        [sid, minutes],
      ),
  }
}

const countOf = async (table: string) =>
  Number((await hub.owner.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count)

/** What this row is called with; one that asks in some cases only, as in those. */
function inputOf(name: string, { asksAgain }: Endpoint) {
  const sample = samples[name as keyof typeof samples] as { params?: object; query?: object; body?: object }
  const body =
    typeof asksAgain === 'object'
      ? { body: { ...sample.body, IsRefunded: true, Role: 'Door', Proof: undefined } }
      : {}
  return { ...sample, ...body, params: { ...ids, ...sample.params } }
}

test('these ask again, and no others', () => {
  expect(rows.map(([name]) => name).toSorted()).toEqual([
    'addAuthenticator',
    'addPasskey',
    'approveRequest',
    'askForApproval',
    'beginAuthenticator',
    'beginPasskey',
    'createAdministrator',
    'createApiKey',
    'createUser',
    'deposit',
    'endBusiness',
    'exportBusiness',
    'exportMembers',
    'inviteAdministrator',
    'liftSuspension',
    'makeRecoveryCodes',
    'refundAtCounter',
    'refundPayment',
    'rejectMembershipRequest',
    'rejectRenewalRequest',
    'removeFactor',
    'resetAdministratorFactor',
    'resetUserFactor',
    'retryRefund',
    'retryReloadRefund',
    'saveRetention',
    'saveRoles',
    'setAdministratorDisabled',
    'setSecondFactorPolicy',
    'setSupportAccess',
    'setUserAutoLogOut',
    'setUserRole',
    'setUserVenues',
    'settleRefund',
    'settleReloadRefund',
    'suspendBusiness',
    'takeBackEnding',
    'updateUser',
  ])
})

describe.each(rows)('%s', (name, row) => {
  test('lets in who has just signed in; later it asks, does nothing, and lets in who has proved themself', async () => {
    const { call, pass, prove } = await signIn()
    expect((await call(row, inputOf(name, row))).error?.ErrorCode).not.toBe(proveAgain)

    await pass(14)
    expect((await call(row, inputOf(name, row))).error?.ErrorCode).not.toBe(proveAgain)

    await pass(2)
    const before = [await countOf('audit_entry'), await countOf('idempotency_key')]
    const key = { headers: { 'idempotency-key': `step-up-${name}` } }
    const refused = await call(row, { ...inputOf(name, row), ...key })
    expect(refused.status).toBe(403)
    expect(refused.error).toMatchObject({
      ErrorCode: proveAgain,
      ErrorMessage: expect.stringMatching(/^Confirm that it is you before .+\.$/),
    })
    expect([await countOf('audit_entry'), await countOf('idempotency_key')]).toEqual(before)

    expect((await prove(demoPassword)).status).toBe(204)
    const again = await call(row, { ...inputOf(name, row), ...key })
    expect(again.error?.ErrorCode).not.toBe(proveAgain)

    await pass(16)
    expect((await call(row, inputOf(name, row))).error?.ErrorCode).toBe(proveAgain)
  })
})

test('a rejection that gives nothing back asks nobody', async () => {
  const { call, pass } = await signIn()
  await pass(16)
  const answer = await call(api.rejectRenewalRequest, {
    params: { businessId: 'harbourside', sessionId: 'none' },
    body: { Note: null, IsRefunded: false, NotifyBy: 'none' },
  })
  expect(answer.status).toBe(404)
})

test('wrong input is said before anybody is asked, and who may not call is not asked', async () => {
  const { call, pass } = await signIn()
  await pass(16)
  const params = { businessId: 'harbourside' }
  const wrong = await call(api.deposit, { params, body: { Amount: -1, Reference: '' } })
  expect(wrong.status).toBe(400)
  const door = await signIn(people.door)
  await door.pass(16)
  const answer = await door.call(api.saveRoles, { params, query: { version: 'x' }, body: [] })
  expect(answer.error.ErrorCode).toBe('forbidden')
})

test('a wrong password proves nothing, and ten of them close it for this session alone', async () => {
  const { pass, prove, call, token } = await signIn(people.finance)
  const other = await signIn(people.finance)
  await pass(16)
  for (let tries = 0; tries < 10; tries++)
    expect((await prove('wrong')).body).toEqual({ code: 'wrong-password' })
  expect((await prove(demoPassword)).body).toEqual({ code: 'too-many-attempts' })
  const params = { businessId: 'harbourside' }
  const answer = await call(api.exportMembers, { params })
  expect(answer.error.ErrorCode).toBe(proveAgain)
  expect((await other.prove(demoPassword)).status).toBe(204)
  // The session itself goes on.
  expect((await token()).status).toBe(200)
})

test('proving oneself holds for this session alone, and makes it last no longer', async () => {
  const one = await signIn(people.finance)
  const other = await signIn(people.finance)
  await one.pass(16)
  await other.pass(16)
  expect((await one.prove(demoPassword)).status).toBe(204)
  const params = { businessId: 'harbourside' }
  expect((await one.call(api.exportMembers, { params })).status).toBe(200)
  expect((await other.call(api.exportMembers, { params })).error.ErrorCode).toBe(proveAgain)

  await one.pass(8 * 60)
  expect((await one.prove(demoPassword)).body).toEqual({ code: 'not-signed-in' })
})

test('a stranger has nothing to prove', async () => {
  const answer = await newBrowser(hub.app).post('prove', { kind: 'password', password: demoPassword })
  expect(answer.body).toEqual({ code: 'not-signed-in' })
})

test('a passkey shows it as well as the password: its own, for this, once', async () => {
  const key = await addPasskey(hub, people.finance)
  const foreign = await addPasskey(hub, people.promotions)
  const { browser, passkey, answer } = await afterPassword(hub, people.finance)
  const { token = '' } = (await answer({ kind: 'passkey', assertion: key.sign(passkey) })).body
  const call = hub.withToken(token)
  const ask = async (by = call) => (await by(api.askForProof)).body.Passkey!
  const prove = (assertion: object) => browser.post('prove', { kind: 'passkey', assertion })
  await hub.owner.query(`update identity.session set auth_time = auth_time - interval '16 minutes'`)

  expect((await prove(foreign.sign(await ask()))).body).toEqual({ code: 'passkey-refused' })
  const others = key.sign(await ask(hub.as(people.promotions)))
  expect((await prove(others)).body).toEqual({ code: 'invalid-challenge' })
  const params = { businessId: 'harbourside' }
  expect((await call(api.exportMembers, { params })).error.ErrorCode).toBe(proveAgain)

  const own = key.sign(await ask())
  expect((await prove(own)).status).toBe(204)
  expect((await call(api.exportMembers, { params })).status).toBe(200)
  expect((await prove(own)).body).toEqual({ code: 'invalid-challenge' })
})
