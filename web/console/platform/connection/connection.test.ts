import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerMark } from '#contract/answer-mark.ts'
import type { Answer } from '#web/api-client.ts'
import { isLost, untilConnected } from './connection.ts'

const signsOfLife = vi.fn<() => Promise<Response>>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('fetch', signsOfLife)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  signsOfLife.mockReset()
})

const here = async () => new Response('{}', { headers: { [answerMark.name]: answerMark.value } })
const away = () => Promise.reject(new TypeError('Failed to fetch'))
const ofProxy = async () => new Response('<h1>Bad gateway</h1>', { status: 502 })

const done: Answer<string> = { ok: true, data: 'done' }
const failed = (status: number, code: string | null = null) => ({
  ok: false as const,
  status,
  code,
  message: 'Unknown error.',
  errors: {},
})
const never = new AbortController().signal

test('a call that fails by itself is no loss of the connection', async () => {
  signsOfLife.mockImplementation(here)
  expect(await untilConnected(async () => failed(0), never)).toMatchObject({ status: 0 })
  expect(signsOfLife).toHaveBeenCalledTimes(1)
})

test.each([
  [409, 'busy'],
  [503, 'busy'],
  [404, null],
  [500, null],
])('nor is what Hub itself refuses with %d %s, and nobody asks', async (status, code) => {
  expect(await isLost(failed(status, code))).toBe(false)
  expect(signsOfLife).not.toHaveBeenCalled()
})

test.each([
  ['nothing answers', 0, away],
  ['a proxy answers in its place', 502, ofProxy],
])('where %s a read waits, longer each time, and goes on by itself', async (_, status, answer) => {
  signsOfLife.mockImplementation(answer)
  const request = vi
    .fn<() => Promise<Answer<string>>>()
    .mockResolvedValueOnce(failed(status))
    .mockResolvedValue(done)
  const read = untilConnected(request, never)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(request).toHaveBeenCalledTimes(1)
  expect(signsOfLife.mock.calls.length).toBeLessThan(9)
  signsOfLife.mockImplementation(here)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(await read).toBe(done)
})

test('a page that nobody sees does not ask, and does when it is looked at', async () => {
  signsOfLife.mockImplementation(away)
  const request = vi
    .fn<() => Promise<Answer<string>>>()
    .mockResolvedValueOnce(failed(522))
    .mockResolvedValue(done)
  const read = untilConnected(request, never)
  await vi.advanceTimersByTimeAsync(10)
  const page = Object.assign(document, { hidden: true })
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(600_000)
  expect(signsOfLife).toHaveBeenCalledTimes(1)
  signsOfLife.mockImplementation(here)
  Object.assign(page, { hidden: false }).dispatchEvent(new Event('visibilitychange'))
  expect(await read).toBe(done)
})

test('the network’s own news is heard at once, and whoever leaves waits no longer', async () => {
  signsOfLife.mockImplementation(away)
  const leaving = new AbortController()
  const left = untilConnected(async () => failed(0), leaving.signal).catch((error: unknown) => error)
  const request = vi
    .fn<() => Promise<Answer<string>>>()
    .mockResolvedValueOnce(failed(0))
    .mockResolvedValue(done)
  const read = untilConnected(request, never)
  await vi.advanceTimersByTimeAsync(10)
  leaving.abort()
  expect(await left).toMatchObject({ name: 'AbortError' })
  signsOfLife.mockImplementation(here)
  window.dispatchEvent(new Event('online'))
  expect(await read).toBe(done)
})
