import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#server/demo/access'
import { newBrowser } from '#tests/browser.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { readOutbox } from '#tests/records/outbox.ts'

let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub({ HUB_PUBLIC_URL: 'https://hub.example.org' })
})
afterAll(() => hub.close())

test('the first administrator is invited once, also when several processes start', async () => {
  const made = await Promise.all(
    Array.from({ length: 3 }, () => hub.ensureSuperAdministrator('Owner@Club.example')),
  )
  expect(made.filter((outcome) => outcome === 'invited')).toHaveLength(1)
  expect(await readOutbox(hub.owner, hub.secret, 'owner@club.example')).toMatchObject([
    { kind: 'invitation', body: expect.stringContaining('https://hub.example.org/set-password?ticket=') },
  ])
})

test('one who is mistyped and never joins keeps the right one from nothing', async () => {
  expect(await hub.ensureSuperAdministrator('onwer@club.example')).toBe('invited')
})

test('somebody else’s address makes nobody an administrator, and ends no start', async () => {
  expect(await hub.ensureSuperAdministrator(people.reception)).toBe('address in use')
})

test('once one has joined, an address that they gave up is nobody’s way in', async () => {
  await hub.owner.query(
    `update identity.account set email = 'moved@club.example', password_hash = (
       select password_hash from identity.account where email = $1)
     where email = 'owner@club.example'`,
    [people.admin],
  )
  await hub.owner.query(
    `update super_administrator set email = 'moved@club.example' where email = 'owner@club.example'`,
  )
  expect(await hub.ensureSuperAdministrator('owner@club.example')).toBe('there already')
  expect((await newBrowser(hub.app).signIn('owner@club.example', demoPassword)).body).toMatchObject({
    code: 'user-not-found',
  })
})
