import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { busy } from '#platform/refusals'
import { tellAgain } from '#server/wallets/news'
import { walletSurroundings } from '#server/wallets/surroundings'
import { testSettings } from '#tests/database.ts'
import { appleDevice } from '#tests/fakes/apple-device.ts'
import { startFakePush } from '#tests/fakes/fake-push.ts'
import { startTestHub, type TestHub } from '#tests/hub.ts'
import { heldPass, renameMember } from '#tests/records/passes.ts'
import { downloadPass, letPass, tellWallets } from '#tests/records/wallets.ts'
import { serveAppleWallet } from './apple-service.ts'

let apple: Awaited<ReturnType<typeof startFakePush>>
let hub: TestHub
/** A server of the same installation that has no time for another pass. */
const crowded = fastify()
beforeAll(async () => {
  apple = await startFakePush()
  hub = await startTestHub({ HUB_APPLE_PUSH_URL: apple.url })
  await hub.app.listen({ port: 0, host: '127.0.0.1' })
  const { database, databaseUrl, secret } = hub
  const around = walletSurroundings({
    database,
    publicUrl: () => 'https://club.example',
    settings: testSettings(databaseUrl, { HUB_APPLE_PUSH_URL: apple.url }),
    secret,
  })
  const pool = { ...around.pool, sign: () => Promise.reject(busy()) }
  serveAppleWallet(crowded, { ...around, pool }, tellAgain)
})
afterAll(async () => {
  await hub.close()
  await crowded.close()
  await apple.close()
})

async function owner() {
  const held = await heldPass(hub)
  const device = appleDevice((await downloadPass(hub, held.holderKey)).pkpass)
  await device.register()
  const comeInVain = () =>
    crowded.inject({
      url: `/wallet/v1/passes/${device.pass.passTypeIdentifier}/${device.pass.serialNumber}`,
      headers: { authorization: `ApplePass ${device.pass.authenticationToken}` },
    })
  const pushes = () => apple.pushes.filter(({ token }) => token === device.pushToken).length
  return { ...held, device, comeInVain, pushes }
}

test('a phone that comes for its pass in vain is called again, and finds it changed', async () => {
  const { memberId, device, comeInVain, pushes } = await owner()
  await renameMember(hub, memberId, 'Philippa')
  await tellWallets(hub)
  expect(pushes()).toBe(1)
  const seen = (await device.changes())!
  expect((await comeInVain()).statusCode).toBe(503)
  await expect(tellWallets(hub)).rejects.toThrow('1 passes wait')
  expect(pushes()).toBe(1)
  await letPass(hub)
  await hub.tasks.tell_wallets!({ businessId: 'harbourside' } as never, { isLast: false })
  expect(pushes()).toBe(2)
  expect((await device.changes(seen.lastUpdated))?.serialNumbers).toEqual([device.pass.serialNumber])
})

test('one that comes while its news is still in hand is not struck out with it', async () => {
  const { memberId, comeInVain, pushes } = await owner()
  await renameMember(hub, memberId, 'Pippa')
  apple.meanwhile.work = comeInVain
  await tellWallets(hub).catch(() => undefined)
  delete apple.meanwhile.work
  expect(pushes()).toBe(1)
  await letPass(hub)
  await hub.tasks.tell_wallets!({ businessId: 'harbourside' } as never, { isLast: false })
  expect(pushes()).toBe(2)
})

test('one that nobody calls any more leaves nothing to do', async () => {
  const { device, comeInVain } = await owner()
  await device.unregister()
  await comeInVain()
  const { rowCount } = await hub.owner.query('select from wallet_news')
  expect(rowCount).toBe(0)
})
