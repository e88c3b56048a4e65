import type { TokenClaims } from '#contract/access/identity.ts'
import type { Remembered, Who } from '#platform/access'
import type { Database } from '#platform/database'
import { notSignedIn } from '#platform/refusals'
import { userPlaceOf } from './place.ts'

/** What access asks of the identity service: is this token genuine, and is its session still alive? */
export type TokenAuthority = {
  verifyToken(token: string): Promise<TokenClaims>
  isLiveSession(sessionId: string, uid: string): Promise<boolean>
}

/** The user behind a token, or a 401. */
export function whoIs(
  token: string,
  database: Database,
  remembered: Remembered<Who>,
  authority: TokenAuthority,
): Promise<Who> {
  return remembered.get(token, async () => {
    const claims = await authority.verifyToken(token)
    const who = await readWho(database, authority, claims)
    return { value: who, about: [who.uid, who.businessId ?? who.uid], until: claims.exp * 1000 }
  })
}

/** A token is accepted if it carries `hubAdminApiRole`, or both `cherryPayRole` and `businessId`; the tables decide the rest. */
async function readWho(database: Database, authority: TokenAuthority, claims: TokenClaims): Promise<Who> {
  if (!claims.hubAdminApiRole && !(claims.cherryPayRole && claims.businessId)) throw notSignedIn(noPlace)
  if (!(await authority.isLiveSession(claims.sid, claims.sub)))
    throw notSignedIn('Your session has ended. Sign in again.')
  const place = await userPlaceOf(database, claims.sub)
  if (!place) throw notSignedIn(noPlace)
  return {
    ...place,
    uid: claims.sub,
    sessionId: claims.sid,
    signedInAt: new Date(claims.auth_time * 1000),
  }
}

const noPlace = 'This account has no role in any business yet.'
