import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Browser } from '#tests/browser.ts'

const origin = 'https://login.microsoftonline.com'
const endpoint = `${origin}/organizations/oauth2/v2.0`

export const microsoftSettings = {
  clientId: 'hub-at-microsoft',
  clientSecret: 'secret-at-microsoft',
  issuer: `${origin}/organizations/v2.0`,
}

export type Person = { tid: string; oid: string; email?: string; preferred_username?: string }

/** How an ID token is made; a test that wants a wrong one changes its part. */
type Wrong = { claims?: object; alg?: string; kid?: string; isForged?: boolean }

const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
const strangersKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
const kid = 'microsoft-key'

/**
 * Microsoft as far as the network sees it: it stands in for `fetch`, and signs whatever ID token a test wants.
 * Like the real one for many tenants it publishes an issuer with a hole in it.
 */
export function createFakeMicrosoft() {
  const codes = new Map<string, { challenge: string; idToken: string; redirectUri: string }>()
  let isReachable = true

  const exchange = async (request: Request) => {
    const sent = new URLSearchParams(await request.text())
    const code = codes.get(sent.get('code') ?? '')
    codes.delete(sent.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      code?.challenge === challenge &&
      code.redirectUri === sent.get('redirect_uri') &&
      sent.get('client_secret') === microsoftSettings.clientSecret
    if (!isRight) return Response.json({ error: 'invalid_grant' }, { status: 400 })
    return Response.json({ access_token: 'unused', token_type: 'Bearer', id_token: code.idToken })
  }

  const answers: Record<string, (request: Request) => Promise<Response> | Response> = {
    [`${microsoftSettings.issuer}/.well-known/openid-configuration`]: () =>
      Response.json({
        issuer: `${origin}/{tenantid}/v2.0`,
        authorization_endpoint: `${endpoint}/authorize`,
        token_endpoint: `${endpoint}/token`,
        jwks_uri: `${origin}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
      }),
    [`${endpoint}/token`]: exchange,
    [`${origin}/keys`]: () =>
      Response.json({ keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid, use: 'sig' }] }),
  }

  return {
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      if (!isReachable) throw new TypeError('fetch failed')
      const request = new Request(input, init)
      return (await answers[request.url]?.(request)) ?? new Response(null, { status: 404 })
    },
    setReachable: (value: boolean) => void (isReachable = value),

    /** A whole sign-in: the browser is sent here, the person signs in, and the browser is back. */
    visit: async (browser: Browser, person: Person, wrong: Wrong = {}, to = '/businesses') => {
      const { location } = await browser.get(`/identity/microsoft?to=${encodeURIComponent(to)}`)
      return browser.get(await signIn(location, person, wrong))
    },
    signIn,
  }

  /** Signs the person in who was sent here with this address, and says where the browser goes then. */
  async function signIn(address: string, person: Person, wrong: Wrong = {}): Promise<string> {
    const { searchParams } = new URL(address)
    const asked = (name: string) => searchParams.get(name) ?? ''
    const issued = Math.floor(Date.now() / 1000)
    const claims = {
      iss: `${origin}/${person.tid}/v2.0`,
      aud: microsoftSettings.clientId,
      sub: `pairwise-${person.oid}`,
      iat: issued,
      exp: issued + 3600,
      nonce: asked('nonce'),
      ...person,
      ...wrong.claims,
    }
    const signer = wrong.isForged ? strangersKey : key
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: wrong.alg ?? 'RS256', kid: wrong.kid ?? kid })
      .sign(wrong.alg === 'HS256' ? Buffer.from(microsoftSettings.clientSecret) : signer.privateKey)
    const code = randomUUID()
    codes.set(code, { challenge: asked('code_challenge'), idToken, redirectUri: asked('redirect_uri') })
    return `${new URL(asked('redirect_uri')).pathname}?${new URLSearchParams({ code, state: asked('state') }).toString()}`
  }
}

/** Somebody at Microsoft whom we have never seen. */
export function newPerson(email: string): Person {
  return { tid: randomUUID(), oid: randomUUID(), email }
}

/** What the sign-in page is told by the address it is opened with. */
export function outcomeOf(location: string) {
  const [path, fragment] = location.split('#')
  return { path, ...Object.fromEntries(new URLSearchParams(fragment)) }
}
