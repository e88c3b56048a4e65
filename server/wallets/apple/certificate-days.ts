import type { AppleCertificates } from '#server/wallets/signing'

/** What Prometheus is told of the certificates that the settings name. */
export const certificateDays = {
  name: 'hub_apple_certificate_days',
  help: 'Whole days that certificates of Apple still last: the one that signs passes and opens the push service, and the one it was issued under. Below 0 once it has run out.',
  label: 'certificate',
}

/** When each ends. */
export function endsOf({ expiresAt, authorityExpiresAt }: AppleCertificates): Record<string, Date> {
  return { pass: expiresAt, authority: authorityExpiresAt }
}
