import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import { appleDevice, passIn } from '#tests/fakes/apple-device.ts'
import { startFakePush } from '#tests/fakes/fake-push.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { heldPass, redesign } from '#tests/records/passes.ts'
import { downloadPass, tellWallets } from '#tests/records/wallets.ts'

const businessId = 'harbourside'
const params = { businessId, passConfigurationId: 'member-card' }
let apple: Awaited<ReturnType<typeof startFakePush>>
let hub: TestHub
beforeAll(async () => {
  apple = await startFakePush()
  hub = await startTestHub({ HUB_APPLE_PUSH_URL: apple.url })
  await hub.app.listen({ port: 0, host: '127.0.0.1' })
  // Those of the demo are in no wallet of this test.
  await hub.owner.query('delete from apple_registration')
})
afterAll(async () => {
  await hub.close()
  await apple.close()
})

async function owner() {
  const held = await heldPass(hub)
  const device = appleDevice((await downloadPass(hub, held.holderKey)).pkpass)
  await device.register()
  return { ...held, device }
}
const reach = async () => (await hub.as(people.admin)(api.getPassReach, { params })).body
const listed = async () =>
  (await hub.as(people.admin)(api.listPassConfigurations, { params: { businessId } })).body.Results.find(
    ({ PassConfigurationId }) => PassConfigurationId === 'member-card',
  )!
const run = (task: string, payload: object) => hub.tasks[task]!(payload as never, { isLast: false })
const rollOut = () => run('roll_out_design', params)
const jobs = async (task: string) =>
  (await hub.owner.query(`select from graphile_worker.jobs where task_identifier = $1`, [task])).rowCount!

test('a change of a design goes to all phones that have it, and it can be seen how far it has come', async () => {
  const owners = [await owner(), await owner(), await owner()]
  await hub.owner.query(`insert into google_pass (business_id, pass_id) values ('harbourside', $1)`, [
    owners[0]!.passId,
  ])
  expect(await reach()).toEqual({ Apple: 3, Google: 1, Rollout: null })
  await tellWallets(hub)
  apple.pushes.length = 0

  await redesign(hub, { iOSLogoText: 'New look' })
  expect(await reach()).toEqual({ Apple: 3, Google: 1, Rollout: { Total: 4, Told: 0 } })
  await rollOut()
  expect((await listed()).Rollout).toEqual({ Total: 4, Told: 0 })
  expect((await reach()).Rollout).toEqual({ Total: 4, Told: 0 })
  await run('tell_wallets', { businessId })
  expect([(await reach()).Rollout, (await listed()).Rollout]).toEqual([null, null])
  expect(apple.pushes).toHaveLength(3)
  for (const { device } of owners)
    expect(passIn((await device.fetchPass())!)).toMatchObject({ logoText: 'New look' })
})

test('a design that is changed again meanwhile begins anew, and phones hear of the last alone', async () => {
  const { device } = await owner()
  await tellWallets(hub)
  await redesign(hub, { iOSLogoText: 'First' })
  await rollOut()
  await redesign(hub, { iOSLogoText: 'Second' })
  const { Rollout } = await reach()
  expect(Rollout).toEqual({ Total: 5, Told: 0 })
  await rollOut()
  await run('tell_wallets', { businessId })
  expect((await reach()).Rollout).toBeNull()
  expect(passIn((await device.fetchPass())!)).toMatchObject({ logoText: 'Second' })
})

test('what only staff see of a design goes to no phone, and neither does retiring it', async () => {
  await tellWallets(hub)
  await redesign(hub, { DisplayName: 'Member Card 2', PassUsageLimit: 9 })
  await hub.as(people.admin)(api.retirePassConfiguration, { params })
  await hub.as(people.admin)(api.restorePassConfiguration, { params })
  expect(await jobs('roll_out_design')).toBe(0)
  expect((await reach()).Rollout).toBeNull()
})

test('a rollout whose server is gone is taken up where it stands', async () => {
  await redesign(hub, { iOSLogoText: 'Third' })
  await hub.owner.query(`delete from graphile_worker._private_jobs;
    update design_rollout set worked_at = now() - interval '2 minutes'`)
  await run('resume_design_rollouts', {})
  await tellWallets(hub)
  expect((await reach()).Rollout).toBeNull()
})

test('news that is in hand while the pass changes again is told by the same hand, later', async () => {
  const { device, memberId } = await owner()
  await tellWallets(hub)
  await hub.owner.query(
    `insert into wallet_news (business_id, wallet, pass_id, taken_until)
     select business_id, 'apple', pass_id, now() + interval '5 minutes' from pass where member_id = $1`,
    [memberId],
  )
  apple.pushes.length = 0
  await redesign(hub, { iOSLogoText: 'Fourth' })
  await tellWallets(hub)
  expect(apple.pushes.map(({ token }) => token)).not.toContain(device.pushToken)
  expect((await reach()).Rollout).toMatchObject({ Told: 5, Total: 6 })
  await hub.owner.query(`update wallet_news set taken_until = now()`)
  await run('tell_wallets', { businessId })
  expect(apple.pushes.map(({ token }) => token)).toContain(device.pushToken)
  expect((await reach()).Rollout).toBeNull()
})
