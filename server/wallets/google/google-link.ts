import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import type { ResolvedPass } from '#server/passes/issued'
import type { GoogleAccount } from './google-account.ts'
import { type Design, googleClass, googleObject, type GoogleOrigin } from './google-pass.ts'

const saveUrl = 'https://pay.google.com/gp/v/save/'

/**
 * The link that puts a pass into somebody's Google Wallet. It carries design and pass whole, so it works before Google has
 * heard of either.
 */
export async function googleSaveLink(
  account: GoogleAccount,
  origin: GoogleOrigin,
  design: Design,
  pass: ResolvedPass,
): Promise<string> {
  const token = await new SignJWT({
    typ: 'savetowallet',
    origins: [origin.publicUrl],
    payload: {
      loyaltyClasses: [googleClass(origin, design)],
      loyaltyObjects: [googleObject(origin, pass)],
    },
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(account.keyId && { kid: account.keyId }) })
    .setIssuer(account.email)
    .setAudience('google')
    .setIssuedAt()
    .sign(createPrivateKey(account.key))
  return `${saveUrl}${token}`
}
