import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PasskeyCreation } from '#contract/access/passkeys.ts'
import type { Standing } from '#contract/business/standing.ts'
import { noTenant } from '#platform/database'
import { accountPassword, type Browser } from '#tests/browser.ts'
import { createAuthenticator } from '#tests/people/authenticator.ts'
import { hour, startTestIdentity, type TestIdentity } from '#tests/people/identity.ts'

let hub: TestIdentity
let standing: Standing = 'Open'
beforeAll(async () => {
  hub = await startTestIdentity({ publicUrl: () => 'http://localhost', standingOf: async () => standing })
})
afterAll(() => hub.close())

const invited = async (email: string) => {
  const uid = await hub.addAccount(email, { hasPassword: false })
  await hub.database.transaction(noTenant, (tx) => hub.identity.invite(tx, uid))
  return { uid, ticket: hub.lastTicket() }
}
const begin = (browser: Browser, ticket: string) => browser.post('invitation/passkey/options', { ticket })
const optionsOf = async (browser: Browser, ticket: string) =>
  (await begin(browser, ticket)).body as unknown as PasskeyCreation
const accept = (browser: Browser, ticket: string, passkey: object) =>
  browser.post('invitation/passkey', { ticket, passkey })

test('an invitation is accepted with a passkey, which signs in alone from then on', async () => {
  const { uid, ticket } = await invited('pia@club.example')
  const browser = hub.newBrowser()
  const key = createAuthenticator()
  const options = await optionsOf(browser, ticket)
  expect(options.authenticatorSelection.userVerification).toBe('required')
  const { status, body } = await accept(browser, ticket, key.create(options))
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ uid, email: 'pia@club.example' })
  expect((await browser.post('token')).status).toBe(200)
  // The link is used up for every way of accepting it.
  expect((await begin(browser, ticket)).body).toEqual({ code: 'invalid-ticket' })
  expect((await browser.post('password', { ticket, password: accountPassword })).body.code).toBe(
    'invalid-ticket',
  )
  const another = hub.newBrowser()
  const { body: request } = await another.post('passkey/options')
  const assertion = key.sign(request as never)
  expect((await another.post('passkey', { assertion })).body.user).toMatchObject({ uid })
})

test('one that does not know who holds it, of another address or for another invitation is refused', async () => {
  const { ticket } = await invited('quinn@club.example')
  const other = await invited('rob@club.example')
  const browser = hub.newBrowser()
  const unknowing = createAuthenticator().create(await optionsOf(browser, ticket), { isVerifying: false })
  expect((await accept(browser, ticket, unknowing)).body).toEqual({ code: 'passkey-refused' })
  const elsewhere = createAuthenticator().create(await optionsOf(browser, ticket), {
    origin: 'https://evil.example',
  })
  expect((await accept(browser, ticket, elsewhere)).body).toEqual({ code: 'passkey-refused' })
  const theirs = createAuthenticator().create(await optionsOf(browser, other.ticket))
  expect((await accept(browser, ticket, theirs)).body).toEqual({ code: 'invalid-challenge' })
  expect((await accept(browser, other.ticket, theirs)).status).toBe(200)
  const once = createAuthenticator().create(await optionsOf(browser, ticket))
  const answers = await Promise.all([accept(browser, ticket, once), accept(hub.newBrowser(), ticket, once)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
})

test('a passkey that somebody else has here, a link that is over or for a new password are refused', async () => {
  const browser = hub.newBrowser()
  const first = await invited('sam@club.example')
  const key = createAuthenticator()
  expect(
    (await accept(browser, first.ticket, key.create(await optionsOf(browser, first.ticket)))).status,
  ).toBe(200)
  const second = await invited('tess@club.example')
  const again = await accept(browser, second.ticket, key.create(await optionsOf(browser, second.ticket)))
  expect(again.status).toBeGreaterThanOrEqual(400)
  expect(again.status).toBeLessThan(500)
  // Nothing is half done: the invitation still stands.
  expect((await begin(browser, second.ticket)).status).toBe(200)
  hub.advance(7 * 24 * hour)
  expect((await begin(browser, second.ticket)).body).toEqual({ code: 'invalid-ticket' })
  await hub.addAccount('una@club.example')
  await browser.post('reset', { email: 'una@club.example' })
  expect((await begin(browser, hub.lastTicket())).body).toEqual({ code: 'invalid-ticket' })
})

test.each([
  ['Suspended', 'business-suspended'],
  ['Ended', 'business-ended'],
] as const)('nobody makes a passkey for a business that is %s', async (is, code) => {
  const { uid, ticket } = await invited(`vic@${is.toLowerCase()}.example`)
  hub.claims.set(uid, { businessId: 'club' })
  const browser = hub.newBrowser()
  const made = createAuthenticator().create(await optionsOf(browser, ticket))
  standing = is
  expect((await begin(browser, ticket)).body).toEqual({ code })
  expect((await accept(browser, ticket, made)).body).toEqual({ code })
  standing = 'Open'
})

test('nor for an account that was disabled, also between the two calls', async () => {
  const { uid, ticket } = await invited('wes@club.example')
  const browser = hub.newBrowser()
  const made = createAuthenticator().create(await optionsOf(browser, ticket))
  await hub.owner.query('update identity.account set is_disabled = true where uid = $1', [uid])
  expect((await begin(browser, ticket)).body).toEqual({ code: 'user-disabled' })
  expect((await accept(browser, ticket, made)).body).toEqual({ code: 'user-disabled' })
})
