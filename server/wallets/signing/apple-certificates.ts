import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Settings, SettingsError } from '#platform/settings'
import type { Chain } from './local-chain.ts'

/** What passes are signed with, and what its certificate says. */
export type AppleCertificates = {
  readonly chain: Chain
  readonly passTypeId: string
  readonly teamId: string
  readonly expiresAt: Date
  /** When the certificate of Apple's ends that it was issued under. */
  readonly authorityExpiresAt: Date
}

/** Reads the certificates that the settings name; a wrong one is said in a sentence. */
export function certificatesOfSettings(files: NonNullable<Settings['applePasses']>): AppleCertificates {
  const certificate = pemOf('HUB_APPLE_PASS_CERTIFICATE', files.certificateFile)
  const authority = pemOf('HUB_APPLE_WWDR_CERTIFICATE', files.authorityFile)
  const key = keyOf(files.keyFile, files.passphrase)
  if (!certificate.checkPrivateKey(key))
    throw new SettingsError("The key of HUB_APPLE_PASS_KEY isn't the one of HUB_APPLE_PASS_CERTIFICATE.")
  if (!certificate.checkIssued(authority))
    throw new SettingsError(
      "HUB_APPLE_WWDR_CERTIFICATE isn't the one that HUB_APPLE_PASS_CERTIFICATE was issued under.",
    )
  if (key.asymmetricKeyType !== 'rsa') throw new SettingsError('The key of HUB_APPLE_PASS_KEY must be RSA.')
  return described({
    authority: authority.toString(),
    certificate: certificate.toString(),
    key: key.export({ type: 'pkcs1', format: 'pem' }).toString(),
  })
}

/** What the signer's certificate says: its subject names the pass type and the team. */
export function described(chain: Chain): AppleCertificates {
  const certificate = new X509Certificate(chain.certificate)
  const subject = new Map(
    certificate.subject.split('\n').map((line) => line.split('=', 2) as [string, string]),
  )
  const passTypeId = subject.get('UID')
  const teamId = subject.get('OU')
  if (!passTypeId || !teamId)
    throw new SettingsError('HUB_APPLE_PASS_CERTIFICATE is no certificate for a pass type.')
  const authority = new X509Certificate(chain.authority)
  return {
    chain,
    passTypeId,
    teamId,
    expiresAt: new Date(certificate.validTo),
    authorityExpiresAt: new Date(authority.validTo),
  }
}

function contentOf(setting: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw new SettingsError(`The file ${file} of ${setting} can't be read.`)
  }
}

function pemOf(setting: string, file: string): X509Certificate {
  const content = contentOf(setting, file)
  try {
    return new X509Certificate(content)
  } catch {
    throw new SettingsError(`The file ${file} of ${setting} is no certificate.`)
  }
}

function keyOf(file: string, passphrase: string | undefined) {
  const content = contentOf('HUB_APPLE_PASS_KEY', file)
  try {
    return createPrivateKey({ key: content, ...(passphrase !== undefined && { passphrase }) })
  } catch {
    throw new SettingsError(
      `The file ${file} of HUB_APPLE_PASS_KEY is no private key, or HUB_APPLE_PASS_KEY_PASSPHRASE doesn't open it.`,
    )
  }
}
