import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract'
import { type Chain, makeLocalChain } from '#server/wallets/signing'
import { passIn } from '#tests/fakes/apple-device.ts'
import { people, startTestHub, type TestHub } from '#tests/hub.ts'
import { unzip } from '#tests/reading/unzip.ts'
import { codeFor } from '#tests/records/cards.ts'
import { heldPass, inviteToPass, newMember, redesign } from '#tests/records/passes.ts'
import { downloadPass } from '#tests/records/wallets.ts'

const businessId = 'harbourside'
const folder = mkdtempSync(join(tmpdir(), 'hub-pass-'))
const written = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
let hub: TestHub
let chain: Chain
beforeAll(async () => {
  chain = await makeLocalChain('pass.hub.test', 'TEAM000001')
  hub = await startTestHub({
    HUB_PUBLIC_URL: 'https://hub.example',
    HUB_APPLE_PASS_CERTIFICATE: written('certificate.pem', chain.certificate),
    HUB_APPLE_PASS_KEY: written('key.pem', chain.key),
    HUB_APPLE_WWDR_CERTIFICATE: written('authority.pem', chain.authority),
  })
})
afterAll(async () => {
  await hub.close()
  rmSync(folder, { recursive: true })
})

/** Throws unless the pass is signed by the certificate and each of its files is the one that was signed. */
function verify(pkpass: Buffer): void {
  const files = unzip(pkpass)
  const manifest = files.get('manifest.json')!
  const signature = written('signature', files.get('signature')!)
  const signed = ['-in', signature, '-inform', 'DER', '-content', written('manifest.json', manifest)]
  execFileSync('openssl', ['smime', '-verify', ...signed, '-CAfile', join(folder, 'authority.pem')], {
    stdio: 'pipe',
  })
  const hashes = JSON.parse(manifest.toString()) as Record<string, string>
  const named = [...files.keys()].filter((name) => name !== 'manifest.json' && name !== 'signature')
  expect(Object.keys(hashes).toSorted()).toEqual(named.toSorted())
  for (const [name, hash] of Object.entries(hashes))
    expect(createHash('sha1').update(files.get(name)!).digest('hex')).toBe(hash)
}

describe('a downloaded pass', () => {
  test('is signed, whole and says what the design says of the member', async () => {
    const { holderKey, number, couponCode } = await heldPass(hub)
    const { status, headers, pkpass } = await downloadPass(hub, holderKey)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/vnd.apple.pkpass')
    verify(pkpass)
    const pass = passIn(pkpass)
    expect(pass).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: 'pass.hub.test',
      teamIdentifier: 'TEAM000001',
      webServiceURL: 'https://hub.example/wallet',
      organizationName: 'Harbourside Leagues Club',
      description: 'Harbourside membership card',
      logoText: 'Harbourside',
      backgroundColor: 'rgb(11, 59, 84)',
      foregroundColor: expect.stringMatching(/^rgb\(\d+, \d+, \d+\)$/),
    })
    expect(pass.authenticationToken.length).toBeGreaterThanOrEqual(16)
    expect(pass.voided).toBeUndefined()
    expect(pass.storeCard.secondaryFields).toEqual([
      { key: 'secondary-1', label: 'Number', value: number },
      expect.objectContaining({ label: 'Level' }),
      { key: 'secondary-3', label: 'Expires', value: '06/2099' },
    ])
    expect(pass.storeCard.backFields.map(({ label }) => label)).toContain('Points')
    expect(pass.barcodes!.length).toBeGreaterThan(0)
    expect([number, couponCode]).toContain(pass.barcodes![0]!.message)
  })

  test('has its pictures under the names and in the sizes that the wallet knows', async () => {
    const { holderKey } = await heldPass(hub)
    const files = unzip((await downloadPass(hub, holderKey)).pkpass)
    const sizes = new Map<string, string>()
    for (const [name, content] of files)
      if (name.endsWith('.png')) {
        const { width, height, format } = await sharp(content).metadata()
        sizes.set(name, `${format} ${width}x${height}`)
      }
    expect(Object.fromEntries(sizes)).toEqual({
      'icon.png': 'png 32x32',
      'icon@2x.png': 'png 64x64',
      'logo.png': 'png 200x200',
      'logo@2x.png': 'png 400x400',
      'strip.png': 'png 300x150',
      'strip@2x.png': 'png 600x300',
    })
  })

  test('says what the phone says of a change, where it comes up, and whether it can be shared', async () => {
    const { holderKey } = await heldPass(hub)
    const read = async () => passIn((await downloadPass(hub, holderKey)).pkpass)
    const before = await read()
    expect([before.locations, before.sharingProhibited]).toEqual([undefined, undefined])
    const place = { Latitude: -33.8568, Longitude: 151.2153, Text: 'Welcome to the club' }
    await redesign(hub, {
      iOSPrimaryField: { Label: 'Member', Value: '{FullName}', ChangeMessage: 'You are now %@.' },
      iOSLocations: [place],
      iOSSharingProhibited: true,
    })
    const after = await read()
    expect(after.storeCard.primaryFields).toMatchObject([{ changeMessage: 'You are now %@.' }])
    expect(JSON.stringify(after.storeCard.secondaryFields)).not.toContain('changeMessage')
    expect(after).toMatchObject({
      locations: [{ latitude: -33.8568, longitude: 151.2153, relevantText: 'Welcome to the club' }],
      sharingProhibited: true,
    })
  })

  test('of a kind of barcode that Apple does not know has a QR code, and one that ends says when', async () => {
    const { holderKey, couponCode } = await heldPass(hub, 'visitor-pass')
    const { pkpass } = await downloadPass(hub, holderKey)
    verify(pkpass)
    expect(passIn(pkpass)).toMatchObject({
      barcodes: [{ format: 'PKBarcodeFormatQR', message: couponCode, altText: couponCode }],
      expirationDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    })
  })
})

describe('without a pass', () => {
  test('a wrong code and a revoked card are not found', async () => {
    expect((await downloadPass(hub, 'p-no-such-key')).status).toBe(404)
    const { holderKey, memberId, passId } = await heldPass(hub)
    await hub.as(people.reception)(api.revokePass, {
      params: { businessId, memberId, invitationId: passId },
      body: { Reason: 'Lent to a friend' },
    })
    expect((await downloadPass(hub, holderKey)).status).toBe(404)
  })

  test('an invitation has to be taken first', async () => {
    const { memberId, MobileNumber } = await newMember(hub)
    await inviteToPass(hub, memberId)
    const { error, status } = await hub.as(null)(api.getApplePass, {
      params: { code: await codeFor(hub, MobileNumber) },
    })
    expect({ status, code: error.ErrorCode }).toEqual({ status: 409, code: 'not_claimed' })
  })
})

describe('the setup', () => {
  test('tells administrators what passes are signed with', async () => {
    const { body } = await hub.as(people.admin)(api.getWalletSetup, { params: { businessId } })
    expect(body).toMatchObject({ Apple: { IsReady: true }, Google: { IsReady: false } })
    const { CertificateExpires, AuthorityExpires } = body.Apple
    expect(Date.parse(CertificateExpires!)).toBeGreaterThan(Date.now())
    expect(Date.parse(AuthorityExpires!)).toBeGreaterThan(Date.parse(CertificateExpires!))
  })

  test('tells Prometheus how many days the certificates last', async () => {
    const text = await hub.figures.text()
    expect(text).toMatch(/^hub_apple_certificate_days\{certificate="pass"\} 36\d\d$/m)
    expect(text).toMatch(/^hub_apple_certificate_days\{certificate="authority"\} 7\d\d\d$/m)
  })

  test('says that certificates of our own making are none, and keeps them sealed', async () => {
    const own = await startTestHub()
    try {
      const { body } = await own.as(people.admin)(api.getWalletSetup, { params: { businessId } })
      expect(body.Apple).toEqual({ IsReady: false, CertificateExpires: null, AuthorityExpires: null })
      const { holderKey } = await heldPass(own)
      const pass = passIn((await downloadPass(own, holderKey)).pkpass)
      expect(pass).toMatchObject({ passTypeIdentifier: 'pass.local.hub', teamIdentifier: 'LOCALTEAM0' })
      const { rows } = await own.owner.query<{ name: string; sealed: Buffer }>(
        'select name, sealed from wallet_keys order by name',
      )
      expect(rows.map(({ name }) => name)).toEqual(['apple', 'pass tokens'])
      expect(rows[0]!.sealed.toString('latin1')).not.toContain('PRIVATE KEY')
    } finally {
      await own.close()
    }
  })
})
