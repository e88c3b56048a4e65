import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract'
import type { OptionListName } from '#contract/business/option-lists.ts'
import { appleDevice, passIn } from '#tests/fakes/apple-device.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { heldPass, redesign } from '#tests/records/passes.ts'
import { downloadPass, tellWallets } from '#tests/records/wallets.ts'

const params = { businessId: 'harbourside' }
let hub: TestHub
beforeAll(async () => {
  hub = await startTestHub()
  await hub.app.listen({ port: 0, host: '127.0.0.1' })
  await redesign(hub, {
    PassDescription: '{MemberLevel}, {MembershipType}, {VenueName}, {BusinessName}, {Status}, {Title}',
  })
})
afterAll(() => hub.close())

const rename = (list: OptionListName, key: string, Value: string) =>
  hub.as(people.superAdmin)(api.updateOption, { params: { ...params, list, key }, body: { Value } })
const renameClub = async (DisplayName: string) => {
  const { body: settings } = await hub.as(people.superAdmin)(api.getBusinessSettings, { params })
  return hub.as(people.superAdmin)(api.saveBusinessSettings, {
    params,
    body: { ...settings, DisplayName },
  })
}
const renameVenue = (DisplayName: string) =>
  hub.as(people.superAdmin)(api.updateVenue, { params: { ...params, venueId: '1' }, body: { DisplayName } })

// Within the second of the change it is sent once more, to be sure; each time it is signed anew, which takes longer than to wait.
const seldom = { interval: 500 }

test.each([
  ['level', () => rename('MemberLevel', 'Gold', 'Old gold'), 'Old gold'],
  ['type of membership', () => rename('MembershipType', 'Ordinary', 'Full'), 'Full'],
  ['status', () => rename('Status', 'Active', 'In good standing'), 'In good standing'],
  ['title', () => rename('Title', 'Ms', 'Madam'), 'Madam'],
  ['venue', () => renameVenue('The Boathouse'), 'The Boathouse'],
  ['club', () => renameClub('Harbour & Sons'), 'Harbour & Sons'],
] as const)('a %s that is renamed has its new name on every phone', async (_, renaming, name) => {
  const { holderKey } = await heldPass(hub, 'member-card', {
    MemberLevel: 'Gold',
    Status: 'Active',
    Title: 'Ms',
  })
  const device = appleDevice((await downloadPass(hub, holderKey)).pkpass)
  await device.register()
  await tellWallets(hub)
  const { lastUpdated } = (await device.changes())!
  await device.fetchPass()
  await expect.poll(() => device.fetchPass(), seldom).toBeNull()
  expect((await renaming()).status).toBe(200)
  await tellWallets(hub)
  expect((await device.changes(lastUpdated))?.serialNumbers).toEqual([device.pass.serialNumber])
  expect(passIn((await device.fetchPass())!)).toMatchObject({ description: expect.stringContaining(name) })
  await expect.poll(() => device.fetchPass(), seldom).toBeNull()
})

const rollouts = async () =>
  (await hub.owner.query(`select from graphile_worker.jobs where task_identifier = 'roll_out_design'`))
    .rowCount

test('what is on no pass, or is called as before, goes to no phone', async () => {
  await tellWallets(hub)
  expect((await rename('MemberLevel', 'Gold', 'Old gold')).status).toBe(200)
  expect((await renameVenue('The Boathouse')).status).toBe(200)
  expect((await renameClub('Harbour & Sons')).status).toBe(200)
  expect(await rollouts()).toBe(0)
})

test('two that are renamed at once wait for one another, and one rollout has both', async () => {
  const { holderKey } = await heldPass(hub, 'member-card', { MemberLevel: 'Gold' })
  const device = appleDevice((await downloadPass(hub, holderKey)).pkpass)
  await device.register()
  const [level, venue] = await Promise.all([rename('MemberLevel', 'Gold', 'Rose gold'), renameVenue('Quay')])
  expect([level.status, venue.status]).toEqual([200, 200])
  await tellWallets(hub)
  const { description } = passIn((await device.fetchPass())!) as unknown as { description: string }
  expect(description).toMatch(/^Rose gold, .*, Quay,/)
})
