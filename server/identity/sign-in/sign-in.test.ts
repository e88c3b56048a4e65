import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noTenant } from '#platform/database'
import { accountStates, deleteAccount, setDisabled } from '#server/identity/accounts'
import { accountPassword } from '#tests/browser.ts'
import { claimsIn, hour, startTestIdentity, type TestIdentity } from '#tests/people/identity.ts'

let hub: TestIdentity
beforeAll(async () => {
  hub = await startTestIdentity()
})
afterAll(() => hub.close())

const asPlatform = <Result>(work: Parameters<typeof hub.database.transaction<Result>>[1]) =>
  hub.database.transaction(noTenant, work)

describe('a sign-in', () => {
  it('answers with a token, its user and cookies that scripts and other sites have no use of', async () => {
    const uid = await hub.addAccount('ann@club.example')
    const { status, body, setCookies } = await hub.newBrowser().signIn('  Ann@Club.Example ')
    expect(status).toBe(200)
    expect(body.user).toEqual({ uid, email: 'ann@club.example', displayName: 'ann' })
    expect(setCookies).toEqual([
      expect.stringMatching(
        /^__Host-hub_session=[\w-]{44}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^hub_session=[\w-]{44}; Max-Age=\d+; Path=\/identity; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(/^hub_signed_in=1; Max-Age=\d+; Path=\/; Secure; SameSite=Lax$/),
      expect.stringMatching(
        /^__Host-hub_device=[\w-]{43}(?:\.[\w-]{43}){2}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    const claims = await hub.identity.verifyToken(body.token ?? '')
    expect(claims).toMatchObject({
      sub: uid,
      email: 'ann@club.example',
      name: 'ann',
      hubAdminApiRole: 'SuperAdmin',
    })
    expect(claims.exp * 1000).toBe(Date.parse(body.expiresAt ?? ''))
    expect(claims.exp - claims.auth_time).toBe(600)
    expect(await hub.identity.isLiveSession(claims.sid, uid)).toBe(true)
  })

  it('leaves Secure, and the name that asks for it, off the cookies where Hub is reached by http', async () => {
    const { newBrowser } = await hub.startProcess({ publicUrl: () => 'http://127.0.0.1:8080' })
    await hub.addAccount('http@club.example')
    const { setCookies } = await newBrowser().signIn('http@club.example')
    expect(
      setCookies.filter((cookie) => !/^hub_signed_in=1; Max-Age=\d+; Path=\/; SameSite=Lax$/.test(cookie)),
    ).toHaveLength(2)
    for (const cookie of setCookies.filter((each) => !each.startsWith('hub_signed_in')))
      expect(cookie).toMatch(/^hub_\w+=[\w.-]+; Max-Age=\d+; Path=\/identity; HttpOnly; SameSite=Lax$/)
  })

  it.each([
    ['not-an-address', accountPassword, 400, 'invalid-email'],
    ['', accountPassword, 400, 'invalid-email'],
    ['nobody@club.example', accountPassword, 404, 'user-not-found'],
    ['off@club.example', accountPassword, 403, 'user-disabled'],
    ['codes@club.example', 'wrong password', 401, 'wrong-password'],
    ['codes@club.example', '', 401, 'wrong-password'],
    ['invited@club.example', accountPassword, 401, 'wrong-password'],
  ])('as %s with %s is refused: %i %s', async (email, given, status, code) => {
    const { rows } = await hub.owner.query(`select from identity.account where email = 'codes@club.example'`)
    if (rows.length === 0) {
      await hub.addAccount('codes@club.example')
      await hub.addAccount('invited@club.example', { hasPassword: false })
      const uid = await hub.addAccount('off@club.example')
      await asPlatform((tx) => setDisabled(tx, uid, true))
    }
    const answer = await hub.newBrowser().signIn(email, given)
    expect([answer.status, answer.body]).toEqual([status, { code }])
    expect(answer.setCookies).toEqual([])
  })

  it('refuses a body that is no JSON, has no password or an endless one', async () => {
    const browser = hub.newBrowser()
    expect((await browser.signIn('ann@club.example', 'x'.repeat(1001))).body).toEqual({
      code: 'invalid-request',
    })
    expect((await browser.post('sign-in', { email: 'ann@club.example' })).body).toEqual({
      code: 'invalid-request',
    })
    const { status, body } = await browser.post('sign-in', Buffer.from('{'), {
      'content-type': 'application/json',
    })
    expect([status, body]).toEqual([400, { code: 'invalid-request' }])
  })

  it.each(['password_hash = null', 'is_disabled = true'])(
    'comes to nothing when its account changes while it is under way: %s',
    async (change) => {
      const email = `${change.split(' ')[0]}@club.example`
      await hub.addAccount(email)
      const { newBrowser } = await hub.startProcess({
        // Asked for after the password was found right and before the session begins.
        claimsFor: async (uid) => {
          await hub.owner.query(`update identity.account set ${change} where uid = $1`, [uid])
          return {}
        },
      })
      const answer = await newBrowser().signIn(email)
      expect(answer).toMatchObject({ status: 401, body: { code: 'not-signed-in' }, setCookies: [] })
    },
  )

  it('is recorded in the business of its user, and remembered as the last', async () => {
    const uid = await hub.addAccount('audited@club.example')
    hub.claims.set(uid, { businessId: 'harbourside', cherryPayRole: 'Admin' })
    const { body } = await hub.newBrowser('10.1.2.3').signIn('audited@club.example')
    expect(claimsIn(body.token)).toMatchObject({ businessId: 'harbourside', cherryPayRole: 'Admin' })
    const { rows } = await hub.owner.query(`select * from audit_entry where actor_id = $1`, [uid])
    expect(rows).toMatchObject([
      {
        business_id: 'harbourside',
        action: 'signIn',
        title: 'Sign in',
        address: '10.1.2.3',
        actor_name: 'audited',
      },
    ])
    const never = await hub.addAccount('never@club.example')
    const states = await asPlatform((tx) => accountStates(tx, [uid, never]))
    expect(states.get(uid)?.lastSignIn).toMatch(/Z$/)
    expect(states.get(never)?.lastSignIn).toBeNull()
  })
})

describe('a session', () => {
  it('gets fresh tokens that keep when its user signed in and say what holds now', async () => {
    const uid = await hub.addAccount('fresh@club.example')
    const browser = hub.newBrowser()
    const first = claimsIn((await browser.signIn('fresh@club.example')).body.token)
    hub.advance(5 * 60 * 1000)
    hub.claims.set(uid, { businessId: 'valley-golf', cherryPayRole: 'Door' })
    const { status, body } = await browser.post('token')
    const second = claimsIn(body.token)
    expect(status).toBe(200)
    expect(second).toMatchObject({ sid: first.sid, auth_time: first.auth_time, cherryPayRole: 'Door' })
    expect(second.exp).toBeGreaterThan(first.exp as number)
  })

  it('has its cookie written once a day, and over nobody who has signed in meanwhile', async () => {
    const uid = await hub.addAccount('daily@club.example')
    hub.claims.set(uid, { hubAdminApiRole: 'SuperAdmin', autoLogOut: false })
    const browser = hub.newBrowser()
    await browser.signIn('daily@club.example')
    expect((await browser.post('token')).setCookies).toEqual([])
    hub.advance(24 * hour)
    const [cookie] = (await browser.post('token')).setCookies
    expect(cookie).toContain(
      `__Host-hub_session=${browser.cookies.get('__Host-hub_session')!.value}; Max-Age=2592000`,
    )
    expect((await browser.post('token')).setCookies).toEqual([])
    // Where the mark of it is lost, the pages would ask for no token.
    browser.cookies.delete('hub_signed_in')
    expect((await browser.post('token')).setCookies).toHaveLength(3)
  })

  it('is refused without a cookie or with a made-up one', async () => {
    const browser = hub.newBrowser()
    expect(await browser.post('token')).toMatchObject({ status: 401, body: { code: 'not-signed-in' } })
    browser.cookies.set('__Host-hub_session', { value: 'made-up', path: '/' })
    expect(await browser.post('token')).toMatchObject({ status: 401, body: { code: 'not-signed-in' } })
  })

  it('ends 8 hours after the sign-in, however often it is refreshed', async () => {
    const uid = await hub.addAccount('eight@club.example')
    const browser = hub.newBrowser()
    const { sid } = claimsIn((await browser.signIn('eight@club.example')).body.token) as { sid: string }
    hub.advance(8 * hour - 60_000)
    expect((await browser.post('token')).status).toBe(200)
    expect(await hub.identity.isLiveSession(sid, uid)).toBe(true)
    hub.advance(60_000)
    expect(await hub.identity.isLiveSession(sid, uid)).toBe(false)
    expect(await browser.post('token')).toMatchObject({ status: 401, body: { code: 'not-signed-in' } })
  })

  it('goes on past 8 hours for a user whose autoLogOut is false', async () => {
    const uid = await hub.addAccount('kiosk@club.example')
    hub.claims.set(uid, { hubAdminApiRole: 'SuperAdmin', autoLogOut: false })
    const browser = hub.newBrowser()
    const { sid } = claimsIn((await browser.signIn('kiosk@club.example')).body.token) as { sid: string }
    hub.advance(100 * hour)
    expect(claimsIn((await browser.post('token')).body.token).autoLogOut).toBe(false)
    expect(await hub.identity.isLiveSession(sid, uid)).toBe(true)
  })

  it('is forgotten when its browser has been away for 30 days', async () => {
    const uid = await hub.addAccount('away@club.example')
    hub.claims.set(uid, { hubAdminApiRole: 'SuperAdmin', autoLogOut: false })
    const browser = hub.newBrowser()
    await browser.signIn('away@club.example')
    hub.advance(31 * 24 * hour)
    expect((await browser.post('token')).status).toBe(401)
    await hub.identity.removeExpired()
    const { rows } = await hub.owner.query(`select from identity.session where uid = $1`, [uid])
    expect(rows).toEqual([])
  })

  it('ends with a sign-out, for every process; the others of its user go on', async () => {
    const uid = await hub.addAccount('leaver@club.example')
    const [here, there] = [hub.newBrowser(), hub.newBrowser()]
    const { sid } = claimsIn((await here.signIn('leaver@club.example')).body.token) as { sid: string }
    await there.signIn('leaver@club.example')
    const other = await hub.startProcess()
    const answer = await here.post('sign-out')
    expect(answer.status).toBe(204)
    expect(here.cookies.has('__Host-hub_session')).toBe(false)
    expect(await other.identity.isLiveSession(sid, uid)).toBe(false)
    expect((await there.post('token')).status).toBe(200)
    expect((await here.post('sign-out')).status).toBe(204)
  })

  it('ends at once when its account is disabled or deleted', async () => {
    for (const end of [
      (uid: string) => asPlatform((tx) => setDisabled(tx, uid, true)),
      (uid: string) => asPlatform((tx) => deleteAccount(tx, uid)),
      (uid: string) =>
        hub.owner.query('update identity.account set is_disabled = true where uid = $1', [uid]),
    ]) {
      const uid = await hub.addAccount('cut-off@club.example')
      const browser = hub.newBrowser()
      const { sid } = claimsIn((await browser.signIn('cut-off@club.example')).body.token) as { sid: string }
      await end(uid)
      expect(await hub.identity.isLiveSession(sid, uid)).toBe(false)
      expect((await browser.post('token')).status).toBe(401)
      await asPlatform((tx) => deleteAccount(tx, uid))
    }
  })

  it("is nobody else's: its id with another user's is not alive", async () => {
    await hub.addAccount('mine@club.example')
    const other = await hub.addAccount('other@club.example')
    const { sid } = claimsIn((await hub.newBrowser().signIn('mine@club.example')).body.token) as {
      sid: string
    }
    expect(await hub.identity.isLiveSession(sid, other)).toBe(false)
  })
})

describe("another site's page", () => {
  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('can make no call in the browser of a user: %o', async (headers) => {
    const browser = hub.newBrowser()
    for (const path of ['sign-in', 'token', 'sign-out', 'reset', 'password', 'link'])
      expect(await browser.post(path, {}, headers as never)).toMatchObject({
        status: 403,
        body: { code: 'invalid-request' },
      })
  })

  it.each([{ 'sec-fetch-site': 'same-origin' }, { origin: 'https://hub.test' }, {}])(
    'is told from our own: %o',
    async (headers) => {
      expect((await hub.newBrowser().post('token', undefined, headers as never)).status).toBe(401)
    },
  )
})

it.each([
  ['one address', '10.9.9.9', '10.9.9.9'],
  ['one network of IPv6', '2001:db8:9:9::1', '2001:db8:9:9:a:b:c:d'],
])('a flood from %s is refused by code', async (_what, address, neighbour) => {
  const browser = hub.newBrowser(address)
  const statuses: number[] = []
  for (let count = 0; count < 301; count++) statuses.push((await browser.post('token')).status)
  expect(statuses.slice(0, 300).every((status) => status === 401)).toBe(true)
  expect(await hub.newBrowser(neighbour).post('ticket', { ticket: 'x' })).toMatchObject({
    status: 429,
    body: { code: 'too-many-attempts' },
  })
})
