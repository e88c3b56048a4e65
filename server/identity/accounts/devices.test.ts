import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '#tests/browser.ts'
import { startTestIdentity, type TestIdentity } from '#tests/people/identity.ts'

const minute = 60_000
const wrong = 'wrong password'
const device = '__Host-hub_device'

let hub: TestIdentity
beforeAll(async () => {
  hub = await startTestIdentity()
})
afterAll(() => hub.close())

let strangers = 0
/** Strangers' browsers, each at an address of its own. */
const newStranger = () => hub.newBrowser(`10.${20 + Math.floor(strangers / 250)}.0.${strangers++ % 250}`)

const failFromAnywhere = async (email: string, times: number) => {
  for (let count = 0; count < times; count++) await newStranger().signIn(email, wrong)
}
const failWith = async (browser: Browser, email: string, times: number) => {
  const codes: unknown[] = []
  for (let count = 0; count < times; count++) codes.push((await browser.signIn(email, wrong)).body.code)
  return codes
}
/** The browser of somebody who signed in to the account before, and left. */
const deviceOf = async (...emails: string[]) => {
  const browser = newStranger()
  for (const email of emails) {
    await browser.signIn(email)
    await browser.post('sign-out')
  }
  return browser
}

describe('a device that signed in before', () => {
  it('is not shut out by the failures of strangers, who are', async () => {
    await hub.addAccount('owner@club.example')
    const own = await deviceOf('owner@club.example')
    await failFromAnywhere('owner@club.example', 21)
    expect((await newStranger().signIn('owner@club.example')).body.code).toBe('too-many-attempts')
    expect((await own.signIn('owner@club.example')).status).toBe(200)
  })

  it('is not shut out by what others fail at its own address', async () => {
    await hub.addAccount('office@club.example')
    const address = '10.60.0.1'
    const own = hub.newBrowser(address)
    await own.signIn('office@club.example')
    for (let count = 0; count < 30; count++)
      await hub.newBrowser(address).signIn(`guess-${count}@club.example`, wrong)
    expect((await hub.newBrowser(address).signIn('office@club.example')).status).toBe(429)
    expect((await own.signIn('office@club.example')).status).toBe(200)
  })

  it('has ten tries of its own, which count for nobody else, and the right one forgets them', async () => {
    await hub.addAccount('ten@club.example')
    const own = await deviceOf('ten@club.example')
    expect(await failWith(own, 'ten@club.example', 9)).not.toContain('too-many-attempts')
    expect((await own.signIn('ten@club.example')).status).toBe(200)
    expect(await failWith(own, 'ten@club.example', 11)).toEqual([
      ...Array<string>(10).fill('wrong-password'),
      'too-many-attempts',
    ])
    expect((await own.signIn('ten@club.example')).status).toBe(429)
    expect((await newStranger().signIn('ten@club.example')).status).toBe(200)
    hub.advance(15 * minute)
    expect((await own.signIn('ten@club.example')).status).toBe(200)
  })

  it('gets no further than ten when it tries many at once', async () => {
    await hub.addAccount('stolen@club.example')
    const own = await deviceOf('stolen@club.example')
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => own.signIn('stolen@club.example', wrong)),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  })

  it('may belong to several people', async () => {
    const emails = ['early@club.example', 'late@club.example']
    for (const email of emails) await hub.addAccount(email)
    const shared = await deviceOf(...emails)
    for (const email of emails) {
      await failFromAnywhere(email, 20)
      expect((await shared.signIn(email)).status).toBe(200)
    }
  })

  it('remembers the last ten of very many', async () => {
    const emails = Array.from({ length: 12 }, (_, index) => `shift-${index}@club.example`)
    for (const email of emails) await hub.addAccount(email)
    const shared = await deviceOf(...emails)
    expect(shared.cookies.get(device)?.value.split('.')).toHaveLength(12)
    await failFromAnywhere('shift-11@club.example', 20)
    expect((await shared.signIn('shift-11@club.example')).status).toBe(200)
  })
})

describe('strangers', () => {
  it('are strangers to every other account', async () => {
    await hub.addAccount('attacker@club.example')
    await hub.addAccount('aim@club.example')
    const attacker = await deviceOf('attacker@club.example')
    await failFromAnywhere('aim@club.example', 20)
    expect((await attacker.signIn('aim@club.example')).status).toBe(429)
  })

  it.each([
    ['nothing', () => ''],
    ['garbage', () => 'garbage.of;any kind'],
    ['another seal', (value: string) => `${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`],
    ['another device', (value: string) => value.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
  ])('make themselves known by no cookie of their own: %s', async (what, forge) => {
    const email = `${what.replace(' ', '-')}@club.example`
    await hub.addAccount(email)
    const value = (await deviceOf(email)).cookies.get(device)?.value ?? ''
    await failFromAnywhere(email, 20)
    const forger = newStranger()
    forger.cookies.set(device, { value: forge(value), path: '/' })
    expect((await forger.signIn(email)).status).toBe(429)
    forger.cookies.set(device, { value, path: '/' })
    expect((await forger.signIn(email)).status).toBe(200)
  })
})

describe('a new password', () => {
  const newPassword = 'violet tram at noon'
  const setPassword = async (email: string, browser: Browser) => {
    await browser.post('reset', { email })
    const answer = await browser.post('password', { ticket: hub.lastTicket(), password: newPassword })
    expect(answer.status).toBe(204)
  }

  it('makes every device a stranger again but the one that set it', async () => {
    await hub.addAccount('renewed@club.example')
    const lost = await deviceOf('renewed@club.example')
    const own = newStranger()
    await setPassword('renewed@club.example', own)
    await failFromAnywhere('renewed@club.example', 20)
    expect((await lost.signIn('renewed@club.example', newPassword)).status).toBe(429)
    expect((await own.signIn('renewed@club.example', newPassword)).status).toBe(200)
  })

  it('forgets what failed before it, from wherever that came', async () => {
    await hub.addAccount('anew@club.example')
    const desk = newStranger()
    await failWith(desk, 'anew@club.example', 6)
    await failFromAnywhere('anew@club.example', 20)
    await setPassword('anew@club.example', newStranger())
    expect((await desk.signIn('anew@club.example', newPassword)).status).toBe(200)
  })
})

describe('asking for resets', () => {
  const ask = async (browser: Browser, email: string) => (await browser.post('reset', { email })).status

  it('strangers do not keep a device that signed in before from asking', async () => {
    await hub.addAccount('nagged@club.example')
    const own = await deviceOf('nagged@club.example')
    for (let count = 0; count < 5; count++) expect(await ask(newStranger(), 'nagged@club.example')).toBe(204)
    expect(await ask(newStranger(), 'nagged@club.example')).toBe(429)
    expect(await ask(own, 'nagged@club.example')).toBe(204)
  })

  it('sends a few e-mails and no more, whoever asks at once', async () => {
    await hub.addAccount('flooded@club.example')
    const own = await deviceOf('flooded@club.example')
    const sent = hub.mails.length
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => ask(index % 2 ? own : newStranger(), 'flooded@club.example')),
    )
    expect(hub.mails.length - sent).toBe(10)
  })

  it('one address asks for thirty accounts at most', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 31; count++)
      statuses.push(await ask(hub.newBrowser('10.61.0.1'), `any-${count}@club.example`))
    expect(statuses.slice(0, 30).every((status) => status === 404)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
  })
})
