import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answer } from '#web/api-client.ts'
import { eventsOf, follow } from './stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('reads what comes in pieces, and leaves out what only shows that it is alive', async () => {
  const pieces = ['retry: 2000\n\nda', 'ta: {"a":1}\n\n: still here\n\ndata: 2\n', '\n']
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  expect(await Array.fromAsync(eventsOf(new Response(body)))).toEqual(['{"a":1}', '2'])
})

test('ends where nothing has been heard for a while', async () => {
  const cancel = vi.fn<() => void>()
  const heard = Array.fromAsync(eventsOf(new Response(new ReadableStream({ cancel }))))
  await vi.advanceTimersByTimeAsync(49_000)
  expect(cancel).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await heard).toEqual([])
  expect(cancel).toHaveBeenCalled()
})

test('a stream that ends is taken up at once, one that is refused ever less often', async () => {
  const leaving = new AbortController()
  const refused = { ok: false as const, status: 403, code: 'visit_needed', message: '', errors: {} }
  const listen = vi.fn<() => Promise<Answer<unknown>>>().mockResolvedValue({ ok: true, data: null })
  void follow(listen, leaving.signal)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(listen.mock.calls.length).toBeGreaterThanOrEqual(8)
  listen.mockReset().mockResolvedValue(refused)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(listen.mock.calls.length).toBeLessThan(20)
  leaving.abort()
  await vi.advanceTimersByTimeAsync(100_000)
  listen.mockReset()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(listen).not.toHaveBeenCalled()
})

test('while the server is away it is not asked for again and again, and goes on when that is back', async () => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const leaving = new AbortController()
  const lost = { ok: false as const, status: 0, code: null, message: '', errors: {} }
  const listen = vi.fn<() => Promise<Answer<unknown>>>().mockResolvedValue(lost)
  const followed = follow(listen, leaving.signal).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(listen).toHaveBeenCalledTimes(1)
  leaving.abort()
  expect(await followed).toMatchObject({ name: 'AbortError' })
  vi.unstubAllGlobals()
})
