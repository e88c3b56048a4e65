import * as client from 'openid-client'
import { z } from 'zod'
import { fetchInTime, patienceMs } from '#platform/outside'
import { derive } from '#platform/secrets'
import type { Settings } from '#platform/settings'

export type MicrosoftSettings = NonNullable<Settings['microsoft']>

/** Who Microsoft says it is. The e-mail is not to be relied on: it only tells which account to ask a password of. */
export type MicrosoftIdentity = {
  readonly key: string
  readonly email: string | null
  /** When they last gave Microsoft more than a click; null where it doesn't say. */
  readonly shownAt: Date | null
}

/** Microsoft's side of a sign-in: the code flow of OpenID Connect with PKCE, state and nonce. */
export type Microsoft = {
  /** Where to send the browser whose flow has this secret; `isProof`: whoever is known there already is asked all the same. */
  signInUrl(secret: string, asked: { readonly isProof: boolean }): Promise<URL>
  /** Who came back with this query; throws unless everything about the answer and its ID token is right. */
  identityOf(secret: string, search: string): Promise<MicrosoftIdentity>
}

// Whatever the library asks Microsoft, then and later, goes this way.
const askInTime: client.CustomFetch = (url, { signal: _, body, ...request }) =>
  fetchInTime(url, { ...request, ...(body !== undefined && { body }), withinMs: patienceMs.ofCalls })

const Claims = z
  .object({
    tid: z.guid(),
    oid: z.guid(),
    email: z.string().optional(),
    preferred_username: z.string().optional(),
    auth_time: z.number().optional(),
  })
  .transform(({ tid, oid, email, preferred_username, auth_time }): MicrosoftIdentity => ({
    key: `${tid}.${oid}`,
    email: email ?? preferred_username ?? null,
    shownAt: auth_time === undefined ? null : new Date(auth_time * 1000),
  }))

/** Speaks to Microsoft with the settings of this installation; nothing is sent before the first sign-in. */
export function createMicrosoft(settings: MicrosoftSettings, redirectUri: () => string): Microsoft {
  let configuration: Promise<client.Configuration> | undefined

  // Microsoft is asked when it is first needed, so that the server starts without it; a failure is not remembered.
  const discovered = () =>
    (configuration ??= discover(settings).catch((error: unknown) => {
      configuration = undefined
      throw error
    }))

  return {
    async signInUrl(secret, { isProof }) {
      const { state, nonce, verifier } = partsOf(secret)
      return client.buildAuthorizationUrl(await discovered(), {
        redirect_uri: redirectUri(),
        scope: 'openid profile email',
        // Front desks share a browser: nobody is to be signed in as whoever was there before.
        ...(isProof ? { prompt: 'login', max_age: '0' } : { prompt: 'select_account' }),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
    },
    async identityOf(secret, search) {
      const { state, nonce, verifier } = partsOf(secret)
      const answer = await client.authorizationCodeGrant(await discovered(), new URL(search, redirectUri()), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      })
      return Claims.parse(answer.claims())
    },
  }
}

function partsOf(secret: string) {
  return {
    state: derive(secret, 'state'),
    nonce: derive(secret, 'nonce'),
    verifier: derive(secret, 'pkce verifier'),
  }
}

/**
 * Reads Microsoft's own description. For the issuers of many tenants the library takes the tenant's id out of the
 * token and compares the issuer with it.
 */
function discover({ issuer, clientId, clientSecret }: MicrosoftSettings): Promise<client.Configuration> {
  const server = new URL(issuer)
  const isLoopback = ['127.0.0.1', '[::1]', 'localhost'].includes(server.hostname)
  const options = { client_secret: clientSecret, id_token_signed_response_alg: 'RS256' }
  return client.discovery(server, clientId, options, undefined, {
    [client.customFetch]: askInTime,
    execute: [
      // By default the library trusts the connection and leaves the ID token's signature unchecked.
      client.enableNonRepudiationChecks,
      ...(isLoopback ? [client.allowInsecureRequests] : []),
    ],
  })
}
