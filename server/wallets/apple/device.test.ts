import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { appleDevice, passIn } from '#tests/fakes/apple-device.ts'
import { startFakePush } from '#tests/fakes/fake-push.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { heldPass, redesign, renameMember } from '#tests/records/passes.ts'
import { downloadPass, letPass, tellWallets } from '#tests/records/wallets.ts'

const businessId = 'harbourside'
let apple: Awaited<ReturnType<typeof startFakePush>>
let hub: TestHub
beforeAll(async () => {
  apple = await startFakePush()
  hub = await startTestHub({ HUB_APPLE_PUSH_URL: apple.url })
  await hub.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await hub.close()
  await apple.close()
})

/** Somebody with a pass in the wallet of their phone. */
async function owner() {
  const held = await heldPass(hub)
  const device = appleDevice((await downloadPass(hub, held.holderKey)).pkpass)
  await device.register()
  return { ...held, device }
}
const pushesTo = (token: string) => apple.pushes.filter((push) => push.token === token)
const rename = (memberId: string, firstName: string) => renameMember(hub, memberId, firstName)

test("a device's life: install, register, be told, ask, fetch, have it, unregister", async () => {
  const { memberId, holderKey } = await heldPass(hub)
  const device = appleDevice((await downloadPass(hub, holderKey)).pkpass)
  expect((await device.register()).status).toBe(201)
  expect((await device.register()).status).toBe(200)
  const first = (await device.changes())!
  expect(first.serialNumbers).toEqual([device.pass.serialNumber])
  expect(await device.changes(first.lastUpdated)).toBeNull()
  await device.fetchPass()

  await rename(memberId, 'Philippa')
  await tellWallets(hub)
  expect(pushesTo(device.pushToken)).toEqual([
    { token: device.pushToken, topic: device.pass.passTypeIdentifier, body: '{}', client: null },
  ])
  const second = (await device.changes(first.lastUpdated))!
  expect(second.serialNumbers).toEqual([device.pass.serialNumber])
  expect(Number(second.lastUpdated)).toBeGreaterThan(Number(first.lastUpdated))
  const pass = passIn((await device.fetchPass())!)
  expect(JSON.stringify(pass.storeCard)).toContain('Philippa')
  // Within the second of the change it is sent once more, to be sure.
  await expect.poll(() => device.fetchPass()).toBeNull()
  expect(await device.changes(second.lastUpdated)).toBeNull()

  expect((await device.unregister()).status).toBe(200)
  await rename(memberId, 'Pippa')
  await tellWallets(hub)
  expect(pushesTo(device.pushToken)).toHaveLength(1)
  expect(await device.changes(second.lastUpdated)).toBeNull()
})

describe('told of', () => {
  test('a change of the design: everybody who carries a pass of it, once', async () => {
    const owners = [await owner(), await owner()]
    await redesign(hub, { iOSLogoText: 'New look' })
    await tellWallets(hub)
    for (const { device } of owners) expect(pushesTo(device.pushToken)).toHaveLength(1)
    expect(passIn((await owners[0]!.device.fetchPass())!)).toMatchObject({ logoText: 'New look' })
  })

  test('a card that was revoked, which then is void', async () => {
    const { device, memberId, passId } = await owner()
    await hub.as(people.reception)(api.revokePass, {
      params: { businessId, memberId, invitationId: passId },
      body: { Reason: 'Lent to a friend' },
    })
    await tellWallets(hub)
    expect(pushesTo(device.pushToken)).toHaveLength(1)
    expect(passIn((await device.fetchPass())!).voided).toBe(true)
  })

  test('nobody whose member has nothing to do with it', async () => {
    const [one, other] = [await owner(), await owner()]
    await rename(one.memberId, 'Philippa')
    await tellWallets(hub)
    expect(pushesTo(other.device.pushToken)).toEqual([])
  })
})

describe('a push', () => {
  test('to a device that is gone forgets it', async () => {
    const { device, memberId } = await owner()
    apple.answers.set(device.pushToken, { status: 410, reason: 'Unregistered' })
    await rename(memberId, 'Philippa')
    await tellWallets(hub)
    expect(await device.changes()).toBeNull()
  })

  test('that could not be made is made later', async () => {
    const { device, memberId } = await owner()
    apple.answers.set(device.pushToken, { status: 503 })
    await rename(memberId, 'Philippa')
    await expect(tellWallets(hub)).rejects.toThrow('Apple could not be told of 1 passes')
    apple.answers.delete(device.pushToken)
    await letPass(hub)
    await hub.tasks.tell_wallets!({ businessId } as never, { isLast: false })
    expect(pushesTo(device.pushToken)).toHaveLength(2)
    await hub.tasks.tell_wallets!({ businessId } as never, { isLast: false })
    expect(pushesTo(device.pushToken)).toHaveLength(2)
  })

  test('whose job was given up is taken up again', async () => {
    const { device, memberId } = await owner()
    apple.answers.set(device.pushToken, { status: 503 })
    await rename(memberId, 'Philippa')
    await expect(tellWallets(hub)).rejects.toThrow('Apple could not be told')
    apple.answers.delete(device.pushToken)
    await letPass(hub)
    await hub.owner.query(`update wallet_news set queued_at = now() - interval '20 minutes'`)
    await hub.tasks.find_untold_wallets!({} as never, { isLast: false })
    await tellWallets(hub)
    expect(pushesTo(device.pushToken)).toHaveLength(2)
  })
})

describe('is let in by its token alone', () => {
  test.each([
    ['none', {}],
    ['another', { authorization: 'ApplePass not-the-token-of-this-pass' }],
    ["a user's kind", { authorization: 'Bearer x' }],
  ])('%s', async (_, headers) => {
    const { device } = await owner()
    expect((await device.register('token', headers)).status).toBe(401)
    expect((await device.unregister(headers)).status).toBe(401)
    await expect(device.fetchPass(headers)).rejects.toThrow('HTTP 401')
    expect(await device.changes()).not.toBeNull()
  })

  test('and the token of one pass opens no other', async () => {
    const [one, other] = [await owner(), await owner()]
    const authorization = `ApplePass ${one.device.pass.authenticationToken}`
    await expect(other.device.fetchPass({ authorization })).rejects.toThrow('HTTP 401')
  })

  test('and nothing of another pass type', async () => {
    const { device } = await owner()
    const { serialNumber, authenticationToken, webServiceURL } = device.pass
    const answer = await fetch(`${webServiceURL}/v1/passes/pass.other/${serialNumber}`, {
      headers: { authorization: `ApplePass ${authenticationToken}` },
    })
    expect(answer.status).toBe(401)
    const list = await fetch(`${webServiceURL}/v1/devices/${device.deviceId}/registrations/pass.other`)
    expect(list.status).toBe(204)
  })
})

test('a device that moves its push token is told there', async () => {
  const { device, memberId } = await owner()
  expect((await device.register('another-token')).status).toBe(200)
  await rename(memberId, 'Philippa')
  await tellWallets(hub)
  expect(pushesTo(device.pushToken)).toEqual([])
  expect(pushesTo('another-token')).toHaveLength(1)
})

test('a device that says nonsense is told so, and may complain', async () => {
  const { device } = await owner()
  expect((await device.register('not a token!')).status).toBe(400)
  const answer = await fetch(
    `${device.pass.webServiceURL}/v1/devices/${device.deviceId}/registrations/${device.pass.passTypeIdentifier}?passesUpdatedSince=yesterday`,
  )
  expect(answer.status).toBe(400)
  expect((await device.complain('[Error] Pass could not be read')).status).toBe(200)
})
