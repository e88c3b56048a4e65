import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract'
import { secondFactorWords } from '#contract/access/second-factor-words.ts'
import { demoPassword } from '#server/demo/access'
import { newBrowser } from '#tests/browser.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { createAuthenticator } from '#tests/people/authenticator.ts'
import { addAuthenticator, addPasskey, codeOf, makeCodes } from '#tests/people/factors.ts'
import { readOutbox } from '#tests/records/outbox.ts'

const email = people.reception
let hub: TestHub
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  hub = await startTestHub()
  await hub.tokenOf(email)
  await hub.tokenOf(people.door)
})
afterAll(async () => {
  await hub.close()
  vi.useRealTimers()
})
beforeEach(async () => {
  await hub.owner.query(
    'delete from identity.factor; delete from identity.recovery_code; delete from identity.challenge',
  )
})

const list = async (who: string = email) => (await hub.as(who)(api.listOwnFactors)).body
const mails = async () => (await readOutbox(hub.owner, hub.secret, email)).map(({ subject }) => subject)
const entries = async (action: string) => {
  const { rows } = await hub.owner.query<{ before: object | null; after: object | null }>(
    `select before, after from audit_entry where action = $1 and record_name = $2 order by id`,
    [action, email],
  )
  return rows
}

test('a passkey is added, listed, renamed and removed: on record, and by e-mail', async () => {
  const { answer, factorId } = await addPasskey(hub, email, 'Work laptop')
  expect(answer.status).toBe(200)
  expect(await list()).toMatchObject({
    Factors: [{ FactorId: factorId, Kind: 'passkey', Name: 'Work laptop', LastUsedDate: null }],
    RecoveryCodesLeft: 0,
    PasskeysAt: 'http://localhost',
    UsesMicrosoft: false,
  })
  expect((await hub.as(email)(api.getMe)).body.SecondFactor.IsSet).toBe(true)

  const params = { factorId }
  const renamed = await hub.as(email)(api.renameFactor, { params, body: { Name: 'Old laptop' } })
  expect(renamed.body.Name).toBe('Old laptop')
  expect((await hub.as(email)(api.removeFactor, { params })).status).toBe(204)
  expect((await list()).Factors).toEqual([])

  expect(await entries('addPasskey')).toEqual([{ before: null, after: { Passkey: 'Work laptop' } }])
  expect(await entries('renameFactor')).toEqual([
    { before: { Passkey: 'Work laptop' }, after: { Passkey: 'Old laptop' } },
  ])
  expect(await entries('removeFactor')).toEqual([{ before: { Passkey: 'Old laptop' }, after: null }])
  expect((await mails()).slice(0, 2)).toEqual([
    'A passkey was removed from your Hub account',
    'A passkey was added to your Hub account',
  ])
})

test("an authenticator doesn't learn who its owner is by anything that stays with it", async () => {
  const { user, rp, authenticatorSelection } = (await hub.as(email)(api.beginPasskey)).body
  const handle = Buffer.from(user.id, 'base64url')
  expect(handle).toHaveLength(32)
  expect(handle.toString()).not.toContain('reception')
  expect(rp).toEqual({ name: 'Hub', id: 'localhost' })
  expect(authenticatorSelection.residentKey).toBe('required')
})

test('refuses a passkey that was made elsewhere, for somebody else, too late, or twice', async () => {
  const call = hub.as(email)
  const begin = async (who: string = email) => (await hub.as(who)(api.beginPasskey)).body
  const add = (Passkey: ReturnType<ReturnType<typeof createAuthenticator>['create']>) =>
    call(api.addPasskey, { body: { Name: 'Key', Passkey } })
  const key = createAuthenticator()

  expect((await add(key.create(await begin(), { origin: 'https://evil.example' }))).error.ErrorMessage).toBe(
    secondFactorWords.passkeyRefused,
  )
  const elsewhere = await begin()
  const stranger = key.create({ ...elsewhere, rp: { ...elsewhere.rp, id: 'evil.example' } })
  expect((await add(stranger)).status).toBe(400)
  expect((await add(key.create(await begin(people.door)))).error.ErrorCode).toBe('challenge_over')
  const toSign = (await call(api.askForProof)).body
  expect(toSign.Passkey).toBeNull()

  const late = await begin()
  await hub.owner.query(`update identity.challenge set expires_at = $1`, [new Date()])
  expect((await add(key.create(late))).error).toMatchObject({
    ErrorCode: 'challenge_over',
    ErrorMessage: secondFactorWords.tookTooLong,
  })

  const options = await begin()
  const both = await Promise.all([add(key.create(options)), add(key.create(options))])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect((await add(key.create(await begin()))).error.ErrorMessage).toBe(secondFactorWords.knownPasskey)
})

test('an authenticator app is added once it shows the right code; its secret lies sealed', async () => {
  const call = hub.as(email)
  const { Secret, Address, QrCode, Challenge } = (await call(api.beginAuthenticator)).body
  expect(Address).toContain(`secret=${Secret.replaceAll(' ', '')}`)
  expect(Address).toMatch(/^otpauth:\/\/totp\/Hub:reception/)
  expect(QrCode).toMatch(/^<svg /)
  const add = (Code: string) => call(api.addAuthenticator, { body: { Name: 'Phone', Challenge, Code } })

  const wrong = await add(codeOf(Secret, 5))
  expect(wrong.error.Errors).toEqual({ Code: secondFactorWords.wrongCode })
  expect((await list()).Factors).toEqual([])
  // Whoever mistyped goes on with the same code on the screen.
  expect((await add(codeOf(Secret))).status).toBe(200)
  expect((await list()).Factors).toMatchObject([{ Kind: 'authenticator', Name: 'Phone' }])
  expect((await add(codeOf(Secret, 1))).error.ErrorCode).toBe('challenge_over')

  const { rows } = await hub.owner.query(`select row_to_json(f)::text as row from identity.factor f`)
  expect(JSON.stringify(rows)).not.toContain(Secret.replaceAll(' ', ''))
  expect(rows).toHaveLength(1)
  expect((await mails())[0]).toBe('An authenticator app was added to your Hub account')
})

test('recovery codes are told once, and gone with the last factor', async () => {
  const none = await hub.as(email)(api.makeRecoveryCodes)
  expect(none.error.ErrorMessage).toBe(secondFactorWords.noneYet)

  const { factorId } = await addAuthenticator(hub, email)
  const codes = await makeCodes(hub, email)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([2-9a-hj-km-np-tw-z]{4}-?){4}$/)
  expect((await list()).RecoveryCodesLeft).toBe(10)
  const { rows } = await hub.owner.query<{ row: string }>(
    `select row_to_json(c)::text as row from identity.recovery_code c`,
  )
  for (const { row } of rows) for (const code of codes) expect(row).not.toContain(code)
  expect(await entries('makeRecoveryCodes')).toEqual([{ before: null, after: null }])
  expect((await mails())[0]).toBe('New recovery codes for your Hub account')

  await hub.as(email)(api.removeFactor, { params: { factorId } })
  expect((await list()).RecoveryCodesLeft).toBe(0)
})

test("nobody reaches another's", async () => {
  const { factorId } = await addPasskey(hub, email)
  const params = { factorId }
  const stranger = hub.as(people.door)
  expect((await stranger(api.renameFactor, { params, body: { Name: 'Mine' } })).status).toBe(404)
  expect((await stranger(api.removeFactor, { params })).status).toBe(404)
  expect((await list(people.door)).Factors).toEqual([])
  expect((await list()).Factors).toMatchObject([{ Name: 'Laptop' }])
})

test('an account has so many at the most, also when they come at once', async () => {
  await hub.owner.query(
    `insert into identity.factor (uid, kind, name, created_at, credential_id, public_key, counter, transports)
     select uid, 'passkey', 'One of many', now(), 'c' || n, '', 0, '{}'
     from identity.account, generate_series(1, 19) n where email = $1`,
    [email],
  )
  const answers = await Promise.all([addPasskey(hub, email), addPasskey(hub, email)])
  expect(answers.map(({ answer }) => answer.status).toSorted((one, other) => one - other)).toEqual([200, 409])
})

test('where the address has no name there are no passkeys, and a sentence says so', async () => {
  const bare = await startTestHub({ HUB_PUBLIC_URL: 'http://192.0.2.7' })
  const answer = await bare.as(email)(api.beginPasskey)
  expect(answer.error).toMatchObject({
    ErrorCode: 'passkeys_need_a_name',
    ErrorMessage: secondFactorWords.notByAddress,
  })
  expect((await bare.as(email)(api.listOwnFactors)).body.PasskeysAt).toBeNull()
  expect((await addAuthenticator(bare, email)).answer.status).toBe(200)
  await bare.close()
})

test('who signs in with Microsoft has their second factor there', async () => {
  await hub.owner.query(
    `update identity.account set password_hash = null, microsoft_key = 'tid.oid' where email = $1`,
    [people.door],
  )
  // They have just been asked there.
  await hub.owner.query('update identity.session set proved_at = now()')
  const call = hub.as(people.door)
  for (const row of [api.beginPasskey, api.beginAuthenticator, api.makeRecoveryCodes])
    expect((await call(row)).error.ErrorMessage).toBe(secondFactorWords.byMicrosoft)
  expect((await list(people.door)).UsesMicrosoft).toBe(true)
})

test('whoever else is in by the password alone is signed out with a new one', async () => {
  const elsewhere = newBrowser(hub.app)
  await elsewhere.signIn(email, demoPassword)
  expect((await elsewhere.post('token')).status).toBe(200)
  expect((await addPasskey(hub, email, 'Work laptop')).answer.status).toBe(200)
  expect((await elsewhere.post('token')).body).toEqual({ code: 'not-signed-in' })
  expect((await hub.as(email)(api.getMe)).status).toBe(200)
})
