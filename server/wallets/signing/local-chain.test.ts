import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SettingsError } from '#platform/settings'
import { certificatesOfSettings, described } from './apple-certificates.ts'
import { type Chain, makeLocalChain } from './local-chain.ts'

let chain: Chain
let other: Chain
const folder = mkdtempSync(join(tmpdir(), 'hub-chain-'))
const written = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
beforeAll(async () => {
  chain = await makeLocalChain('pass.hub.test', 'TEAM000001')
  other = await makeLocalChain('pass.hub.other', 'TEAM000002')
})
afterAll(() => rmSync(folder, { recursive: true }))

const files = () => ({
  certificateFile: written('certificate.pem', chain.certificate),
  keyFile: written('key.pem', chain.key),
  passphrase: undefined,
  authorityFile: written('authority.pem', chain.authority),
})

describe('the chain of our own making', () => {
  test('is one that openssl follows', () => {
    const { authorityFile, certificateFile } = files()
    const said = execFileSync('openssl', [
      'verify',
      '-x509_strict',
      '-CAfile',
      authorityFile,
      certificateFile,
    ])
    expect(said.toString()).toContain('OK')
  })

  test('names the pass type and the team in its subject, and lasts for years', () => {
    const { passTypeId, teamId, expiresAt } = described(chain)
    expect({ passTypeId, teamId }).toEqual({ passTypeId: 'pass.hub.test', teamId: 'TEAM000001' })
    expect(expiresAt.getFullYear()).toBeGreaterThan(new Date().getFullYear() + 8)
  })

  test('has moments after 2049, when years take four digits', async () => {
    const later = await makeLocalChain('pass.hub.test', 'TEAM000001', new Date('2045-01-31T12:00:00Z'))
    expect(new Date(new X509Certificate(later.authority).validTo).getUTCFullYear()).toBe(2065)
    expect(new Date(new X509Certificate(later.certificate).validFrom).toISOString()).toBe(
      '2045-01-31T12:00:00.000Z',
    )
  })
})

describe('certificates by setting', () => {
  test('are read, with what they say', () => {
    expect(certificatesOfSettings(files())).toMatchObject({
      passTypeId: 'pass.hub.test',
      chain: { key: chain.key },
    })
  })

  test('a key may be locked', () => {
    const keyFile = join(folder, 'locked.pem')
    const { keyFile: open } = files()
    execFileSync('openssl', ['rsa', '-aes256', '-in', open, '-out', keyFile, '-passout', 'pass:sesame'], {
      stdio: 'ignore',
    })
    expect(certificatesOfSettings({ ...files(), keyFile, passphrase: 'sesame' }).chain.key).toBe(chain.key)
    expect(() => certificatesOfSettings({ ...files(), keyFile, passphrase: 'mustard' })).toThrow(
      "HUB_APPLE_PASS_KEY_PASSPHRASE doesn't open it.",
    )
  })

  test.each([
    ['is missing', { certificateFile: 'nowhere.pem' }, "of HUB_APPLE_PASS_CERTIFICATE can't be read."],
    ['is none', { authorityFile: 'package.json' }, 'of HUB_APPLE_WWDR_CERTIFICATE is no certificate.'],
    ['is no key', { keyFile: 'package.json' }, 'of HUB_APPLE_PASS_KEY is no private key'],
  ])('one that %s is named', (_, wrong, sentence) => {
    expect(() => certificatesOfSettings({ ...files(), ...wrong })).toThrow(sentence)
  })

  test('of two that do not belong together are refused', () => {
    const strangers = { keyFile: written('other-key.pem', other.key) }
    expect(() => certificatesOfSettings({ ...files(), ...strangers })).toThrow(SettingsError)
    const authorityFile = written('other-authority.pem', other.authority)
    expect(() => certificatesOfSettings({ ...files(), authorityFile })).toThrow(
      "isn't the one that HUB_APPLE_PASS_CERTIFICATE was issued under.",
    )
  })

  test('that are for no pass type are refused', () => {
    const { authority, key } = chain
    expect(() => described({ authority, key, certificate: authority })).toThrow(
      'HUB_APPLE_PASS_CERTIFICATE is no certificate for a pass type.',
    )
  })
})
