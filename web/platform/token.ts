import { identityApi, type SignedIn } from '#contract/access/identity.ts'
import { sendRequest, type Answer, type Fetching } from './http.ts'

// The token lives in this variable alone: a script that reads storage finds nothing, and the cookie brings it back.
let token: string | null = null
/** Whose page this is. The cookie is the whole browser's: it may be somebody else's by now. */
let owner: string | null = null
let refreshing: Promise<Answer<SignedIn>> | null = null

/** The Authorization header of a call, if somebody is signed in. */
export function authorization(by = token): Record<string, string> {
  return by === null ? {} : { Authorization: `Bearer ${by}` }
}

/** Whose calls are made here, also while their token has had its time; null where nobody is signed in. */
export function tokenOwner(): string | null {
  return owner
}

export function keepToken(signedIn: SignedIn): void {
  // What is under way was asked for by the former one's cookie.
  if (owner !== signedIn.user.uid) refreshing = null
  owner = signedIn.user.uid
  token = signedIn.token
}

/** Of a session that has ended: its user may come back. */
export function dropToken(): void {
  token = null
}

export function forgetToken(): void {
  token = null
  owner = null
}

/** Gets a fresh token for the session's cookie. Calls that need one at the same time share one request. */
export function refreshToken(fetching?: Fetching): Promise<Answer<SignedIn>> {
  return refreshing ?? share(requestToken(fetching))
}

/** The same by the cookie as it is now: what is under way may have gone with the former one. */
export function refreshTokenAnew(): Promise<Answer<SignedIn>> {
  return share(refreshing ? refreshing.then(() => requestToken()) : requestToken())
}

function share(request: Promise<Answer<SignedIn>>): Promise<Answer<SignedIn>> {
  const shared = request.finally(() => {
    if (refreshing === shared) refreshing = null
  })
  refreshing = shared
  return shared
}

/** Another's token isn't kept: no call of the page goes on in their name. */
async function requestToken(fetching?: Fetching): Promise<Answer<SignedIn>> {
  const { method, path, output } = identityApi.refreshToken
  const answer = await sendRequest(path, { method }, output, fetching)
  if (answer.ok && (owner === null || owner === answer.data.user.uid)) keepToken(answer.data)
  return answer
}
