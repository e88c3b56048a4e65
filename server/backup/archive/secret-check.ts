import { createSeal, hashOf, isSameSecret, newSecret } from '#platform/secrets'

/** What is kept of a secret so that it is known again, and nothing else is. */
export function checkOf(secret: string, salt = newSecret(16)) {
  return { salt, check: createSeal(secret, 'check of a backup')(salt) }
}

/** Whether this is the secret that the check was made of. */
export function isSecretOf({ salt, check }: { salt: string; check: string }, secret: string): boolean {
  return isSameSecret(checkOf(secret, salt).check, check)
}

/** What only somebody with the secret can write under a manifest. */
export function sealOf(secret: string, manifest: Buffer): string {
  return createSeal(secret, 'seal of a backup')(hashOf(manifest.toString('utf8')).toString('hex'))
}
