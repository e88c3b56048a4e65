import { beforeEach, expect, test, vi } from 'vitest'
import type { SignedIn } from '#contract/access/identity.ts'

const { watch, call, refreshToken } = vi.hoisted(() => ({
  watch: { ended: null as (() => Promise<boolean>) | null },
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
vi.mock('#web/token.ts', () => ({ forgetToken: () => undefined, keepToken: () => undefined, refreshToken }))
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
  sessionBeginning: () => 1,
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
  await session.resumeSession()
  call.mockResolvedValue(me)
  expect(await session.beginSessionAgain(signedIn)).toBeNull()
  expect(await written).toBe(true)
})
