import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { TokenClaims } from '#contract/access/identity.ts'
import { notSignedIn } from '#platform/refusals'
import { endOf, hasLimit, secondsOf } from './sessions.ts'
import { type SigningKeys, tokenLifetimeMs } from './signing-keys.ts'

// Not an address: processes that are reached by different ones accept each other's tokens.
const issuer = 'urn:hub:identity'
const audience = 'urn:hub:api'
const algorithm = 'ES256'

export type Tokens = {
  /** Signs what a token says; no token outlives the session it is for. */
  sign(claims: Omit<TokenClaims, 'exp'>): Promise<{ token: string; expiresAt: string }>
  /** What a token says; refused unless it is ours, for the API, and has not expired. */
  verify(token: string): Promise<TokenClaims>
}

/** Signs and verifies with the keys of the database, by the clock it is given. */
export function createTokens(keys: SigningKeys, now: () => Date): Tokens {
  return {
    async sign(claims) {
      const { kid, privateKey } = await keys.current()
      const issuedAt = secondsOf(now())
      const sessionEnd = hasLimit(claims) ? endOf(claims.auth_time) : Infinity
      const expiresAt = Math.min(issuedAt + tokenLifetimeMs / 1000, sessionEnd)
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(privateKey)
      return { token, expiresAt: new Date(expiresAt * 1000).toISOString() }
    },

    async verify(token) {
      try {
        const { payload } = await jwtVerify(
          token,
          async ({ kid = '' }) => {
            const key = await keys.find(kid)
            if (!key) throw new errors.JWKSNoMatchingKey()
            return key
          },
          { issuer, audience, algorithms: [algorithm], currentDate: now() },
        )
        return TokenClaims.parse(payload)
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof z.ZodError) throw notSignedIn()
        // Anything else is trouble of ours, such as a database that can't be reached.
        throw error
      }
    },
  }
}
