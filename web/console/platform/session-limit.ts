import { z } from 'zod'
import { TokenClaims, sessionLengthMs } from '#contract/access/identity.ts'

const Claims = TokenClaims.pick({ auth_time: true, autoLogOut: true }).extend({ iat: z.number().optional() })

/**
 * When, by this machine's clock, the session of a token just received is over; null if it never is.
 * The token's own time of issue says how wrong the clock is, so that a bad one doesn't sign people out.
 */
export function sessionEnd(token: string, now: number): number | null {
  const claims = claimsOf(token)
  if (claims.autoLogOut === false) return null
  const clockError = claims.iat === undefined ? 0 : now - claims.iat * 1000
  return claims.auth_time * 1000 + sessionLengthMs + clockError
}

/** When the session of a token began, by the server's clock. */
export function sessionBeginning(token: string): number {
  return claimsOf(token).auth_time
}

/** How long before the end of a session its user is told of it. */
const toldAheadMs = 10 * 60 * 1000

let stopWatching: () => void = () => undefined

/** Calls back when the end is near and once it has come, also when the machine slept through it. Replaces an earlier watch. */
export function watchSessionEnd(
  end: number | null,
  { onNear, onEnd }: { onNear: () => void; onEnd: () => void },
): void {
  stopWatching()
  if (end === null) return
  const stops = [callAt(end - toldAheadMs, onNear), callAt(end, onEnd)]
  stopWatching = () => stops.forEach((stop) => stop())
}

/** Stops the earlier watch. */
export function forgetSessionEnd(): void {
  stopWatching()
}

function callAt(time: number, callBack: () => void): () => void {
  const callIfDue = () => {
    if (Date.now() < time) return
    stop()
    callBack()
  }
  const timer = setTimeout(callIfDue, Math.max(0, time - Date.now()))
  document.addEventListener('visibilitychange', callIfDue)
  window.addEventListener('focus', callIfDue)
  const stop = () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', callIfDue)
    window.removeEventListener('focus', callIfDue)
  }
  return stop
}

function claimsOf(token: string) {
  return Claims.parse(JSON.parse(decodeBase64Url(token.split('.')[1] ?? '')))
}

function decodeBase64Url(text: string): string {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)))
}
