import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCopySlots } from './copy-slots.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const isTaken = async (turn: Promise<unknown>) => {
  const none = {}
  return (await Promise.race([turn, Promise.resolve(none)])) !== none
}

test('one business has its share, another its own', async () => {
  const slots = createCopySlots(4, 2)
  const [first] = [await slots.take('harbourside'), await slots.take('harbourside')]
  const third = slots.take('harbourside')
  expect(await isTaken(third)).toBe(false)
  expect(await isTaken(slots.take('valley-golf'))).toBe(true)
  first.free()
  expect(await isTaken(third.then((slot) => slot))).toBe(false)
  await expect(third).resolves.toBeDefined()
})

test('a reader who has paused gives way once somebody waits, and not before', async () => {
  const slots = createCopySlots(2, 1)
  const stop = vi.fn<() => void>(() => stalled.free())
  const stalled = await slots.take('harbourside')
  const busy = await slots.take('valley-golf')
  stalled.stalls(stop)
  busy.stalls(() => expect.unreachable('it goes on'))
  busy.goesOn()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(stop).not.toHaveBeenCalled()
  const waiting = slots.take('third')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(stop).toHaveBeenCalledOnce()
  await expect(waiting).resolves.toBeDefined()
})

test('who waits too long is told to come back, and is not in the way of the next', async () => {
  const slots = createCopySlots(1, 1)
  const only = await slots.take('harbourside')
  const refused = slots.take('harbourside').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await refused).toMatchObject({ status: 503, retryAfter: 30 })
  only.free()
  only.free()
  await expect(slots.take('valley-golf')).resolves.toBeDefined()
})
