import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { demoPassword } from '#server/demo/access'
import { newBrowser } from '#tests/browser.ts'
import { createFakeMicrosoft, microsoftSettings, newPerson } from '#tests/fakes/fake-microsoft.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'

const email = people.reception
const microsoft = createFakeMicrosoft()
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
beforeEach(() => hub.owner.query('delete from identity.factor; delete from identity.session'))

/** Somebody adds a second factor, and has added it once the work waits for them. */
const whileFactorIsAdded = <T>(work: () => Promise<T>) =>
  hub.meanwhile(
    `with held as (update identity.account set display_name = display_name where email = $1 returning uid)
     insert into identity.factor (uid, kind, name, created_at, credential_id, public_key, counter, transports)
     select uid, 'passkey', 'New', now(), 'new', '', 0, '{}' from held`,
    [email],
    work,
  )
const sessions = async () => (await hub.owner.query('select from identity.session')).rowCount

test('a password that was looked at before there was a second factor lets nobody in after it', async () => {
  const browser = newBrowser(hub.app)
  const { status } = await whileFactorIsAdded(() => browser.signIn(email, demoPassword))
  expect(status).toBe(401)
  expect(await sessions()).toBe(0)
  expect((await browser.signIn(email, demoPassword)).body.code).toBe('second-factor-needed')
})

test('nor does it link the account with Microsoft, and take the second factor with it', async () => {
  const browser = newBrowser(hub.app)
  await microsoft.visit(browser, newPerson(email))
  const link = () => browser.post('link', { email, password: demoPassword })
  expect((await whileFactorIsAdded(link)).status).toBe(401)
  expect(await sessions()).toBe(0)
  const { rows } = await hub.owner.query(
    `select microsoft_key, password_hash is not null as "hasPassword" from identity.account where email = $1`,
    [email],
  )
  expect(rows).toEqual([{ microsoft_key: null, hasPassword: true }])
  expect((await link()).body.code).toBe('second-factor-needed')
})
