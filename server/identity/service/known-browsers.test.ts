import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newSecret } from '#platform/secrets'
import type { Browser } from '#tests/browser.ts'
import { createFakeMicrosoft, microsoftSettings, newPerson, outcomeOf } from '#tests/fakes/fake-microsoft.ts'
import { startTestIdentity, type TestIdentity } from '#tests/people/identity.ts'

const mostCalls = 300
const device = '__Host-hub_device'
const session = '__Host-hub_session'
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

let addresses = 0
/** An address that nobody has called from. */
const newAddress = () => `10.7.0.${++addresses}`

const call = async (browser: Browser) => (await browser.post('ticket', { ticket: 'x' })).status

/** A stranger calls from the address until it is refused there. */
const flood = async (address: string) => {
  const stranger = hub.newBrowser(address)
  for (let count = 0; count <= mostCalls; count++) await call(stranger)
  expect(await call(stranger)).toBe(429)
}

describe('strangers who use up what their address may call', () => {
  it('shut out strangers, and nobody who signed in at a browser before', async () => {
    await hub.addAccount('desk@club.example')
    const address = newAddress()
    const desk = hub.newBrowser(address)
    await desk.signIn('desk@club.example')
    await desk.post('sign-out')
    await flood(address)
    expect((await hub.newBrowser(address).signIn('desk@club.example')).status).toBe(429)
    expect((await desk.signIn('desk@club.example')).status).toBe(200)
    expect((await desk.post('token')).status).toBe(200)
    expect((await desk.post('sign-out')).status).toBe(204)
  })

  it('shut out nobody who signed in before there were known browsers, once they have refreshed', async () => {
    await hub.addAccount('former@club.example')
    const address = newAddress()
    const browser = hub.newBrowser(address)
    await browser.signIn('former@club.example')
    browser.cookies.delete(device)
    expect((await browser.post('token')).status).toBe(200)
    await flood(address)
    expect((await browser.post('token')).status).toBe(200)
  })

  it('shut out nobody who set a password by a link', async () => {
    await hub.addAccount('setter@club.example')
    const address = newAddress()
    const browser = hub.newBrowser(address)
    await browser.post('reset', { email: 'setter@club.example' })
    const password = 'violet tram at noon'
    await browser.post('password', { ticket: hub.lastTicket(), password })
    await flood(address)
    expect((await browser.signIn('setter@club.example', password)).status).toBe(200)
  })

  it('shut out nobody who came in by Microsoft, and lead the others back with the reason', async () => {
    const person = newPerson('mia@club.example')
    const uid = await hub.addAccount('mia@club.example', { hasPassword: false })
    await hub.owner.query(`update identity.account set microsoft_key = $2 where uid = $1`, [
      uid,
      `${person.tid}.${person.oid}`,
    ])
    const address = newAddress()
    const browser = hub.newBrowser(address)
    await microsoft.visit(browser, person)
    await flood(address)
    expect((await browser.post('token')).body.user?.uid).toBe(uid)
    await browser.post('sign-out')
    expect((await microsoft.visit(browser, person)).location).toBe('/businesses')

    const { location } = await hub.newBrowser(address).get('/identity/microsoft?to=/businesses')
    expect(outcomeOf(location)).toEqual({ path: '/sign-in', code: 'too-many-attempts', to: '/businesses' })
  })
})

it('a known browser uses up what it may call itself, and nobody else’s', async () => {
  await hub.addAccount('loop@club.example')
  const address = newAddress()
  const looping = hub.newBrowser(address)
  await looping.signIn('loop@club.example')
  for (let count = 0; count < mostCalls; count++) expect(await call(looping)).toBe(400)
  expect(await call(looping)).toBe(429)
  expect(await call(hub.newBrowser(address))).toBe(400)
})

describe('cookies that are not ours', () => {
  // One of its own for every call: were they believed, each would be counted by itself and none refused.
  it.each<[string, (known: Browser) => Record<string, string>]>([
    ['devices', () => ({ [device]: [newSecret(), newSecret(), newSecret()].join('.') })],
    ['devices without a seal', () => ({ [device]: newSecret() })],
    [
      'devices with the seals of another',
      (known) => ({ [device]: known.cookies.get(device)!.value.replace(/^[^.]+/, newSecret()) }),
    ],
    ['sessions', () => ({ [session]: newSecret(33) })],
    ['sessions of the former version', () => ({ hub_session: newSecret() })],
  ])('are counted with the strangers: %s', async (what, forge) => {
    const email = `${what.replaceAll(' ', '-')}@club.example`
    await hub.addAccount(email)
    const known = hub.newBrowser(newAddress())
    await known.signIn(email)
    const address = newAddress()
    const statuses = new Set<number>()
    for (let count = 0; count < mostCalls; count++) {
      const forger = hub.newBrowser(address)
      for (const [name, value] of Object.entries(forge(known))) forger.cookies.set(name, { value, path: '/' })
      statuses.add((await forger.post('token')).status)
    }
    expect([...statuses]).toEqual([401])
    expect(await call(hub.newBrowser(address))).toBe(429)
  })
})
