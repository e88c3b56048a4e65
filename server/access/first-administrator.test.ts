import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHub, type TestHub } from '#tests/hub.ts'
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
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(await readOutbox(hub.owner, hub.secret, 'owner@club.example')).toMatchObject([
    { kind: 'invitation', body: expect.stringContaining('https://hub.example.org/set-password?ticket=') },
  ])
})
