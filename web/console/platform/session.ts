import { createContext, use, useSyncExternalStore } from 'react'
import { identityApi, type SignedIn } from '#contract/access/identity.ts'
import { sessionApi, type Me } from '#contract/access/session.ts'
import { call, isRefusedSession, watchSession, type Answer } from '#web/api-client.ts'
import { sessionEnd, watchSessionEnd } from './session-limit.ts'
import { forgetToken, keepToken, refreshToken } from '#web/token.ts'

export type Session =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  /** `left`: signed out here, just now. `ended`: its time was up, or the server closed it. */
  | { status: 'signed-out'; how: 'left' | 'ended' | null }
  | { status: 'signed-in'; me: Me }

let session: Session = { status: 'loading' }
const listeners = new Set<() => void>()
const otherTabs = new BroadcastChannel('hub-session')

type News = 'signed-in' | 'signed-out'

otherTabs.addEventListener('message', (event: MessageEvent<News>) => {
  if (event.data === 'signed-in') void resumeSession()
  else leave(null)
})
// A refusal may mean that the role has changed: the menu follows at once.
watchSession({ ended: () => leave('ended'), forbidden: () => void reloadMe() })

/** The session of this browser, the same in every tab. */
export function useSession(): Session {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => session,
  )
}

/** Filled around everything that signed-in users see. */
export const MeContext = createContext<Me | null>(null)

/** The signed-in user. */
export function useMe(): Me {
  const me = use(MeContext)
  if (!me) throw new Error('useMe needs a signed-in user')
  return me
}

/** What to call a user. */
export function displayNameOf(me: Me): string {
  return me.DisplayName || `User ${me.Uid}`
}

/** Finds out whether the browser's cookie still stands for a session, and goes on with it. */
export async function resumeSession(): Promise<void> {
  const answer = await refreshToken()
  if (answer.ok) await enter(answer.data)
  else if (isRefusedSession(answer)) leave(null)
  else become({ status: 'failed', message: answer.message })
}

/**
 * Starts the session that a sign-in answered with, here and in the other tabs. Answers why not where the account may
 * sign in but has no place in the product.
 */
export async function beginSession(signedIn: SignedIn): Promise<string | null> {
  const refusal = await enter(signedIn)
  if (refusal === null) tellOtherTabs('signed-in')
  else void call(identityApi.signOut)
  return refusal
}

/** Signs out in every tab. Fails, and stays signed in, if the server can't be told. */
export async function signOut(): Promise<Answer<undefined>> {
  const answer = await call(identityApi.signOut)
  if (answer.ok) {
    leave('left')
    tellOtherTabs('signed-out')
  }
  return answer
}

async function enter(signedIn: SignedIn): Promise<string | null> {
  keepToken(signedIn)
  watchSessionEnd(sessionEnd(signedIn.token, Date.now()), endForced)
  const me = await call(sessionApi.getMe)
  if (me.ok) become({ status: 'signed-in', me: me.data })
  else if (me.status !== 401) become({ status: 'failed', message: me.message })
  return !me.ok && me.status === 401 ? me.message : null
}

let isReloading = false

/** Reads anew what the signed-in user may do: the menu and the pages follow. */
export async function reloadMe(): Promise<void> {
  if (session.status !== 'signed-in' || isReloading) return
  isReloading = true
  const me = await call(sessionApi.getMe)
  isReloading = false
  if (me.ok) become({ status: 'signed-in', me: me.data })
}

// The server ends the session by itself; telling it only clears the cookie.
function endForced(): void {
  void call(identityApi.signOut)
  leave('ended')
}

function leave(how: 'left' | 'ended' | null): void {
  forgetToken()
  watchSessionEnd(null, () => undefined)
  // Many calls may be refused at once; none of those after the first is news.
  if (session.status === 'signed-out') return
  become({ status: 'signed-out', how: session.status === 'signed-in' ? how : null })
}

function tellOtherTabs(news: News): void {
  otherTabs.postMessage(news)
}

function become(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}
