import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { api } from '#contract'
import { proveAgain } from '#contract/access/step-up.ts'
import { visitNeededCode } from '#contract/business/visit-words.ts'
import { besidePaths } from '#contract/first-paths.ts'
import { newBrowser } from '#tests/browser.ts'
import { createFakeMicrosoft, microsoftSettings, newPerson, outcomeOf } from '#tests/fakes/fake-microsoft.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { claimsIn } from '#tests/people/identity.ts'

// Where a browser is known at Microsoft, a sign-in there takes a click: what moves money or authority asks for more.

const microsoft = createFakeMicrosoft()
const params = { businessId: 'harbourside' }
const again = `${besidePaths.renewed}?uid=whoever`
let hub: TestHub
beforeAll(async () => {
  vi.stubGlobal('fetch', microsoft.fetch)
  hub = await startTestHub({
    HUB_MICROSOFT_CLIENT_ID: microsoftSettings.clientId,
    HUB_MICROSOFT_CLIENT_SECRET: microsoftSettings.clientSecret,
    HUB_MICROSOFT_ISSUER: microsoftSettings.issuer,
  })
})
afterAll(async () => {
  await hub.close()
  vi.unstubAllGlobals()
})

/** Somebody who signs in with Microsoft, in a browser of theirs. */
async function linked(email: string) {
  const person = newPerson(email)
  await hub.owner.query(
    `update identity.account set microsoft_key = $2, password_hash = null where email = $1`,
    [email, `${person.tid}.${person.oid}`],
  )
  const browser = newBrowser(hub.app)
  const token = async () => (await browser.post('token')).body.token ?? ''
  return {
    person,
    browser,
    visit: (to: string, claims: object = {}) => microsoft.visit(browser, person, { claims }, to),
    sid: async () => claimsIn(await token()).sid,
    call: (async (row, input) => hub.withToken(await token())(row, input)) as ReturnType<TestHub['as']>,
  }
}

const now = () => Math.floor(Date.now() / 1000)

test('a click on a name at Microsoft shows nothing; being asked there does, in the same session', async () => {
  const { visit, call, sid } = await linked(people.finance)
  await visit('/')
  const before = await sid()
  expect((await call(api.exportMembers, { params })).error.ErrorCode).toBe(proveAgain)
  await visit('/businesses/harbourside')
  expect((await call(api.exportMembers, { params })).error.ErrorCode).toBe(proveAgain)

  await visit('/')
  const latest = await sid()
  expect(latest).not.toBe(before)
  expect((await visit(again)).location).toBe(again)
  expect((await call(api.exportMembers, { params })).status).toBe(200)
  expect(await sid()).toBe(latest)
})

test('where Microsoft says when somebody was asked, that is looked at', async () => {
  const { visit, call } = await linked(people.finance)
  await visit('/')
  const longAgo = await visit(again, { auth_time: now() - 60 * 60 })
  expect(outcomeOf(longAgo.location)).toMatchObject({ path: '/sign-in', code: 'microsoft-failed' })
  expect((await call(api.exportMembers, { params })).error.ErrorCode).toBe(proveAgain)
  await visit(again, { auth_time: now() })
  expect((await call(api.exportMembers, { params })).status).toBe(200)
})

test('whoever left by a version that asks for no more than a click has shown nothing', async () => {
  const { visit, browser, person, call } = await linked(people.finance)
  await visit('/')
  const { location } = await browser.get(`/identity/microsoft?to=${encodeURIComponent(again)}`)
  await hub.owner.query('update identity.microsoft_flow set is_proof = default')
  await browser.get(await microsoft.signIn(location, person))
  expect((await call(api.exportMembers, { params })).error.ErrorCode).toBe(proveAgain)
})

test('the session that is shown in goes on for its hours from then on, another person’s does not', async () => {
  const { visit, sid, browser } = await linked(people.finance)
  await visit('/')
  const own = await sid()
  const setBegun = (hours: number) =>
    hub.owner.query(
      `update identity.session set auth_time = now() - make_interval(hours => $2) where sid = $1`,
      [own, hours],
    )
  await setBegun(7)
  await visit(again)
  const { rows } = await hub.owner.query(
    `select sid from identity.session where sid = $1 and auth_time > now() - interval '1 hour'`,
    [own],
  )
  expect(rows).toHaveLength(1)

  await setBegun(9)
  await visit(again)
  expect(await sid()).not.toBe(own)

  const kept = await sid()
  const other = await linked(people.promotions)
  await microsoft.visit(browser, other.person, {}, again)
  expect(await sid()).not.toBe(kept)
  const others = await hub.owner.query(`select uid from identity.session where sid = $1`, [kept])
  expect(others.rows).toHaveLength(1)
})

test('a super administrator who shows again who they are keeps the visit that they said why of', async () => {
  const { visit, call } = await linked(people.superAdmin)
  await hub.as(people.admin)(api.setSupportAccess, { params, body: { IsReasonAsked: true } })
  await visit('/')
  const read = () => call(api.getSupportAccess, { params })
  expect((await read()).error.ErrorCode).toBe(visitNeededCode)
  await call(api.beginSupportVisit, { params, body: { Reason: 'They asked for help' } })
  expect((await read()).status).toBe(200)
  await visit(again)
  expect((await read()).status).toBe(200)
  expect((await call(api.exportMembers, { params })).status).toBe(200)
})
