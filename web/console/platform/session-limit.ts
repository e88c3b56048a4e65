import { z } from 'zod'
import { TokenClaims, sessionLengthMs } from '#contract/access/identity.ts'

const Claims = TokenClaims.pick({ auth_time: true, autoLogOut: true }).extend({ iat: z.number().optional() })

/**
 * When, by this machine's clock, the session of a token just received is over; null if it never is.
 * The token's own time of issue says how wrong the clock is, so that a bad one doesn't sign people out.
 */
export function sessionEnd(token: string, now: number): number | null {
  const claims = Claims.parse(JSON.parse(decodeBase64Url(token.split('.')[1] ?? '')))
  if (claims.autoLogOut === false) return null
  const clockError = claims.iat === undefined ? 0 : now - claims.iat * 1000
  return claims.auth_time * 1000 + sessionLengthMs + clockError
}

let stopWatching: () => void = () => undefined

/** Calls `onEnd` once that time has come, also when the machine slept through it. Replaces an earlier watch. */
export function watchSessionEnd(end: number | null, onEnd: () => void): void {
  stopWatching()
  if (end === null) return
  const endIfOver = () => {
    if (Date.now() < end) return
    stopWatching()
    onEnd()
  }
  const timer = setTimeout(endIfOver, Math.max(0, end - Date.now()))
  document.addEventListener('visibilitychange', endIfOver)
  window.addEventListener('focus', endIfOver)
  stopWatching = () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', endIfOver)
    window.removeEventListener('focus', endIfOver)
  }
}

function decodeBase64Url(text: string): string {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)))
}
