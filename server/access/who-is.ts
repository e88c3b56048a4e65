import { sessionLengthMs, type TokenClaims } from '#contract/identity.ts'
import { everyone, listenForAccessChanges } from '#platform/access-changes.ts'
import type { Database } from '#platform/database.ts'
import { notSignedIn } from '#platform/refusal.ts'
import type { Who } from '#platform/who.ts'
import { placeOf } from './place.ts'

/** What access asks of the identity service: is this token genuine, and is its session still alive? */
export type TokenAuthority = {
  verifyToken(token: string): Promise<TokenClaims>
  isLiveSession(sessionId: string, uid: string): Promise<boolean>
}

export type WhoIs = {
  /** The user behind a token, or a 401. */
  find(token: string): Promise<Who>
  /** Forgets what is remembered of a user in this process at once; the others hear of it by the announcement. */
  forget(uid: string): void
  close(): Promise<void>
}

const rememberedMs = 30_000
const mostRemembered = 50_000

/**
 * Finds the user behind a token. The answer is remembered for a short while and forgotten in every process the
 * moment something about that user changes, so that a change holds from their next request on.
 */
export function createWhoIs(database: Database, databaseUrl: string, authority: TokenAuthority): WhoIs {
  const remembered = new Map<string, { who: Who; until: number }>()
  let changeCount = 0
  const forget = (uid: string) => {
    changeCount++
    if (uid === everyone) remembered.clear()
    else for (const [token, { who }] of remembered) if (who.uid === uid) remembered.delete(token)
  }
  const changes = listenForAccessChanges(databaseUrl, forget)

  const find = async (token: string) => {
    const known = remembered.get(token)
    if (known && known.until > Date.now()) return known.who
    const changesBefore = changeCount
    const claims = await authority.verifyToken(token)
    const who = await readWho(database, authority, claims)
    // What changed while we read may be missing from what we read.
    if (changes.isListening() && changeCount === changesBefore) {
      if (remembered.size >= mostRemembered) remembered.clear()
      remembered.set(token, { who, until: Math.min(Date.now() + rememberedMs, endOf(claims)) })
    }
    return who
  }
  return { find, forget, close: () => changes.close() }
}

/** A token is accepted if it carries `hubAdminApiRole`, or both `cherryPayRole` and `businessId`; the tables decide the rest. */
async function readWho(database: Database, authority: TokenAuthority, claims: TokenClaims): Promise<Who> {
  if (!claims.hubAdminApiRole && !(claims.cherryPayRole && claims.businessId))
    throw notSignedIn('This account has no role in any business yet.')
  if (!(await authority.isLiveSession(claims.sid, claims.sub)))
    throw notSignedIn('Your session has ended. Sign in again.')
  const place = await placeOf(database, claims.sub)
  if (!place) throw notSignedIn('This account has no role in any business yet.')
  return { ...place, uid: claims.sub, sessionId: claims.sid }
}

function endOf(claims: TokenClaims): number {
  const sessionEnd = claims.autoLogOut === false ? Infinity : claims.auth_time * 1000 + sessionLengthMs
  return Math.min(claims.exp * 1000, sessionEnd)
}
