import { afterEach, expect, test, vi } from 'vitest'
import { createKnownSearches } from './known-searches.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('of a search of a megabyte less than 100 characters are kept', () => {
  const known = createKnownSearches()
  const search = 'x'.repeat(1_000_000)
  const kept = vi.spyOn(Map.prototype, 'set')
  known.add(search)
  expect(kept.mock.calls.map(([key]) => String(key).length < 100)).toEqual([true])
  expect([known.has(search), known.has(`${search}y`)]).toEqual([true, false])
})

test('what is over is forgotten, and what was learnt again lasts', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const known = createKnownSearches()
  const dropped = vi.spyOn(Map.prototype, 'delete')
  known.add('first')
  known.add('again')
  vi.advanceTimersByTime(6 * 60_000)
  known.add('again')
  vi.advanceTimersByTime(6 * 60_000)
  expect([known.has('first'), known.has('again')]).toEqual([false, true])
  dropped.mockClear()
  known.add('late')
  // The one that is over, and none for the one that comes.
  expect(dropped.mock.results.map(({ value }) => value)).toEqual([true, false])
  expect([known.has('again'), known.has('late')]).toEqual([true, true])
})
