import { identityApi, type SignedIn } from '#contract/access/identity.ts'
import { send, type Answer, type Fetching } from './http.ts'

// The token lives in this variable alone: a script that reads storage finds nothing, and the cookie brings it back.
let token: string | null = null
let refreshing: Promise<Answer<SignedIn>> | null = null

/** The Authorization header of a call, if somebody is signed in. */
export function authorization(): Record<string, string> {
  return token === null ? {} : { Authorization: `Bearer ${token}` }
}

export function keepToken(signedIn: SignedIn): void {
  token = signedIn.token
}

export function forgetToken(): void {
  token = null
}

/** Gets a fresh token for the session's cookie. Calls that need one at the same time share one request. */
export function refreshToken(fetching?: Fetching): Promise<Answer<SignedIn>> {
  refreshing ??= requestToken(fetching).finally(() => {
    refreshing = null
  })
  return refreshing
}

async function requestToken(fetching?: Fetching): Promise<Answer<SignedIn>> {
  const { method, path, output } = identityApi.refreshToken
  const answer = await send(path, { method }, output, fetching)
  if (answer.ok) keepToken(answer.data)
  return answer
}
