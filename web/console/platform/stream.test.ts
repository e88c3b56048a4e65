import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventsOf } from './stream.ts'

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
