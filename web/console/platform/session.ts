import { useSyncExternalStore } from 'react'
import { identityApi } from '#contract/identity.ts'
import type { SignedIn } from '#contract/identity.ts'
import { sessionApi } from '#contract/session.ts'
import type { Me } from '#contract/session.ts'
import { call, isRefusedSession, watchSession } from './api-client.ts'
import type { Answer } from './api-client.ts'
import { sessionEnd, watchSessionEnd } from './session-limit.ts'
import { forgetToken, keepToken, refreshToken } from './token.ts'

export type Session =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  /** `ended`: it was signed in, and its time was up or the server closed it. */
  | { status: 'signed-out'; ended: boolean }
  | { status: 'signed-in'; me: Me }

let session: Session = { status: 'loading' }
const listeners = new Set<() => void>()
const otherTabs = new BroadcastChannel('hub-session')

type News = 'signed-in' | 'signed-out'

otherTabs.addEventListener('message', (event: MessageEvent<News>) => {
  if (event.data === 'signed-in') void resumeSession()
  else leave(false)
})
// A refusal may mean that the role has changed: the menu follows at once.
watchSession({ ended: () => leave(true), forbidden: () => void loadMe() })

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

/** The signed-in user; for parts that are shown to signed-in users alone. */
export function useMe(): Me {
  const current = useSession()
  if (current.status !== 'signed-in') throw new Error('useMe needs a signed-in session')
  return current.me
}

/** What to call a user. */
export function displayNameOf(me: Me): string {
  return me.DisplayName || `User ${me.Uid}`
}

/** Finds out whether the browser's cookie still stands for a session, and goes on with it. */
export async function resumeSession(): Promise<void> {
  const answer = await refreshToken()
  if (answer.ok) await enter(answer.data)
  else if (isRefusedSession(answer)) leave(false)
  else become({ status: 'failed', message: answer.message })
}

/** Starts the session that a sign-in answered with, here and in the other tabs. */
export async function beginSession(signedIn: SignedIn): Promise<void> {
  await enter(signedIn)
  tellOtherTabs('signed-in')
}

/** Signs out in every tab. Fails, and stays signed in, if the server can't be told. */
export async function signOut(): Promise<Answer<undefined>> {
  const answer = await call(identityApi.signOut)
  if (answer.ok) {
    leave(false)
    tellOtherTabs('signed-out')
  }
  return answer
}

async function enter(signedIn: SignedIn): Promise<void> {
  keepToken(signedIn)
  watchSessionEnd(sessionEnd(signedIn.token, Date.now()), endForced)
  await loadMe()
}

async function loadMe(): Promise<void> {
  const me = await call(sessionApi.getMe)
  if (me.ok) become({ status: 'signed-in', me: me.data })
  else if (me.status !== 401) become({ status: 'failed', message: me.message })
}

// The server ends the session by itself; telling it only spares the cookie.
function endForced(): void {
  void call(identityApi.signOut)
  leave(true)
}

function leave(ended: boolean): void {
  forgetToken()
  watchSessionEnd(null, () => undefined)
  become({ status: 'signed-out', ended: ended && session.status === 'signed-in' })
}

function tellOtherTabs(news: News): void {
  otherTabs.postMessage(news)
}

function become(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}
