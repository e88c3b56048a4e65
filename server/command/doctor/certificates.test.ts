import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { makeLocalChain } from '#server/wallets/signing'
import { hubCommand } from '#tests/command.ts'

const folder = mkdtempSync(join(tmpdir(), 'hub-certificates-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Of certificates it says the same without a database. */
const doctor = async (environment: Record<string, string>) => {
  const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/nothing'
  return (await hubCommand(['doctor'], { DATABASE_URL, HUB_DATA_DIR: folder, ...environment })).said
}

const day = 24 * 60 * 60 * 1000
// So long the certificates of such a chain last.
const signerDays = 10 * 365

async function settingsOf(madeDaysAgo: number): Promise<Record<string, string>> {
  const made = new Date(Date.now() - madeDaysAgo * day)
  const chain = await makeLocalChain('pass.hub.test', 'TEAM000001', made)
  const fileOf = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  return {
    HUB_APPLE_PASS_CERTIFICATE: fileOf('pass.pem', chain.certificate),
    HUB_APPLE_PASS_KEY: fileOf('key.pem', chain.key),
    HUB_APPLE_WWDR_CERTIFICATE: fileOf('wwdr.pem', chain.authority),
  }
}

test.each([
  ['that lasts', 10, /^ok {7}Apple's certificate for passes ends on \d{4}-\d\d-\d\d\.$/m],
  [
    'that ends next week',
    signerDays - 7,
    /^warning {2}Apple's certificate for passes ends on .+: renew it under the same pass type\.$/m,
  ],
  [
    'that has ended',
    signerDays + 7,
    /^wrong {4}Apple's certificate for passes ended on .+: renew it under the same pass type\.$/m,
  ],
])("of a certificate of Apple's %s says so", async (_how, madeDaysAgo, sentence) => {
  const said = await doctor(await settingsOf(madeDaysAgo))
  expect(said).toMatch(sentence)
  expect(said).toMatch(/^ok {7}Apple's WWDR certificate ends on /m)
})

test('of a file that is not there, or no certificate, says so', async () => {
  const settings = await settingsOf(10)
  writeFileSync(settings.HUB_APPLE_WWDR_CERTIFICATE!, 'nonsense')
  const said = await doctor({ ...settings, HUB_APPLE_PASS_CERTIFICATE: join(folder, 'none.pem') })
  expect(said).toMatch(/^wrong {4}HUB_APPLE_PASS_CERTIFICATE can't be read \(ENOENT/m)
  expect(said).toMatch(/^wrong {4}HUB_APPLE_WWDR_CERTIFICATE can't be read \(/m)
})

test('of a site that no browser would trust, and of one that is nowhere, says so', async () => {
  const { certificate, key } = await makeLocalChain('pass.hub.test', 'TEAM000001')
  const site = createServer({ cert: certificate, key }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const { port } = site.address() as AddressInfo
  expect(await doctor({ HUB_PUBLIC_URL: `https://127.0.0.1:${port}` })).toMatch(
    /^wrong {4}The certificate of 127\.0\.0\.1 is not trusted \(.+\): browsers refuse it\.$/m,
  )
  site.close()
  await once(site, 'close')
  expect(await doctor({ HUB_PUBLIC_URL: 'https://127.0.0.1:1' })).toMatch(
    /^warning {2}127\.0\.0\.1 can't be reached from here \(.*\): its certificate was not looked at\.$/m,
  )
})
