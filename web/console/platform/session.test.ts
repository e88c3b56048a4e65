import { beforeEach, expect, test, vi } from 'vitest'
import type { SignedIn } from '#contract/access/identity.ts'

const { watch, call, refreshToken, keepToken } = vi.hoisted(() => ({
  keepToken: vi.fn<(signedIn: SignedIn) => void>(),
  watch: {
    ended: null as (() => Promise<boolean>) | null,
    asked: null as ((sentence: string) => Promise<boolean>) | null,
    replaced: null as ((by: SignedIn) => void) | null,
  },
  call: vi.fn<() => Promise<unknown>>(),
  refreshToken: vi.fn<() => Promise<unknown>>(),
}))
vi.hoisted(() => vi.stubGlobal('BroadcastChannel', EventTarget))
vi.hoisted(() => Object.assign(EventTarget.prototype, { postMessage: () => undefined }))
vi.mock('#web/api-client.ts', () => ({
  answerBy: () => undefined,
  call,
  isRefusedSession: ({ status }: { status: number }) => status === 401,
  watchSession: (given: typeof watch) => Object.assign(watch, given),
}))
vi.mock('#web/token.ts', () => ({
  dropToken: () => undefined,
  forgetToken: () => undefined,
  keepToken,
  refreshToken,
  refreshTokenAnew: refreshToken,
}))
vi.mock('./start/early.ts', () => ({
  dropEarlyReads: () => undefined,
  takeEarlyRead: () => undefined,
  takeEarlyToken: () => null,
}))
vi.mock('./start/session-mark.ts', () => ({
  dropSessionMark: () => undefined,
  hasSessionMark: () => true,
  keepSessionMark: () => undefined,
}))
vi.mock('./session-limit.ts', () => ({
  forgetSessionEnd: () => undefined,
  sessionBeginning: (token: string) => token.length,
  sessionEnd: () => null,
  watchSessionEnd: () => undefined,
}))

const signedIn = { token: '', user: { uid: 'robin' } } as SignedIn
const me = { ok: true, data: { Uid: 'robin' } }
const away = { ok: false, status: 503, message: 'Away.', code: null, errors: {} }

/** Somebody at a page whose session has ended, and whose write waits. */
async function endedPage() {
  vi.resetModules()
  const session = await import('./session.ts')
  call.mockResolvedValueOnce(me)
  await session.beginSession(signedIn)
  return { session, written: watch.ended!() }
}

beforeEach(() => void call.mockReset())

test.each([0, 503])('who signs in again goes on, though who they are is answered with %i', async (status) => {
  const { session, written } = await endedPage()
  call.mockResolvedValue({ ...away, status })
  expect(await session.beginSessionAgain(signedIn)).toBeNull()
  expect(await written).toBe(true)
})

test('news of another tab that can not be followed up leaves the page as it is: it still can sign in', async () => {
  const { session, written } = await endedPage()
  refreshToken.mockResolvedValue(away)
  await session.resumeBrowserSession()
  call.mockResolvedValue(me)
  expect(await session.beginSessionAgain(signedIn)).toBeNull()
  expect(await written).toBe(true)
})

const alice = { token: 'a', user: { uid: 'alice' } } as SignedIn
const bob = { token: 'later', user: { uid: 'bob' } } as SignedIn
const meOf = (uid: string) => ({ ok: true, data: { Uid: uid } })

/** Alice at her page. */
async function pageOfAlice() {
  vi.resetModules()
  const session = await import('./session.ts')
  call.mockResolvedValueOnce(meOf('alice'))
  await session.beginSession(alice)
  return session
}

/** An answer that is given later. */
function later() {
  let give: (answer: unknown) => void = () => undefined
  call.mockReturnValueOnce(new Promise((resolve) => (give = resolve)))
  return (answer: unknown) => give(answer)
}

test('who signs in instead answers nothing that another was asked', async () => {
  const session = await pageOfAlice()
  const proven = watch.asked!('Is it you?')
  call.mockResolvedValueOnce(meOf('bob'))
  await session.beginSession(bob)
  expect(await proven).toBe(false)
})

test('the same person’s later sign-in does', async () => {
  const session = await pageOfAlice()
  const proven = watch.asked!('Is it you?')
  call.mockResolvedValueOnce(meOf('alice'))
  await session.beginSession({ ...alice, token: 'later' })
  expect(await proven).toBe(true)
})

test('a page keeps its token until it is known whose it is from now on', async () => {
  await pageOfAlice()
  keepToken.mockClear()
  const answer = later()
  watch.replaced!(bob)
  // Many calls hear of it at once.
  watch.replaced!(bob)
  expect(call).toHaveBeenCalledTimes(2)
  expect(keepToken).not.toHaveBeenCalled()
  answer(meOf('bob'))
  await vi.waitFor(() => expect(keepToken).toHaveBeenCalledExactlyOnceWith(bob))
})

test('of two who come at the same time the later one stays, whoever is answered last', async () => {
  const session = await pageOfAlice()
  keepToken.mockClear()
  const [first, second] = [later(), later()]
  const entered = [session.beginSession(alice), session.beginSession(bob)]
  second(meOf('bob'))
  first(meOf('alice'))
  await Promise.all(entered)
  expect(keepToken.mock.calls).toEqual([[bob]])
})

test('what is heard of one user late is not taken for the next', async () => {
  const session = await pageOfAlice()
  const slow = later()
  const reloading = session.reloadMe()
  call.mockResolvedValueOnce(meOf('bob'))
  await session.beginSession(bob)
  slow({ ...away, status: 403 })
  await reloading
  // Alice's account again: were the page hers, or shut, it would be another.
  expect(await session.beginSessionAgain(alice)).toBe('This is another account. Sign out to use it.')
  call.mockResolvedValueOnce(meOf('bob'))
  expect(await session.beginSessionAgain(bob)).toBeNull()
})
