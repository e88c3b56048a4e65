import { createContext, use, useSyncExternalStore } from 'react'
import { identityApi, type SignedIn } from '#contract/access/identity.ts'
import { sessionApi, type Me } from '#contract/access/session.ts'
import { besidePaths } from '#contract/first-paths.ts'
import { answerBy, call, isRefusedSession, watchSession, type Answer, type Failure } from '#web/api-client.ts'
import { dropToken, forgetToken, keepToken, refreshToken, refreshTokenAnew } from '#web/token.ts'
import { dropEarlyReads, readEarly, takeEarlyRead, takeEarlyToken } from './start/early.ts'
import { dropKeptOf } from './drafts/kept-drafts.ts'
import { patiently } from './patience.ts'
import { askForProof, settleProof } from './questions/proof.ts'
import { dropSessionMark, hasSessionMark, keepSessionMark } from './start/session-mark.ts'
import { forgetSessionEnd, sessionBeginning, sessionEnd, watchSessionEnd } from './session-limit.ts'

export type Session =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  /** `left`: signed out here, just now. */
  | { status: 'signed-out'; how: 'left' | null }
  | SignedInSession

export type SignedInSession = {
  status: 'signed-in'
  me: Me
  /** Whether its time is up soon, or was: then its user signs in again over the page, or leaves. */
  end: 'far' | 'near' | 'past'
  /** When its time is up, by this machine's clock; null if it never is. */
  endsAt: number | null
}

let session: Session = { status: 'loading' }
/** By the server's clock: another tab may have begun a later one meanwhile. */
let beganAt = 0
/** Of two who come at the same time the later one stays, whoever's answer is last. */
let turn = 0
const listeners = new Set<() => void>()
const otherTabs = new BroadcastChannel('hub-session')
/** A channel of its own: to the tabs of a former version it would be the news that somebody has left. */
const arrivals = new BroadcastChannel('hub-arrivals')
/** Calls that met the end of the session, to be repeated once their user has signed in again. */
let waiting: ((isBack: boolean) => void)[] = []

type News = 'signed-in' | 'signed-out' | 'ended'
type Arrival = { uid: string; beganAt: number }

otherTabs.addEventListener('message', ({ data: news }: MessageEvent<News>) => {
  if (news === 'signed-in') void resumeBrowserSession()
  else if (news === 'ended') end()
  else leave(null)
})
arrivals.addEventListener('message', ({ data }: MessageEvent<Arrival>) => {
  const isKnown = session.status === 'signed-in' && session.me.Uid === data.uid && beganAt >= data.beganAt
  if (!isKnown) void resumeBrowserSession()
})
watchSession({
  ended: waitForReturn,
  // A refusal may mean that the role has changed: the menu follows at once.
  forbidden: () => void reloadMe(),
  asked: askForProof,
  // Many calls may hear of it at once.
  // Who has no place here leaves the page to its own user, to sign in again.
  replaced: (by) => void (isComing(by) || enter(by).then((refusal) => refusal !== null && end())),
})

answerBy(takeEarlyRead)
// A page that is still to come by then gets what is true by then.
const earlyReadsLastMs = 15_000

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

/**
 * At the start of a page. A sign-in that leads through another site comes to no other end: the other tabs hear of it, but
 * for the window beside a page, which waits for its own user.
 */
export async function startBrowserSession(): Promise<void> {
  await resumeBrowserSession()
  if (session.status !== 'signed-in' || location.pathname === besidePaths.renewed) return
  arrivals.postMessage({ uid: session.me.Uid, beganAt } satisfies Arrival)
}

/** Finds out whether the browser's cookie still stands for a session, and goes on with it. */
export async function resumeBrowserSession(): Promise<void> {
  if (!hasSessionMark()) return leave(null)
  const mine = ++turn
  const early = takeEarlyToken()
  const answer = await (early ? refreshToken(early) : refreshTokenAnew())
  if (mine !== turn) return
  if (answer.ok) await enter(answer.data, { isEarly: early !== null })
  else if (isRefusedSession(answer)) {
    dropSessionMark()
    leave(null)
    // A page that somebody has open stays: it may hold unsaved work.
  } else if (session.status !== 'signed-in') become({ status: 'failed', message: answer.message })
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

/** The same over a page that somebody has open: nobody else's session goes on with it. */
export async function beginSessionAgain(signedIn: SignedIn): Promise<string | null> {
  if (session.status === 'signed-in' && session.me.Uid === signedIn.user.uid) return beginSession(signedIn)
  void call(identityApi.signOut)
  return 'This is another account. Sign out to use it.'
}

/** Says in every tab that the session was renewed in this window. */
export function tellOfRenewal(): void {
  tellOtherTabs('signed-in')
}

/** Signs out in every tab. Fails, and stays signed in, if the server can't be told. */
export async function signOut(): Promise<Answer<undefined>> {
  const answer = await call(identityApi.signOut)
  if (answer.ok) {
    const uid = session.status === 'signed-in' && session.me.Uid
    leave('left')
    if (uid) dropKeptOf(uid)
    tellOtherTabs('signed-out')
  }
  return answer
}

/** Who is on their way in. */
let coming: { uid: string; mine: number } | null = null
const isComing = ({ user }: SignedIn) => coming?.mine === turn && coming.uid === user.uid

/**
 * Until it is known who they are, the page and its token stay the former one's. `isEarly`: with the token that was asked
 * for first, by which the user was, too.
 */
async function enter(signedIn: SignedIn, { isEarly } = { isEarly: false }): Promise<string | null> {
  const mine = ++turn
  coming = { uid: signedIn.user.uid, mine }
  keepSessionMark()
  if (isEarly) setTimeout(dropEarlyReads, earlyReadsLastMs)
  else dropEarlyReads()
  const { token } = signedIn
  const endsAt = sessionEnd(token, Date.now())
  const me = await (isEarly
    ? readEarly(sessionApi.getMe, 'me', { token })
    : patiently(() => call(sessionApi.getMe, undefined, { token })))
  if (mine !== turn) return null
  coming = null
  const known = me.ok ? me.data : whoeverStays(signedIn, me)
  if (known) {
    const isLater = sessionBeginning(token) > beganAt
    beganAt = sessionBeginning(token)
    keepToken(signedIn)
    become({ status: 'signed-in', me: known, end: 'far', endsAt })
    watchSessionEnd(endsAt, { onNear: comeNear, onEnd: () => void endForced() })
    settleWaiting(true)
    if (isLater) settleProof(true)
    // A page that has only begun has nothing else to show.
  } else if (!me.ok && (me.status !== 401 || session.status === 'loading'))
    become({ status: 'failed', message: me.message })
  return !me.ok && me.status === 401 ? me.message : null
}

/**
 * Who has signed in again over their page is known already: where the server can't say it once more at this moment, the
 * page goes on with what it knows, and with what waits on it.
 */
function whoeverStays({ user }: SignedIn, { status }: Failure): Me | null {
  const isForNow = status === 0 || status === 429 || status >= 500
  return isForNow && session.status === 'signed-in' && session.me.Uid === user.uid ? session.me : null
}

let isReloading = false

/** Reads anew what the signed-in user may do: the menu and the pages follow. */
export async function reloadMe(): Promise<void> {
  if (session.status !== 'signed-in' || isReloading) return
  const { Uid } = session.me
  isReloading = true
  const me = await call(sessionApi.getMe)
  isReloading = false
  // What is true of one user is nothing to the next.
  if (!isSignedIn(session) || session.me.Uid !== Uid) return
  if (me.ok) become({ ...session, me: me.data })
  // The business is suspended or ended: there is no page that would still be theirs.
  else if (me.status === 403) become({ status: 'failed', message: me.message })
}

// By a function: what was known of it before a call is no longer known after it.
function isSignedIn(now: Session): now is SignedInSession {
  return now.status === 'signed-in'
}

function comeNear(): void {
  if (session.status === 'signed-in') become({ ...session, end: 'near' })
}

// The server ends the session by itself; telling it only clears the cookie. That may be a later session's by now.
async function endForced(): Promise<void> {
  const answer = await refreshToken()
  if (answer.ok && !isSame(answer.data)) return void enter(answer.data)
  void call(identityApi.signOut)
  end()
  tellOtherTabs('ended')
}

/** Whether a token is of the session that this tab knows. */
function isSame({ token, user }: SignedIn): boolean {
  return session.status === 'signed-in' && session.me.Uid === user.uid && sessionBeginning(token) <= beganAt
}

/** Has the page stand as it is until its user has signed in again; false if they leave, or there is nobody. */
function waitForReturn(): Promise<boolean> {
  if (session.status !== 'signed-in') return Promise.resolve(false)
  if (session.end !== 'past') tellOtherTabs('ended')
  end()
  return new Promise((resolve) => waiting.push(resolve))
}

function end(): void {
  dropToken()
  forgetSessionEnd()
  // Many calls may be refused at once; none of those after the first is news.
  if (session.status !== 'signed-in' || session.end === 'past') return
  settleProof(false)
  become({ ...session, end: 'past' })
}

function leave(how: 'left' | null): void {
  turn++
  forgetToken()
  forgetSessionEnd()
  settleProof(false)
  if (session.status !== 'signed-out')
    become({ status: 'signed-out', how: session.status === 'signed-in' ? how : null })
  settleWaiting(false)
}

function settleWaiting(isBack: boolean): void {
  const settled = waiting
  waiting = []
  for (const settle of settled) settle(isBack)
}

function tellOtherTabs(news: News): void {
  otherTabs.postMessage(news)
}

function become(next: Session): void {
  const before = session
  session = next
  // What one user waited for is nothing to the next.
  if (before.status === 'signed-in' && next.status === 'signed-in' && before.me.Uid !== next.me.Uid) {
    settleWaiting(false)
    settleProof(false)
  }
  for (const listener of listeners) listener()
}
