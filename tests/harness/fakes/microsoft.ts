import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { interactionPolicy, Provider } from 'oidc-provider'

const clientId = 'hub'
const clientSecret = randomUUID()
const tenant = '0b8a7d5c-3f0e-4c53-9f3c-1d2f6f1f2a10'
const scopes = 'openid profile email'

/** Plays Microsoft on this machine with a real OpenID Connect provider: anybody may sign in, as whoever they say. */
export async function startMicrosoft() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = createProvider(issuer)
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(provider, request, response)
    else answer(request, response)
  })
  // It ends with whoever started it.
  server.unref()
  return {
    issuer,
    /** The settings of a server that takes this for Microsoft. */
    settings: {
      HUB_MICROSOFT_CLIENT_ID: clientId,
      HUB_MICROSOFT_CLIENT_SECRET: clientSecret,
      HUB_MICROSOFT_ISSUER: issuer,
    },
    stop: () => server.close(),
  }
}

function createProvider(issuer: string): Provider {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: ['http://127.0.0.1/identity/microsoft/callback'],
      },
    ],
    jwks: { keys: [{ ...key, kid: 'microsoft', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub', 'tid', 'oid'], email: ['email'], profile: ['name', 'preferred_username'] },
    // Microsoft puts them into the ID token.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, email: string) => ({ accountId: email, claims: () => claimsOf(email) }),
    loadExistingGrant: grantEverything,
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
  })
  // The port of the server under test is known only once it runs.
  provider.Client.prototype.redirectUriAllowed = (uri) =>
    /^http:\/\/127\.0\.0\.1:\d+\/identity\/microsoft\/callback$/.test(uri)
  return provider
}

function claimsOf(email: string) {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex')
  const oid = hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
  return { sub: email, tid: tenant, oid, email, preferred_username: email, name: email.split('@')[0] }
}

type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }
type GrantContext = {
  oidc: {
    client: { clientId: string }
    session: { accountId: string }
    provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant }
  }
}

// Nobody is asked whether they agree: that page is not what is tested.
async function grantEverything({ oidc: { client, session, provider } }: GrantContext): Promise<Grant> {
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(scopes)
  await grant.save()
  return grant
}

async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(signInPage)
    return
  }
  const form = new URLSearchParams(await text(request))
  const accountId = form.has('back') ? null : form.get('email')?.trim()
  await provider.interactionFinished(
    request,
    response,
    accountId
      ? { login: { accountId }, select_account: {} }
      : { error: 'access_denied', error_description: 'The person went back.' },
  )
}

const signInPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in to your Microsoft account (played here)</title>
<style>
  body { font: 16px system-ui; display: grid; place-items: center; min-height: 90vh; margin: 0; background: #f2f2f2 }
  form { background: #fff; padding: 2rem; display: grid; gap: 1rem; width: min(22rem, 80vw); border: 1px solid #ddd }
  h1 { font-size: 1.4rem; margin: 0 } p { margin: 0 } input, button { font: inherit; padding: .5rem }
</style>
<main>
  <form method="post">
    <h1>Pick an account</h1>
    <p>This is not Microsoft, but plays it: sign in with any e-mail address.</p>
    <label for="email">Email</label>
    <input id="email" name="email" type="email" autofocus autocomplete="off">
    <button>Sign in</button>
    <button formnovalidate name="back">Back</button>
  </form>
</main>
</html>`
