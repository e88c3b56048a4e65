import type { FastifyInstance } from 'fastify'
import type { SecondFactorNeeded } from '#contract/access/factor-answers.ts'
import type { IdentityCode, SignedIn } from '#contract/access/identity.ts'

type Body = Partial<SignedIn> & {
  code?: IdentityCode
  email?: string
  kind?: string
  url?: string
  keys?: { kid: string }[]
} & Partial<Omit<SecondFactorNeeded, 'code'>>

/** The password that the accounts of the identity tests have. */
export const accountPassword = 'correct horse battery'

export type Browser = ReturnType<typeof newBrowser>

/** Something that keeps cookies, sends them where their path says, and follows no redirect by itself. */
export function newBrowser(app: FastifyInstance, address = '127.0.0.1') {
  const cookies = new Map<string, { value: string; path: string }>()

  const send = async (
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => {
    const sent = [...cookies].filter(([, cookie]) => path.startsWith(cookie.path))
    const answer = await app.inject({
      method,
      url: path,
      remoteAddress: address,
      headers: { cookie: sent.map(([name, { value }]) => `${name}=${value}`).join('; '), ...headers },
      ...(body && { payload: body }),
    })
    const setCookies = [answer.headers['set-cookie'] ?? []].flat()
    for (const text of setCookies) {
      const [, name = '', value = '', scope = ''] = /^([\w-]+)=([^;]*);.* Path=([^;]*)/.exec(text) ?? []
      if (text.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, { value, path: scope })
    }
    return {
      status: answer.statusCode,
      body: answer.body ? answer.json<Body>() : {},
      location: answer.headers.location ?? '',
      setCookies,
    }
  }
  return {
    cookies,
    get: (path: string) => send('GET', path),
    post: (path: string, body?: object, headers?: Record<string, string>) =>
      send('POST', `/identity/${path}`, body, headers),
    signIn: (email: string, password = accountPassword) =>
      send('POST', '/identity/sign-in', { email, password }),
  }
}
