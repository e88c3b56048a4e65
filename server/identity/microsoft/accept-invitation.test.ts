import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { noTenant } from '#platform/database'
import { setDisabled } from '#server/identity/accounts'
import { accountPassword, type Browser } from '#tests/browser.ts'
import { createFakeMicrosoft, microsoftSettings, newPerson, outcomeOf } from '#tests/fakes/fake-microsoft.ts'
import { hour, startTestIdentity, type TestIdentity } from '#tests/people/identity.ts'

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

const invited = async (email: string) => {
  const uid = await hub.addAccount(email, { hasPassword: false })
  await hub.database.transaction(noTenant, (tx) => hub.identity.invite(tx, uid))
  return { uid, ticket: hub.lastTicket() }
}
const start = (browser: Browser, ticket: string) => browser.post('microsoft/invitation', { ticket })
/** Goes to Microsoft with the ticket, and comes back as this person. */
const accept = async (browser: Browser, ticket: string, person: ReturnType<typeof newPerson>) => {
  const { body } = await start(browser, ticket)
  return browser.get(await microsoft.signIn(body.url!, person))
}
const trailOf = async (uid: string) =>
  (await hub.owner.query(`select action, after from audit_entry where actor_id = $1 order by id`, [uid])).rows

it('an invitation is accepted with Microsoft straight away, and used up', async () => {
  const { uid, ticket } = await invited('ina@club.example')
  const person = newPerson('ina@club.example')
  const browser = hub.newBrowser()
  expect((await accept(browser, ticket, person)).location).toBe('/')
  expect((await browser.post('token')).body.user).toMatchObject({ uid })
  expect((await browser.post('password', { ticket, password: accountPassword })).body.code).toBe(
    'invalid-ticket',
  )
  expect((await start(browser, ticket)).body).toEqual({ code: 'invalid-ticket' })
  expect((await microsoft.visit(hub.newBrowser(), person)).location).toBe('/businesses')
  expect(await trailOf(uid)).toMatchObject([
    { action: 'acceptWithMicrosoft', after: { 'Microsoft account': 'ina@club.example' } },
    { action: 'signInWithMicrosoft' },
  ])
})

it('the ticket is the proof: Microsoft may know them by another address, which is on record', async () => {
  const { uid, ticket } = await invited('una@club.example')
  const browser = hub.newBrowser()
  expect((await accept(browser, ticket, newPerson('una.private@outlook.example'))).location).toBe('/')
  expect((await browser.post('token')).body.user).toMatchObject({ uid, email: 'una@club.example' })
  expect((await trailOf(uid))[0]).toMatchObject({
    after: { 'Microsoft account': 'una.private@outlook.example' },
  })
})

it('a ticket that was replaced, has ended or is for a new password leads nowhere', async () => {
  const browser = hub.newBrowser()
  const { uid, ticket } = await invited('former@club.example')
  await hub.database.transaction(noTenant, (tx) => hub.identity.invite(tx, uid))
  expect((await start(browser, ticket)).body).toEqual({ code: 'invalid-ticket' })
  const late = await invited('late@club.example')
  hub.advance(7 * 24 * hour)
  expect((await start(browser, late.ticket)).body).toEqual({ code: 'invalid-ticket' })
  await hub.addAccount('forgetful@club.example')
  await browser.post('reset', { email: 'forgetful@club.example' })
  expect((await start(browser, hub.lastTicket())).body).toEqual({ code: 'invalid-ticket' })
})

it('what becomes of an invitation while somebody is at Microsoft counts', async () => {
  const codeAfter = async (email: string, meanwhile: (uid: string, ticket: string) => Promise<unknown>) => {
    const { uid, ticket } = await invited(email)
    const browser = hub.newBrowser()
    const { body } = await start(browser, ticket)
    const callback = await microsoft.signIn(body.url!, newPerson(email))
    await meanwhile(uid, ticket)
    const { location } = await browser.get(callback)
    expect(browser.cookies.has('__Host-hub_session')).toBe(false)
    return (outcomeOf(location) as { code?: string }).code
  }
  const invite = (uid: string) => hub.database.transaction(noTenant, (tx) => hub.identity.invite(tx, uid))
  const disable = (uid: string) => hub.database.transaction(noTenant, (tx) => setDisabled(tx, uid, true))
  const setPassword = (_: string, ticket: string) =>
    hub.newBrowser().post('password', { ticket, password: accountPassword })
  expect(await codeAfter('again@club.example', invite)).toBe('invalid-ticket')
  expect(await codeAfter('shut@club.example', disable)).toBe('user-disabled')
  expect(await codeAfter('faster@club.example', setPassword)).toBe('invalid-ticket')
})

it('one Microsoft account never joins two of ours, and the invitation stays good', async () => {
  const person = newPerson('first@club.example')
  await accept(hub.newBrowser(), (await invited('first@club.example')).ticket, person)
  const { ticket } = await invited('second@club.example')
  const { location } = await accept(hub.newBrowser(), ticket, person)
  expect(outcomeOf(location)).toMatchObject({ code: 'microsoft-in-use' })
  expect((await hub.newBrowser().post('ticket', { ticket })).status).toBe(200)
})

it('of two who accept at once one gets in', async () => {
  const { ticket } = await invited('twice@club.example')
  const returning = await Promise.all(
    [hub.newBrowser(), hub.newBrowser()].map(async (browser, n) => {
      const { body } = await start(browser, ticket)
      return { browser, callback: await microsoft.signIn(body.url!, newPerson(`twice${n}@club.example`)) }
    }),
  )
  const answers = await Promise.all(returning.map(({ browser, callback }) => browser.get(callback)))
  expect(answers.filter(({ location }) => location === '/')).toHaveLength(1)
})

it('only the browser that left brings an acceptance back', async () => {
  const { ticket } = await invited('stolen@club.example')
  const { body } = await start(hub.newBrowser(), ticket)
  const callback = await microsoft.signIn(body.url!, newPerson('stolen@club.example'))
  expect(outcomeOf((await hub.newBrowser().get(callback)).location)).toMatchObject({
    code: 'microsoft-failed',
  })
})

it('guessing at a linked account counts as it does at others', async () => {
  const { ticket } = await invited('linked@club.example')
  await accept(hub.newBrowser(), ticket, newPerson('linked@club.example'))
  const guesser = hub.newBrowser('203.0.113.9')
  const codes: unknown[] = []
  for (let count = 0; count < 6; count++) codes.push((await guesser.signIn('linked@club.example')).body.code)
  expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'use-microsoft'))
  expect(codes[5]).toBe('too-many-attempts')
})

it('where Microsoft is not set up any more nobody is sent there', async () => {
  const { ticket } = await invited('lost@club.example')
  await accept(hub.newBrowser(), ticket, newPerson('lost@club.example'))
  const { newBrowser } = await hub.startProcess({ microsoft: undefined })
  expect((await newBrowser().signIn('lost@club.example')).body.code).toBe('wrong-password')
  expect((await newBrowser().post('reset', { email: 'lost@club.example' })).body.code).toBe(
    'provider-not-supported',
  )
  const other = await invited('nowhere@club.example')
  expect((await start(newBrowser(), other.ticket)).body).toEqual({ code: 'microsoft-not-set-up' })
})
