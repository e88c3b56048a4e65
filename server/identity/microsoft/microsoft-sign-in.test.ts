import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { noTenant } from '#platform/database'
import { setDisabled } from '#server/identity/accounts'
import { createFakeMicrosoft, microsoftSettings, newPerson, outcomeOf } from '#tests/fakes/fake-microsoft.ts'
import { startTestIdentity, type TestIdentity } from '#tests/people/identity.ts'

const minute = 60_000
const microsoft = createFakeMicrosoft()

let hub: TestIdentity
beforeAll(async () => {
  vi.stubGlobal('fetch', microsoft.fetch)
  hub = await startTestIdentity({ microsoft: microsoftSettings })
})
afterAll(async () => {
  await hub.close()
  vi.unstubAllGlobals()
})

const { visit } = microsoft
const linkedAccount = async (email: string) => {
  const person = newPerson(email)
  const uid = await hub.addAccount(email, { hasPassword: false })
  await hub.owner.query(`update identity.account set microsoft_key = $2 where uid = $1`, [
    uid,
    `${person.tid}.${person.oid}`,
  ])
  return { person, uid }
}
const failed = { path: '/sign-in', code: 'microsoft-failed', to: '/businesses' }

describe('the way to Microsoft', () => {
  it('asks for a code with PKCE, state and nonce, and keeps them from everyone', async () => {
    const browser = hub.newBrowser()
    const { status, location, setCookies } = await browser.get('/identity/microsoft')
    const asked = Object.fromEntries(new URL(location).searchParams)
    expect(status).toBe(303)
    expect(asked).toMatchObject({
      client_id: microsoftSettings.clientId,
      redirect_uri: 'https://hub.test/identity/microsoft/callback',
      response_type: 'code',
      code_challenge_method: 'S256',
      prompt: 'select_account',
    })
    expect(setCookies[0]).toMatch(
      /^__Host-hub_microsoft=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const stored = JSON.stringify((await hub.owner.query('select * from identity.microsoft_flow')).rows)
    for (const secret of [asked.state, asked.nonce, browser.cookies.get('__Host-hub_microsoft')?.value])
      expect(stored).not.toContain(secret)
  })

  it('has whoever shows again that it is them asked there, and others only named', async () => {
    const wanted = async (to: string) =>
      new URL((await hub.newBrowser().get(`/identity/microsoft?to=${encodeURIComponent(to)}`)).location)
        .searchParams
    const again = await wanted('/signed-in-again?uid=x')
    expect([again.get('prompt'), again.get('max_age')]).toEqual(['login', '0'])
    for (const to of ['/', '/businesses?to=/signed-in-again', '/signed-in-again/x'])
      expect((await wanted(to)).get('prompt')).toBe('select_account')
  })

  it('leads back with a reason where Microsoft is not set up', async () => {
    const { newBrowser } = await hub.startProcess({ microsoft: undefined })
    const { location } = await newBrowser().get('/identity/microsoft?to=/businesses')
    expect(outcomeOf(location)).toEqual({ path: '/sign-in', code: 'microsoft-not-set-up', to: '/businesses' })
  })

  it('leads back with a reason while Microsoft cannot be reached, and works when it can again', async () => {
    const { newBrowser } = await hub.startProcess()
    microsoft.setReachable(false)
    const { location } = await newBrowser().get('/identity/microsoft?to=/businesses')
    microsoft.setReachable(true)
    expect(outcomeOf(location)).toEqual(failed)
    expect((await newBrowser().get('/identity/microsoft')).location).toContain('/authorize?')
  })
})

describe('a person whom Microsoft vouches for', () => {
  it('enters the account with their key, and goes on to the page they wanted', async () => {
    const { person, uid } = await linkedAccount('mia@club.example')
    const browser = hub.newBrowser()
    const { status, location } = await visit(
      browser,
      { ...person, email: 'renamed@club.example' },
      {},
      '/businesses/x?tab=1',
    )
    expect([status, location]).toEqual([303, '/businesses/x?tab=1'])
    expect([...browser.cookies.keys()]).toEqual([
      '__Host-hub_session',
      'hub_session',
      'hub_signed_in',
      '__Host-hub_device',
    ])
    const { body } = await browser.post('token')
    expect(body.user).toMatchObject({ uid, email: 'mia@club.example' })
    const { rows } = await hub.owner.query(`select * from audit_entry where actor_id = $1`, [uid])
    expect(rows).toMatchObject([{ action: 'signInWithMicrosoft' }])
  })

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', '/.//evil.example'])(
    'is not sent on to %s',
    async (to) => {
      const { person } = await linkedAccount(`${randomUUID()}@club.example`)
      expect((await visit(hub.newBrowser(), person, {}, to)).location).toBe('/')
    },
  )

  it('has no account: user-not-found, and none is made', async () => {
    const { location } = await visit(hub.newBrowser(), newPerson('stranger@club.example'))
    expect(outcomeOf(location)).toEqual({ path: '/sign-in', code: 'user-not-found', to: '/businesses' })
    const { rows } = await hub.owner.query(
      `select from identity.account where email = 'stranger@club.example'`,
    )
    expect(rows).toEqual([])
  })

  it('is disabled: user-disabled, by key and by e-mail alike', async () => {
    const { person, uid } = await linkedAccount('barred@club.example')
    await hub.database.transaction(noTenant, (tx) => setDisabled(tx, uid, true))
    expect(outcomeOf((await visit(hub.newBrowser(), person)).location)).toMatchObject({
      code: 'user-disabled',
    })
    const namesake = newPerson('barred@club.example')
    expect(outcomeOf((await visit(hub.newBrowser(), namesake)).location)).toMatchObject({
      code: 'user-disabled',
    })
  })

  it("has the e-mail of somebody else's linked account: provider-not-supported", async () => {
    await linkedAccount('taken@club.example')
    const { location } = await visit(hub.newBrowser(), newPerson('taken@club.example'))
    expect(outcomeOf(location)).toEqual({
      path: '/sign-in',
      code: 'provider-not-supported',
      to: '/businesses',
    })
  })

  it('has an account with a passkey alone: is told to use it', async () => {
    const uid = await hub.addAccount('keyed@club.example', { hasPassword: false })
    await hub.owner.query(
      `insert into identity.factor (factor_id, uid, kind, name, created_at, credential_id, public_key, counter, transports)
       values ('f', $1, 'passkey', 'Key', now(), 'c', '\\x00', 0, '{}')`,
      [uid],
    )
    const { location } = await visit(hub.newBrowser(), newPerson('keyed@club.example'))
    expect(outcomeOf(location)).toMatchObject({ path: '/sign-in', code: 'use-passkey' })
  })

  it('is not let into an account that was only invited', async () => {
    await hub.addAccount('guest@club.example', { hasPassword: false })
    const { location } = await visit(hub.newBrowser(), newPerson('guest@club.example'))
    expect(outcomeOf(location)).toMatchObject({ code: 'provider-not-supported' })
  })
})

describe('an answer from Microsoft', () => {
  it.each([
    ['signed by a stranger', { isForged: true }],
    ['signed by a key it does not publish', { kid: 'unknown' }],
    ['signed with the shared secret', { alg: 'HS256' }],
    ['expired', { claims: { exp: Math.floor(Date.now() / 1000) - 60 } }],
    ['for another audience', { claims: { aud: 'somebody-else' } }],
    ['of another issuer', { claims: { iss: 'https://evil.example/v2.0' } }],
    [
      "of another tenant's issuer",
      { claims: { iss: `https://login.microsoftonline.com/${randomUUID()}/v2.0` } },
    ],
    ['with another nonce', { claims: { nonce: 'replayed' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['without a tenant', { claims: { tid: undefined } }],
    ['without an object id', { claims: { oid: undefined } }],
    ['with a crooked object id', { claims: { oid: 'a.b' } }],
  ])('%s is refused', async (_what, wrong) => {
    const { person } = await linkedAccount(`${randomUUID()}@club.example`)
    const browser = hub.newBrowser()
    expect(outcomeOf((await visit(browser, person, wrong)).location)).toEqual(failed)
    expect(browser.cookies.size).toBe(0)
  })

  it('with another state, or brought by another browser, is refused', async () => {
    const { person } = await linkedAccount('state@club.example')
    const [browser, other] = [hub.newBrowser(), hub.newBrowser()]
    const callback = await microsoft.signIn((await browser.get('/identity/microsoft')).location, person)
    await other.get('/identity/microsoft')
    expect(outcomeOf((await other.get(callback)).location)).toMatchObject({ code: 'microsoft-failed' })
    expect(outcomeOf((await hub.newBrowser().get(callback)).location)).toMatchObject({
      code: 'microsoft-failed',
    })
    const another = callback.replace(/state=(.)/, (_, first) => `state=${first === '-' ? '_' : '-'}`)
    expect(outcomeOf((await browser.get(another)).location)).toMatchObject({ code: 'microsoft-failed' })
  })

  it('is not believed by a cookie that a neighbouring site has set', async () => {
    const { person } = await linkedAccount('neighbour@club.example')
    const [attacker, victim] = [hub.newBrowser(), hub.newBrowser()]
    const callback = await microsoft.signIn((await attacker.get('/identity/microsoft')).location, person)
    victim.cookies.set('hub_microsoft', attacker.cookies.get('hub_microsoft')!)
    expect(outcomeOf((await victim.get(callback)).location)).toMatchObject({ code: 'microsoft-failed' })
  })

  it('is taken once', async () => {
    const { person } = await linkedAccount('replay@club.example')
    const browser = hub.newBrowser()
    const { location } = await browser.get('/identity/microsoft')
    const flow = browser.cookies.get('__Host-hub_microsoft')
    const callback = await microsoft.signIn(location, person)
    expect((await browser.get(callback)).location).toBe('/')
    if (flow) browser.cookies.set('__Host-hub_microsoft', flow)
    expect(outcomeOf((await browser.get(callback)).location)).toMatchObject({ code: 'microsoft-failed' })
  })

  it('comes too late after 10 minutes', async () => {
    const { person } = await linkedAccount('late@club.example')
    const browser = hub.newBrowser()
    const callback = await microsoft.signIn((await browser.get('/identity/microsoft')).location, person)
    hub.advance(10 * minute)
    expect(outcomeOf((await browser.get(callback)).location)).toMatchObject({ code: 'microsoft-failed' })
  })

  it('that says no leads back with a reason', async () => {
    const browser = hub.newBrowser()
    const asked = new URL((await browser.get('/identity/microsoft')).location).searchParams
    const callback = `/identity/microsoft/callback?error=access_denied&state=${asked.get('state')}`
    expect(outcomeOf((await browser.get(callback)).location)).toMatchObject({ code: 'microsoft-failed' })
  })
})
