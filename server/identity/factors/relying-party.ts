import { isIP } from 'node:net'

/** Whom passkeys are made for: WebAuthn binds each to a domain, and says at which address it was used. */
export type RelyingParty = { readonly id: string; readonly origin: string }

const loopback = new Set(['127.0.0.1', '[::1]'])

/**
 * The domain of the public address; null where that has none, or browsers would offer no passkeys there. This machine's
 * own address goes by its name.
 */
export function relyingPartyAt(publicUrl: string): RelyingParty | null {
  const url = new URL(publicUrl)
  if (loopback.has(url.hostname)) url.hostname = 'localhost'
  const { hostname, origin, protocol } = url
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[')
  return isName && (protocol === 'https:' || hostname === 'localhost') ? { id: hostname, origin } : null
}
