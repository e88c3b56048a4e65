import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret nobody can guess, safe in an address and in a cookie: 256 random bits, if fewer aren't asked for. */
export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** What is stored of a secret. So much randomness can't be guessed back, so a plain hash will do. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** True if what came with a request is what was wanted, told in a time that says nothing. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
