import type { KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { jwtVerify } from 'jose'

type Thing = Record<string, unknown> & { id: string }

type Keys = { publicKey: KeyObject; privateKey: KeyObject }

/** A server that speaks the part of Google Wallet's protocol that Hub uses, and gives out tokens for it, for tests. */
export async function startFakeGoogleWallet({ publicKey, privateKey }: Keys) {
  const things = new Map<string, Thing>()
  const calls: string[] = []
  const assertions: Record<string, unknown>[] = []
  /** Statuses to answer the next calls with, instead of doing what they ask. */
  const failures: number[] = []
  /** Ids of classes that are refused, however often. */
  const refusedClasses = new Set<string>()
  let tokens = 0
  let tokenSeconds = 3600

  async function giveToken(body: string, tokenUrl: string): Promise<object> {
    const form = new URLSearchParams(body)
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
      throw new Error('no such grant')
    const { payload } = await jwtVerify(form.get('assertion') ?? '', publicKey, { audience: tokenUrl })
    assertions.push(payload)
    tokens += 1
    return { access_token: `token-${tokens}`, expires_in: tokenSeconds, token_type: 'Bearer' }
  }

  function carryOut(method: string, path: string, body: string): number {
    const [kind = '', id] = path.replace('/walletobjects/v1/', '').split('/').map(decodeURIComponent)
    const thing = JSON.parse(body) as Thing
    const key = `${kind}/${id ?? thing.id}`
    if (refusedClasses.has(thing.id)) return 400
    if (method === 'PUT' && !things.has(key)) return 404
    if (method === 'POST' && things.has(key)) return 409
    things.set(key, thing)
    return 200
  }

  const server = createServer((request, response) => {
    const send = (status: number, content: object = {}) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    void text(request).then((body) => {
      const path = request.url ?? ''
      if (path === '/token')
        return giveToken(body, `${url}/token`).then(
          (token) => send(200, token),
          () => send(400),
        )
      calls.push(`${request.method} ${path.split('/')[3]}`)
      if (request.headers.authorization !== `Bearer token-${tokens}`) return send(401)
      return send(failures.shift() ?? carryOut(request.method ?? '', path, body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    /** The key file of the account that it knows, as Google gives it out. */
    accountFile: JSON.stringify({
      type: 'service_account',
      client_email: 'wallet@club.example',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      private_key_id: 'key-1',
      token_uri: `${url}/token`,
    }),
    things,
    calls,
    assertions,
    failures,
    refusedClasses,
    /** How long the tokens hold that are given out from now on. */
    letTokensHold: (seconds: number) => (tokenSeconds = seconds),
    /** The token that is out is good no more. */
    endToken: () => (tokens += 1),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
