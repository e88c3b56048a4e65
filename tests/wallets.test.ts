import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { runJobs } from '#platform/job-runner'
import { appleDevice, passIn } from '#tests/fakes/apple-device.ts'
import { startFakePush } from '#tests/fakes/fake-push.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { heldPass } from '#tests/records/passes.ts'
import { downloadPass } from '#tests/records/wallets.ts'

const businessId = 'harbourside'
let apple: Awaited<ReturnType<typeof startFakePush>>
let hub: TestHub
let jobs: Awaited<ReturnType<typeof runJobs>>
beforeAll(async () => {
  apple = await startFakePush()
  hub = await startTestHub({ HUB_APPLE_PUSH_URL: apple.url })
  await hub.app.listen({ port: 0, host: '127.0.0.1' })
  jobs = await runJobs(hub.databaseUrl, hub.tasks, [], () => undefined)
})
afterAll(async () => {
  await jobs.stop()
  await hub.close()
  await apple.close()
})

test('from the drawing board to the phone: design, save, invite, claim, change the design, the phone is told', async () => {
  const admin = hub.as(people.admin)
  const { body: design } = await admin(api.createPassConfiguration, {
    params: { businessId },
    body: { DisplayName: 'Social Card' },
  })
  const params = { businessId, passConfigurationId: design.PassConfigurationId }
  const first = { Label: 'Member', Value: '{FullName}' }
  const { body: saved } = await admin(api.updatePassConfiguration, {
    params,
    body: { ...design, iOSPrimaryField: first, iOSLogoText: 'Socials' },
  })

  const { holderKey } = await heldPass(hub, design.PassConfigurationId)
  const device = appleDevice((await downloadPass(hub, holderKey)).pkpass)
  expect(device.pass).toMatchObject({
    logoText: 'Socials',
    storeCard: { primaryFields: [{ label: 'Member', value: expect.stringMatching(/^Pat Holder/) }] },
  })
  expect((await device.register()).status).toBe(201)
  const { lastUpdated } = (await device.changes())!

  await admin(api.updatePassConfiguration, { params, body: { ...saved, iOSLogoText: 'Summer' } })
  await expect.poll(() => apple.pushes.map(({ token }) => token)).toEqual([device.pushToken])
  expect((await device.changes(lastUpdated))?.serialNumbers).toEqual([device.pass.serialNumber])
  expect(passIn((await device.fetchPass())!)).toMatchObject({ logoText: 'Summer' })
})
