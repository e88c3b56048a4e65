import { drawingSVG, qrcode } from 'bwip-js/node'
import { Secret, TOTP } from 'otpauth'
import sql from 'sql-template-tag'
import type { Transaction } from '#platform/database'
import type { SealedColumn, Vault } from '#platform/secrets'
import type { AuthenticatorRow } from './factor-rows.ts'

// RFC 6238 as all apps know it. 160 bits, as RFC 4226 recommends.
const secretBytes = 20
const digits = 6
const period = 30
// A phone's clock may be half a minute off, and a person takes a moment to type.
const window = 1

const contextOf = (uid: string) => `authenticator ${uid}`

export const factorPurpose = 'hub second factors'

const ofOwner: Pick<SealedColumn, 'purpose' | 'contextFrom' | 'contextOf'> = {
  purpose: factorPurpose,
  contextFrom: ['uid'],
  contextOf: ([uid]) => contextOf(uid!),
}

/** The secrets of authenticator apps, and of those that are being added. */
export const sealedFactors: readonly SealedColumn[] = [
  { ...ofOwner, table: 'identity.factor', column: 'secret', key: { column: 'factor_id', type: 'text' } },
  {
    ...ofOwner,
    table: 'identity.challenge',
    column: 'sealed',
    key: { column: 'secret_hash', type: 'bytea' },
  },
]

/** What an app is given: its secret to be typed, the address that holds it, and that as a picture. */
export type NewAuthenticator = {
  readonly sealed: Buffer
  readonly Secret: string
  readonly Address: string
  readonly QrCode: string
}

/** Makes the secret of an authenticator app. It is told this once, and kept sealed. */
export function newAuthenticator(
  vault: Vault,
  owner: { readonly uid: string; readonly email: string },
  brand: string,
): NewAuthenticator {
  const secret = new Secret({ size: secretBytes })
  const Address = new TOTP({ issuer: brand, label: owner.email, secret, digits, period }).toString()
  return {
    sealed: vault.seal(Buffer.from(secret.bytes), contextOf(owner.uid)),
    Secret: secret.base32.match(/.{1,4}/g)!.join(' '),
    Address,
    QrCode: qrcode({ bcid: 'qrcode', text: Address, padding: 4 }, drawingSVG()),
  }
}

/** The step of 30 seconds whose code this is, of those near now; null if it is none's, or the secret doesn't open here. */
export function stepOfCode(
  vault: Vault,
  { uid, secret: sealed }: Pick<AuthenticatorRow, 'uid' | 'secret'>,
  code: string,
  now: Date,
): number | null {
  const token = code.replaceAll(/\s/g, '')
  const opened = vault.open(sealed, contextOf(uid))
  if (!opened || !/^\d{6}$/.test(token)) return null
  const timestamp = now.getTime()
  const secret = new Secret({ buffer: Uint8Array.from(opened).buffer })
  const delta = TOTP.validate({ token, secret, digits, period, timestamp, window })
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta
}

/** Notes that the code of a step was used, and tells whether it still could be: none counts twice, nor one from before it. */
export async function spendStep(
  tx: Transaction,
  { factorId }: Pick<AuthenticatorRow, 'factorId'>,
  step: number,
  now: Date,
): Promise<boolean> {
  const used = await tx.run(sql`
    update identity.factor set last_step = ${step}, last_used_at = ${now}
    where factor_id = ${factorId} and (last_step is null or last_step < ${step})`)
  return used === 1
}
