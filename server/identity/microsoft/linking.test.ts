import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { accountPassword, type Browser } from '#tests/browser.ts'
import { createFakeMicrosoft, microsoftSettings, newPerson, outcomeOf } from '#tests/fakes/fake-microsoft.ts'
import { claimsIn, startTestIdentity, type TestIdentity } from '#tests/people/identity.ts'

const minute = 60_000
const microsoft = createFakeMicrosoft()
const { visit } = microsoft

let hub: TestIdentity
beforeAll(async () => {
  vi.stubGlobal('fetch', microsoft.fetch)
  hub = await startTestIdentity({ microsoft: microsoftSettings })
})
afterAll(async () => {
  await hub.close()
  vi.unstubAllGlobals()
})

const link = (browser: Browser, email: string, password = accountPassword) =>
  browser.post('link', { email, password })
const arrive = async (email: string) => {
  const browser = hub.newBrowser()
  const person = newPerson(email)
  return { browser, person, ...outcomeOf((await visit(browser, person)).location) }
}

it('a link takes the password of the account, replaces it by Microsoft, ends other sessions and signs in', async () => {
  const uid = await hub.addAccount('lin@club.example')
  const elsewhere = hub.newBrowser()
  const old = claimsIn((await elsewhere.signIn('lin@club.example')).body.token)
  await elsewhere.post('reset', { email: 'lin@club.example' })
  const ticket = hub.lastTicket()

  const { browser, person, ...arrival } = await arrive('Lin@Club.Example')
  expect(arrival).toEqual({
    path: '/sign-in',
    code: 'account-exists',
    email: 'lin@club.example',
    to: '/businesses',
  })
  const { status, body } = await link(browser, 'lin@club.example')
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ uid })
  expect([...browser.cookies.keys()]).toEqual([
    '__Host-hub_session',
    'hub_session',
    'hub_signed_in',
    '__Host-hub_device',
  ])
  expect((await browser.post('token')).status).toBe(200)
  // The password was shown just now; what comes later is asked for at Microsoft.
  expect(await hub.identity.hasProvenLately(String(claimsIn(body.token).sid))).toBe(true)

  expect(await hub.identity.isLiveSession(String(old.sid), uid)).toBe(false)
  expect((await hub.newBrowser().signIn('lin@club.example')).body.code).toBe('use-microsoft')
  expect((await browser.post('reset', { email: 'lin@club.example' })).body.code).toBe('use-microsoft')
  expect((await browser.post('password', { ticket, password: accountPassword })).body.code).toBe(
    'invalid-ticket',
  )
  expect((await visit(hub.newBrowser(), person)).location).toBe('/businesses')
  const { rows } = await hub.owner.query(`select action from audit_entry where actor_id = $1 order by id`, [
    uid,
  ])
  expect(rows.map(({ action }) => String(action))).toEqual(['signIn', 'linkMicrosoft', 'signInWithMicrosoft'])
})

it('a link goes by preferred_username where Microsoft gives no e-mail', async () => {
  await hub.addAccount('upn@club.example')
  const person = { tid: randomUUID(), oid: randomUUID(), preferred_username: 'upn@club.example' }
  const { location } = await visit(hub.newBrowser(), person)
  expect(outcomeOf(location)).toMatchObject({ code: 'account-exists', email: 'upn@club.example' })
})

it('a link may be tried again after a wrong password, until the lockout', async () => {
  await hub.addAccount('typo@club.example')
  const { browser } = await arrive('typo@club.example')
  expect((await link(browser, 'typo@club.example', 'wrong password')).body).toEqual({
    code: 'wrong-password',
  })
  expect((await link(browser, 'typo@club.example')).status).toBe(200)

  await hub.addAccount('guesser@club.example')
  const { browser: guesser } = await arrive('guesser@club.example')
  for (let count = 0; count < 5; count++) await link(guesser, 'guesser@club.example', 'wrong password')
  expect(await link(guesser, 'guesser@club.example')).toMatchObject({
    status: 429,
    body: { code: 'too-many-attempts' },
  })
})

it('a link is for the account Microsoft named, and for the browser that was there', async () => {
  await hub.addAccount('named@club.example')
  await hub.addAccount('another@club.example')
  const { browser } = await arrive('named@club.example')
  expect((await link(browser, 'another@club.example')).body).toEqual({ code: 'invalid-request' })
  expect((await link(hub.newBrowser(), 'named@club.example')).body).toEqual({ code: 'microsoft-failed' })
})

it('a link is over after 10 minutes, and after it was done', async () => {
  await hub.addAccount('hesitant@club.example')
  const { browser } = await arrive('hesitant@club.example')
  hub.advance(10 * minute)
  expect((await link(browser, 'hesitant@club.example')).body).toEqual({ code: 'microsoft-failed' })
})

it('a link happens once when it is asked for twice at the same moment', async () => {
  await hub.addAccount('double@club.example')
  const { browser } = await arrive('double@club.example')
  const answers = await Promise.all([
    link(browser, 'double@club.example'),
    link(browser, 'double@club.example'),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status >= 500)).toHaveLength(0)
})

it('a link never joins one Microsoft account with two of ours', async () => {
  await hub.addAccount('first@club.example')
  await hub.addAccount('second@club.example')
  const { browser, person } = await arrive('first@club.example')
  const second = hub.newBrowser()
  await visit(second, { ...person, email: 'second@club.example' })
  expect((await link(browser, 'first@club.example')).status).toBe(200)
  expect((await link(second, 'second@club.example')).body).toEqual({ code: 'microsoft-failed' })
  expect((await hub.newBrowser().signIn('second@club.example')).status).toBe(200)
})

it('of an account with a second factor a link takes that, too: the password alone opens no more than it did', async () => {
  const email = 'two@club.example'
  const uid = await hub.addAccount(email)
  const code = 'aaaa-bbbb-cccc-dddd'
  await hub.owner.query(
    `insert into identity.factor (uid, kind, name, created_at, credential_id, public_key, counter, transports)
     values ($1, 'passkey', 'Key', now(), 'key', '', 0, '{}')`,
    [uid],
  )
  await hub.owner.query(`insert into identity.recovery_code values ($1, sha256($2::bytea))`, [
    uid,
    `${uid} ${code.replaceAll('-', '')}`,
  ])
  const { browser, person } = await arrive(email)
  const asked = await link(browser, email)
  expect(asked.body).toMatchObject({ code: 'second-factor-needed', methods: ['passkey', 'recovery-code'] })
  expect((await visit(hub.newBrowser(), person)).location).toContain('account-exists')

  const { challenge } = asked.body
  const given = (text: string) =>
    browser.post('link', {
      email,
      password: accountPassword,
      secondFactor: { challenge, answer: { kind: 'recovery-code', code: text } },
    })
  expect((await given('wrong')).body).toEqual({ code: 'wrong-code' })
  expect((await given(code)).status).toBe(200)
  expect((await visit(hub.newBrowser(), person)).location).toBe('/businesses')
  const { rows } = await hub.owner.query(`select from identity.factor where uid = $1`, [uid])
  expect(rows).toEqual([])
})
