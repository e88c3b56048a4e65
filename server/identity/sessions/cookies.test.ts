import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashOf, newSecret } from '#platform/secrets'
import type { Browser } from '#tests/browser.ts'
import { startTestIdentity, type TestIdentity } from '#tests/people/identity.ts'

let hub: TestIdentity
beforeAll(async () => {
  hub = await startTestIdentity()
})
afterAll(() => hub.close())

const plain = 'hub_session'
const safe = '__Host-hub_session'
const isSignedIn = async (browser: Browser) => (await browser.post('token')).status === 200

/** Signs in at the former version, which knows the plain name alone. */
const signInAtFormer = async (browser: Browser, uid: string) => {
  const value = newSecret(32)
  await hub.owner.query(
    `insert into identity.session (sid, uid, secret_hash, auth_time, refreshed_at) values ($1, $2, $3, $4, $4)`,
    [randomUUID(), uid, hashOf(value), hub.now()],
  )
  browser.cookies.set(plain, { value, path: '/identity' })
}
const formerBrowser = async (email: string) => {
  const uid = await hub.addAccount(email)
  const browser = hub.newBrowser()
  await signInAtFormer(browser, uid)
  return { browser, uid }
}
const hasSession = async (secret = '') => {
  const { rowCount } = await hub.owner.query(`select from identity.session where secret_hash = $1`, [
    hashOf(secret),
  ])
  return rowCount === 1
}
/** Whether the former version, still serving beside this one, finds the browser's session. */
const isSignedInAtFormer = (browser: Browser) => hasSession(browser.cookies.get(plain)?.value)
const signOutAtFormer = async (browser: Browser) => {
  await hub.owner.query(`delete from identity.session where secret_hash = $1`, [
    hashOf(browser.cookies.get(plain)?.value ?? ''),
  ])
  browser.cookies.delete(plain)
}

describe('while the former version still serves', () => {
  it('a session that it started goes on at both, here under the safer name', async () => {
    const { browser } = await formerBrowser('former@club.example')
    const { status, setCookies } = await browser.post('token')
    expect(status).toBe(200)
    expect(setCookies).toEqual([
      expect.stringMatching(
        /^__Host-hub_session=[\w-]{43}; Max-Age=\d{2,}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^hub_session=[\w-]{43}; Max-Age=\d{2,}; Path=\/identity; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(/^hub_signed_in=1; Max-Age=\d+; Path=\/; Secure; SameSite=Lax$/),
      expect.stringMatching(/^__Host-hub_device=/),
    ])
    expect(await isSignedInAtFormer(browser)).toBe(true)
    browser.cookies.delete(plain)
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('a session that is started here goes on at both', async () => {
    await hub.addAccount('new@club.example')
    const browser = hub.newBrowser()
    await browser.signIn('new@club.example')
    expect(await isSignedInAtFormer(browser)).toBe(true)
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('who leaves at either has left at both', async () => {
    const { browser, uid } = await formerBrowser('leaver@club.example')
    await browser.post('token')
    await signOutAtFormer(browser)
    expect(await isSignedIn(browser)).toBe(false)

    await signInAtFormer(browser, uid)
    const former = browser.cookies.get(plain)!
    await browser.post('sign-out')
    expect([...browser.cookies.keys()]).toEqual(['__Host-hub_device'])
    expect(await hasSession(former.value)).toBe(false)
  })

  it('who leaves and signs in there again is signed in here, too', async () => {
    const { browser, uid } = await formerBrowser('again@club.example')
    await browser.post('token')
    await signOutAtFormer(browser)
    await signInAtFormer(browser, uid)
    expect(await isSignedIn(browser)).toBe(true)
    expect(browser.cookies.get(safe)?.value).toBe(browser.cookies.get(plain)?.value)
  })
})

it('a neighbouring site that sets the plain cookie moves nobody into its own session', async () => {
  await hub.addAccount('attacker@club.example')
  const attacker = hub.newBrowser()
  await attacker.signIn('attacker@club.example')
  const { value } = attacker.cookies.get(safe)!
  const victim = hub.newBrowser()
  victim.cookies.set(plain, { value, path: '/identity' })
  expect(await isSignedIn(victim)).toBe(false)

  const uid = await hub.addAccount('victim@club.example')
  await victim.signIn('victim@club.example')
  victim.cookies.set(plain, { value, path: '/identity' })
  expect((await victim.post('token')).body.user?.uid).toBe(uid)

  // Nor into one that it started at the former version, once they have a session here.
  await signInAtFormer(victim, await hub.addAccount('neighbour@club.example'))
  expect((await victim.post('token')).body.user?.uid).toBe(uid)
})
