import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { api } from '#contract'
import { demoPassword } from '#server/demo/access'
import { newBrowser } from '#tests/browser.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { addAuthenticator, addPasskey, afterPassword, codeOf, makeCodes } from '#tests/people/factors.ts'
import { readOutbox } from '#tests/records/outbox.ts'

const email = people.reception
let hub: TestHub
beforeAll(async () => {
  // Within a step of 30 seconds, and at the same one for all that a test does.
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
    'delete from identity.factor; delete from identity.recovery_code; delete from identity.challenge; delete from attempt',
  )
})

const statusesOf = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)
const lastSignIn = async () => {
  const { rows } = await hub.owner.query<{ action: string }>(
    `select action from audit_entry where record_name = $1 and action ilike '%signIn%' order by id desc limit 1`,
    [email],
  )
  return rows[0]?.action
}

describe('after the right password', () => {
  test('nobody is in before the second factor was shown', async () => {
    await addAuthenticator(hub, email)
    const { asked, browser, challenge } = await afterPassword(hub, email)
    expect(asked.status).toBe(401)
    expect(asked.body).toEqual({
      code: 'second-factor-needed',
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      methods: ['code'],
      passkey: null,
    })
    expect(asked.setCookies).toEqual([])
    expect((await browser.post('token')).status).toBe(401)
    const { rows } = await hub.owner.query(
      `select encode(secret_hash, 'hex') || purpose as row from identity.challenge`,
    )
    expect(JSON.stringify(rows)).not.toContain(challenge)
  })

  test('a wrong password says what it always said', async () => {
    await addAuthenticator(hub, email)
    const { status, body } = await newBrowser(hub.app).signIn(email, 'not the password')
    expect([status, body]).toEqual([401, { code: 'wrong-password' }])
  })

  test('the code of the app lets in, once', async () => {
    const { secret } = await addAuthenticator(hub, email)
    const first = await afterPassword(hub, email)
    const code = codeOf(secret, 1)
    const answers = await Promise.all([
      first.answer({ kind: 'code', code }),
      (await afterPassword(hub, email)).answer({ kind: 'code', code }),
    ])
    expect(statusesOf(answers)).toEqual([200, 401])
    expect(answers.find(({ status }) => status === 401)?.body).toEqual({ code: 'wrong-code' })
    expect(await lastSignIn()).toBe('finishSignIn')

    const again = await (await afterPassword(hub, email)).answer({ kind: 'code', code })
    expect(again.body).toEqual({ code: 'wrong-code' })
    expect(answers.find(({ status }) => status === 200)?.body.user?.email).toBe(email)
  })

  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('a code from %i steps away: %s', async (steps, isTaken) => {
    const { secret } = await addAuthenticator(hub, email)
    await hub.owner.query('update identity.factor set last_step = null')
    const { answer } = await afterPassword(hub, email)
    const { status } = await answer({ kind: 'code', code: codeOf(secret, steps) })
    expect(status).toBe(isTaken ? 200 : 401)
  })

  test('no code counts from before the last one that was used', async () => {
    const { secret } = await addAuthenticator(hub, email)
    const { answer } = await afterPassword(hub, email)
    expect((await answer({ kind: 'code', code: codeOf(secret, -1) })).status).toBe(401)
    // Whoever mistyped tries again, with what they have.
    expect(
      (await answer({ kind: 'code', code: ` ${codeOf(secret, 1).replace(/^.../, '$& ')} ` })).status,
    ).toBe(200)
  })

  test('a challenge is answered once, in time, and with the password it was given for', async () => {
    const { secret } = await addAuthenticator(hub, email)
    const codes = await makeCodes(hub, email)
    const once = await afterPassword(hub, email)
    const both = await Promise.all(
      codes.slice(0, 2).map((code) => once.answer({ kind: 'recovery-code', code })),
    )
    expect(statusesOf(both)).toEqual([200, 400])
    expect((await hub.as(null)(api.signOut)).status).toBe(204)

    const late = await afterPassword(hub, email)
    await hub.owner.query(`update identity.challenge set expires_at = $1`, [new Date()])
    expect((await late.answer({ kind: 'code', code: codeOf(secret, 1) })).body.code).toBe('invalid-challenge')

    const former = await afterPassword(hub, email)
    const { rows } = await hub.owner.query<{ hash: string }>(
      `with old as (select uid, password_hash from identity.account where email = $1)
       update identity.account a set password_hash = 'another' from old where a.uid = old.uid returning old.password_hash as hash`,
      [email],
    )
    expect((await former.answer({ kind: 'code', code: codeOf(secret, 1) })).body.code).toBe(
      'invalid-challenge',
    )
    await hub.owner.query(`update identity.account set password_hash = $2 where email = $1`, [
      email,
      rows[0]!.hash,
    ])
    expect(
      (
        await newBrowser(hub.app).post('second-factor', {
          challenge: 'x',
          answer: { kind: 'code', code: '1' },
        })
      ).body,
    ).toEqual({ code: 'invalid-challenge' })
  })

  test('a recovery code lets in once, however it is typed, and its owner is told', async () => {
    await addAuthenticator(hub, email)
    const [code = '', other = ''] = await makeCodes(hub, email)
    const { answer, methods } = await afterPassword(hub, email)
    expect(methods).toEqual(['code', 'recovery-code'])
    expect(
      (await answer({ kind: 'recovery-code', code: code.toUpperCase().replaceAll('-', ' ') })).status,
    ).toBe(200)
    const again = await afterPassword(hub, email)
    expect((await again.answer({ kind: 'recovery-code', code })).body).toEqual({ code: 'wrong-code' })

    const rush = await Promise.all([afterPassword(hub, email), afterPassword(hub, email)])
    const answers = await Promise.all(rush.map((each) => each.answer({ kind: 'recovery-code', code: other })))
    expect(statusesOf(answers)).toEqual([200, 401])
    const [mail] = await readOutbox(hub.owner, hub.secret, email)
    expect(mail).toMatchObject({ subject: 'A recovery code of your Hub account was used' })
    expect(mail?.body).toContain('8 are left.')
  })

  test('guessing ends for strangers, and for good that day, while a browser that was there before goes on', async () => {
    const { secret } = await addAuthenticator(hub, email)
    const own = await afterPassword(hub, email)
    expect((await own.answer({ kind: 'code', code: codeOf(secret, 1) })).status).toBe(200)
    await hub.owner.query('update identity.factor set last_step = null')

    const guess = async (address: string) =>
      (await (await afterPassword(hub, email, address)).answer({ kind: 'code', code: 'abc' })).status
    for (let n = 0; n < 5; n++) expect(await guess('192.0.2.1')).toBe(401)
    expect(await guess('192.0.2.1')).toBe(429)
    for (let n = 0; n < 5; n++) expect(await guess('192.0.2.2')).toBe(401)
    expect(await guess('192.0.2.3')).toBe(429)

    const { body } = await own.browser.signIn(email, demoPassword)
    const answer = { kind: 'code', code: codeOf(secret) }
    expect((await own.browser.post('second-factor', { challenge: body.challenge, answer })).status).toBe(200)
  })
})

describe('a passkey', () => {
  test('is the second step', async () => {
    const key = await addPasskey(hub, email)
    const { answer, methods, passkey } = await afterPassword(hub, email)
    expect(methods).toEqual(['passkey'])
    expect(passkey.allowCredentials).toMatchObject([{ id: key.id }])
    // There the password was given already: who holds it needn't be known to it.
    const assertion = key.sign(passkey, { isVerifying: false })
    expect((await answer({ kind: 'passkey', assertion })).status).toBe(200)
    expect((await answer({ kind: 'passkey', assertion })).body).toEqual({ code: 'invalid-challenge' })
  })

  test("of somebody else is none, nor one that answers another's challenge", async () => {
    await addPasskey(hub, email)
    const other = await addPasskey(hub, people.door)
    const mine = await afterPassword(hub, email)
    const theirs = await afterPassword(hub, people.door)
    expect((await mine.answer({ kind: 'passkey', assertion: other.sign(mine.passkey) })).body.code).toBe(
      'passkey-refused',
    )
    expect((await mine.answer({ kind: 'passkey', assertion: other.sign(theirs.passkey) })).body.code).toBe(
      'invalid-challenge',
    )
  })

  const signInAlone = async (sign: (request: Parameters<ReturnType<typeof keyOf>['sign']>[0]) => object) => {
    const browser = newBrowser(hub.app)
    const request = (await hub.as(null)(api.askForPasskey)).body
    return { browser, answer: await browser.post('passkey', { assertion: sign(request) }) }
  }
  const keyOf = (key: Awaited<ReturnType<typeof addPasskey>>) => key

  test('signs in alone', async () => {
    const key = await addPasskey(hub, email)
    const { answer, browser } = await signInAlone((request) => key.sign(request))
    expect(answer.status).toBe(200)
    expect(answer.body.user?.email).toBe(email)
    expect((await browser.post('token')).status).toBe(200)
    expect(await lastSignIn()).toBe('signInWithPasskey')
    const [factor] = (await hub.as(email)(api.listOwnFactors)).body.Factors
    expect(factor?.LastUsedDate).not.toBeNull()
  })

  test('signs in alone only where it knows who holds it, at our address, and to what was asked', async () => {
    const key = await addPasskey(hub, email)
    const refusals = [
      await signInAlone((request) => key.sign(request, { isVerifying: false })),
      await signInAlone((request) => key.sign(request, { origin: 'https://localhost.evil.example' })),
      await signInAlone((request) => key.sign({ ...request, rpId: 'evil.example' })),
      await signInAlone((request) => {
        const signed = key.sign(request)
        return { ...signed, response: { ...signed.response, userHandle: 'somebody' } }
      }),
    ]
    for (const { answer } of refusals) expect(answer.body).toEqual({ code: 'passkey-refused' })
    const { passkey } = await afterPassword(hub, email)
    expect((await signInAlone(() => key.sign(passkey))).answer.body).toEqual({ code: 'invalid-challenge' })
    const late = await signInAlone((request) => {
      vi.setSystemTime(Date.now() + 5 * 60_000)
      return key.sign(request)
    })
    expect(late.answer.body).toEqual({ code: 'invalid-challenge' })
  })

  test('answers a challenge once, also when it is sent twice at the same moment', async () => {
    const key = await addPasskey(hub, email)
    const request = (await hub.as(null)(api.askForPasskey)).body
    const assertion = key.sign(request)
    const answers = await Promise.all([1, 2].map(() => newBrowser(hub.app).post('passkey', { assertion })))
    expect(statusesOf(answers)).toEqual([200, 400])
  })

  test('whose count goes back is a copy', async () => {
    const key = await addPasskey(hub, email)
    const signed = async (counter: number) =>
      (await signInAlone((request) => key.sign(request, { counter }))).answer.status
    expect(await signed(7)).toBe(200)
    expect(await signed(7)).toBe(401)
    expect(await signed(6)).toBe(401)
    expect(await signed(0)).toBe(401)
    expect(await signed(8)).toBe(200)
  })

  test('of a disabled account lets nobody in', async () => {
    const key = await addPasskey(hub, email)
    await hub.owner.query(`update identity.account set is_disabled = true where email = $1`, [email])
    const { answer } = await signInAlone((request) => key.sign(request))
    expect(answer.body).toEqual({ code: 'user-disabled' })
    await hub.owner.query(`update identity.account set is_disabled = false where email = $1`, [email])
  })

  test('stays, as all factors do, when the password is set anew', async () => {
    await addPasskey(hub, email)
    await hub.as(null)(api.requestReset, { body: { email } })
    const [mail] = await readOutbox(hub.owner, hub.secret, email)
    const ticket = /ticket=([\w-]+)/.exec(mail!.body)![1]!
    const password = 'a password of my very own'
    expect((await hub.as(null)(api.setPassword, { body: { ticket, password } })).status).toBe(204)
    expect((await newBrowser(hub.app).signIn(email, password)).body.code).toBe('second-factor-needed')
  })
})
