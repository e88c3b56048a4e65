import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract'
import { secondFactorWords } from '#contract/access/second-factor-words.ts'
import type { OwnProof } from '#contract/access/second-factor.ts'
import { proveAgain } from '#contract/access/step-up.ts'
import { firstMessages } from '#contract/first-messages.ts'
import { demoPassword } from '#server/demo/access'
import { isPassword } from '#server/identity/passwords'
import { newBrowser } from '#tests/browser.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { addAuthenticator, addPasskey, codeOf, makeCodes } from '#tests/people/factors.ts'
import { readOutbox } from '#tests/records/outbox.ts'

const email = people.reception
const manager = people.admin
const businessId = 'harbourside'
let hub: TestHub
let uid: string
beforeAll(async () => {
  hub = await startTestHub()
  uid = (await hub.as(email)(api.getMe)).body.Uid
  await hub.tokenOf(manager)
})
afterAll(() => hub.close())
beforeEach(async () => {
  await hub.owner.query('delete from identity.factor; delete from attempt')
})

const password: OwnProof = { kind: 'password', password: demoPassword }
const reset = (Proof: OwnProof, of = uid, by: string = manager) =>
  hub.as(by)(api.resetUserFactor, { params: { businessId, uid: of }, body: { Proof } })
const signInAnew = async () => (await newBrowser(hub.app).signIn(email, demoPassword)).body.code ?? 'in'

/** Of somebody who has lost it. */
async function losingFactor() {
  const { rows } = await hub.owner.query<{ uid: string }>(
    `insert into identity.factor (uid, kind, name, created_at, credential_id, public_key, counter, transports)
     select uid, 'passkey', 'Lost', now(), 'lost', '', 0, '{}' from identity.account where email = $1 returning uid`,
    [email],
  )
  return rows[0]!.uid
}

test('all factors and sessions of the user end, they are told, and it is on record', async () => {
  const { browser, session } = await (async () => {
    const fresh = newBrowser(hub.app)
    return { browser: fresh, session: await fresh.signIn(email, demoPassword) }
  })()
  expect(session.status).toBe(200)
  await losingFactor()
  const list = async () => (await hub.as(manager)(api.listUsers, { params: { businessId } })).body.Results
  const has = async () => (await list()).find((user) => user.Email === email)?.HasSecondFactor
  expect(await has()).toBe(true)
  expect(await signInAnew()).toBe('second-factor-needed')

  expect((await reset(password)).status).toBe(204)
  expect(await has()).toBe(false)
  expect((await browser.post('token')).status).toBe(401)
  expect(await signInAnew()).toBe('in')
  const [mail] = await readOutbox(hub.owner, hub.secret, email)
  expect(mail).toMatchObject({ subject: 'Your second factor in Hub was reset' })
  const { rows } = await hub.owner.query(
    `select record_name, before, after from audit_entry where action = 'resetUserFactor' order by id desc limit 1`,
  )
  expect(rows).toEqual([
    { record_name: email, before: { 'Second factor': 'set' }, after: { 'Second factor': 'reset' } },
  ])
  expect((await reset(password)).error.ErrorMessage).toBe(secondFactorWords.nobodyHasOne)
})

test('who signs in with a passkey alone is told how to get back in, and does', async () => {
  const { rows } = await hub.owner.query<{ hash: string }>(
    'select password_hash as hash from identity.account where uid = $1',
    [uid],
  )
  await hub.owner.query('update identity.account set password_hash = null where uid = $1', [uid])
  await losingFactor()
  const way = async () =>
    (await hub.as(manager)(api.listUsers, { params: { businessId } })).body.Results.find(
      (user) => user.Email === email,
    )?.SignsInWith
  expect(await way()).toBe('Passkey')
  expect((await reset(password)).status).toBe(204)
  expect(await way()).toBe('Invited')
  const [mail] = await readOutbox(hub.owner, hub.secret, email)
  expect(mail?.body).toContain(firstMessages.signIn.forgot)
  expect(mail?.body).not.toContain('Your password is as it was')
  expect((await newBrowser(hub.app).post('reset', { email })).status).toBe(204)
  await hub.owner.query('update identity.account set password_hash = $2 where uid = $1', [uid, rows[0]!.hash])
})

test('whoever does it shows that it is them, by whichever they have', async () => {
  const { secret } = await addAuthenticator(hub, manager)
  await hub.owner.query('update identity.factor set last_step = null')
  const code = codeOf(secret)
  await losingFactor()
  expect((await reset({ kind: 'code', code: 'abcdef' })).error).toMatchObject({
    ErrorCode: 'wrong_proof',
    ErrorMessage: secondFactorWords.wrongProof,
  })
  expect((await reset({ kind: 'password', password: 'not it' })).status).toBe(403)
  expect(await signInAnew()).toBe('second-factor-needed')
  expect((await reset({ kind: 'code', code })).status).toBe(204)

  await losingFactor()
  expect((await reset({ kind: 'code', code })).error.ErrorCode).toBe('wrong_proof')
  const [recovery = ''] = await makeCodes(hub, manager)
  expect((await reset({ kind: 'recovery-code', code: recovery })).status).toBe(204)

  await losingFactor()
  const key = await addPasskey(hub, manager)
  const { Passkey, Methods, HasPassword } = (await hub.as(manager)(api.askForProof)).body
  expect([HasPassword, Methods]).toEqual([true, ['passkey', 'code', 'recovery-code']])
  const assertion = key.sign(Passkey!)
  expect((await reset({ kind: 'passkey', assertion })).status).toBe(204)
  await losingFactor()
  expect((await reset({ kind: 'passkey', assertion })).error.ErrorCode).toBe('challenge_over')
})

test('wrong ones count in the session, and end', async () => {
  await losingFactor()
  for (let n = 0; n < 10; n++)
    expect((await reset({ kind: 'password', password: 'not it' })).error.ErrorCode).toBe('wrong_proof')
  expect((await reset(password)).status).toBe(429)
})

test('what strangers guess at the sign-in keeps nobody who is in from it', async () => {
  await losingFactor()
  for (let n = 0; n < 21; n++) await newBrowser(hub.app, `10.0.${n}.1`).signIn(manager, 'guessed')
  expect((await newBrowser(hub.app, '10.1.0.1').signIn(manager, demoPassword)).status).toBe(429)
  expect((await reset(password)).status).toBe(204)
})

test('who could not be looked at for all the others is told that, and not that they were wrong', async () => {
  await losingFactor()
  const { Uid } = (await hub.as(manager)(api.getMe)).body
  // So many of one account are looked at or wait, and each of these takes long.
  const slow = await hash('another', { timeCost: 60 })
  const others = Array.from({ length: 7 }, () => isPassword(Uid, slow, 'not it'))
  expect((await reset(password)).error.ErrorCode).toBe('busy')
  await Promise.all(others)
  expect((await reset(password)).status).toBe(204)
})

test('who has nothing to show here, as they sign in with Microsoft, has shown it lately', async () => {
  await losingFactor()
  const resetBare = () => hub.as(manager)(api.resetUserFactor, { params: { businessId, uid }, body: {} })
  expect((await resetBare()).error.ErrorCode).toBe('wrong_proof')
  const { rows } = await hub.owner.query<{ hash: string }>(
    `select password_hash as hash from identity.account where email = $1`,
    [manager],
  )
  const linked = (key: string | null, passwordHash: string | null) =>
    hub.owner.query('update identity.account set microsoft_key = $2, password_hash = $3 where email = $1', [
      manager,
      key,
      passwordHash,
    ])
  await linked('tid.oid', null)
  expect((await resetBare()).error.ErrorCode).toBe(proveAgain)
  await hub.owner.query(
    'update identity.session set proved_at = now() where uid = (select uid from identity.account where email = $1)',
    [manager],
  )
  expect((await resetBare()).status).toBe(204)
  await linked(null, rows[0]!.hash)
})

test('nobody resets their own, nor a user of another business', async () => {
  const own = (await hub.as(manager)(api.getMe)).body.Uid
  expect((await reset(password, own)).error.ErrorCode).toBe('own_account')
  const stranger = (await hub.as(people.otherAdmin)(api.getMe)).body.Uid
  expect((await reset(password, stranger)).status).toBe(404)
  expect((await reset(password, uid, people.door)).status).toBe(403)
})

test('super administrators help each other', async () => {
  await hub.owner.query(
    `insert into super_administrator (uid, email, display_name) select uid, email, display_name from business_user where uid = $1`,
    [await losingFactor()],
  )
  const resetAdministrator = (of: string) =>
    hub.as(people.superAdmin)(api.resetAdministratorFactor, {
      params: { uid: of },
      body: { Proof: password },
    })
  expect((await resetAdministrator(uid)).status).toBe(204)
  const { rows } = await hub.owner.query(
    `select business_id, record_kind from audit_entry where action = 'resetAdministratorFactor'`,
  )
  expect(rows).toEqual([{ business_id: '*', record_kind: 'Administrator' }])
  expect((await resetAdministrator('nobody')).status).toBe(404)
})
