import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { again } from './again.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('is done at once, and again after each pause', async () => {
  const work = vi.fn<() => Promise<void>>(async () => undefined)
  const end = again(1000, work)
  await vi.advanceTimersByTimeAsync(0)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(work).toHaveBeenCalledTimes(3)
  end()
  await vi.advanceTimersByTimeAsync(5000)
  expect(work).toHaveBeenCalledTimes(3)
})

test('is not done again after the answer that ended it', async () => {
  const work = vi.fn<() => Promise<void>>(async () => end())
  const end = again(1000, work)
  await vi.advanceTimersByTimeAsync(5000)
  expect(work).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})
