import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashOf, newSecret } from '#platform/secrets.ts'
import { type Browser } from '#tests/browser.ts'
import { startTestIdentity, type TestIdentity } from '#tests/identity.ts'

let hub: TestIdentity
beforeAll(async () => {
  hub = await startTestIdentity()
})
afterAll(() => hub.close())

const plain = 'hub_session'
const secret = () => newSecret(32)
const isSignedIn = async (browser: Browser) => (await browser.post('token')).status === 200

/** A browser with a session that the former version started. */
const formerBrowser = async (email: string) => {
  const uid = await hub.addAccount(email)
  const value = secret()
  await hub.owner.query(
    `insert into identity.session (sid, uid, secret_hash, auth_time, refreshed_at) values ($1, $1, $2, $3, $3)`,
    [uid, hashOf(value), hub.now()],
  )
  const browser = hub.newBrowser()
  browser.cookies.set(plain, { value, path: '/identity' })
  return browser
}

it('a session of the former version goes on, under the safer name from its first refresh on', async () => {
  const browser = await formerBrowser('former@club.example')
  const { status, setCookies } = await browser.post('token')
  expect(status).toBe(200)
  expect(setCookies).toEqual([
    expect.stringMatching(/^__Host-hub_session=[\w-]{43}; Path=\/; Max-Age=\d{2,}; .*Secure$/),
    expect.stringMatching(/^hub_session=; Path=\/identity; Max-Age=0; /),
    expect.stringMatching(/^__Host-hub_device=/),
  ])
  expect([...browser.cookies.keys()]).toEqual(['__Host-hub_session', '__Host-hub_device'])
  expect(await isSignedIn(browser)).toBe(true)
})

it('a session of the former version can be left', async () => {
  const browser = await formerBrowser('leaver@club.example')
  const { value } = browser.cookies.get(plain)!
  await browser.post('sign-out')
  expect(browser.cookies.size).toBe(0)
  browser.cookies.set(plain, { value, path: '/identity' })
  expect(await isSignedIn(browser)).toBe(false)
})

it('a neighbouring site that sets the plain cookie moves nobody into its own session', async () => {
  await hub.addAccount('attacker@club.example')
  const attacker = hub.newBrowser()
  await attacker.signIn('attacker@club.example')
  const { value } = attacker.cookies.get('__Host-hub_session')!
  const victim = hub.newBrowser()
  victim.cookies.set(plain, { value, path: '/identity' })
  expect(await isSignedIn(victim)).toBe(false)

  const uid = await hub.addAccount('victim@club.example')
  await victim.signIn('victim@club.example')
  victim.cookies.set(plain, { value, path: '/identity' })
  expect((await victim.post('token')).body.user?.uid).toBe(uid)
})
