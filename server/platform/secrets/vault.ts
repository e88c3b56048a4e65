import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

/** Another secret made from this one, the same every time: who has only its hash can't make it. */
export function derive(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)).toString('base64url')
}

/** Signs texts for one purpose, the same wherever the secret is the same: 24 letters that nobody else can work out. */
export function createSeal(secret: string, purpose: string): (text: string) => string {
  // Made ready once: that takes eight times as long as signing.
  const key = createSecretKey(derive(secret, purpose), 'base64url')
  return (text) => createHmac('sha256', key).update(text).digest().subarray(0, 18).toString('base64url')
}

/** Encryption under a key made from the server's secret; `context` says what is inside, and must be the same to open it. */
export type Vault = {
  seal(content: Buffer, context: string): Buffer
  /** The content, or null if it was sealed with another secret or has been changed. */
  open(sealed: Buffer, context: string): Buffer | null
  /** Another key made from the vault's own, the same every time. */
  keyFor(use: string): Buffer
}

const nonceLength = 12
const tagLength = 16

export const purposeOfRows = 'rows'

/** The vault of what lies in rows, such as messages that wait to be sent. */
export const vaultOfRows = (secret: string): Vault => createVault(secret, purposeOfRows)

/** A vault for one purpose: what is sealed for another doesn't open. */
export function createVault(secret: string, purpose: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    seal(content, context) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const encrypted = Buffer.concat([cipher.update(content), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
    },
    open(sealed, context) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength))
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength))
      const content = decipher.update(sealed.subarray(nonceLength + tagLength))
      try {
        return Buffer.concat([content, decipher.final()])
      } catch {
        return null
      }
    },
    keyFor: (use) => Buffer.from(hkdfSync('sha256', key, '', use, 32)),
  }
}
