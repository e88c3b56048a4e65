import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStatementNames } from './statement-names.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** What a text is called once it has been used as often as it takes. */
function use(nameOf: (text: string) => string | undefined, text: string) {
  nameOf(text)
  nameOf(text)
  return nameOf(text)
}

test('what comes often has a name, and keeps it', () => {
  const nameOf = createStatementNames()
  expect([nameOf('a'), nameOf('a'), nameOf('a'), nameOf('a')]).toEqual([
    undefined,
    undefined,
    'hub_0',
    'hub_0',
  ])
})

test('there are so many at once, and those nobody uses make room, each for a name of its own', () => {
  const nameOf = createStatementNames()
  const texts = Array.from({ length: 500 }, (_, index) => `statement ${index}`)
  const names = texts.map((text) => use(nameOf, text))
  expect(new Set(names).size).toBe(500)
  expect(use(nameOf, 'late')).toBeUndefined()

  vi.advanceTimersByTime(9 * 60_000)
  expect(nameOf('statement 7')).toBe('hub_7')
  vi.advanceTimersByTime(2 * 60_000)
  expect(nameOf('late')).toBe('hub_500')
  // The one in use has stayed; another has lost its place, and gets a new one as everybody does.
  expect(nameOf('statement 7')).toBe('hub_7')
  expect(nameOf('statement 0')).toBeUndefined()
  expect(use(nameOf, 'statement 0')).toBe('hub_501')
})

test('a text that is long has none, and is not kept', () => {
  const nameOf = createStatementNames()
  const kept = vi.spyOn(Map.prototype, 'set')
  expect(use(nameOf, 'x'.repeat(20_001))).toBeUndefined()
  expect(kept).not.toHaveBeenCalled()
  kept.mockRestore()
  expect(use(nameOf, 'x'.repeat(20_000))).toBe('hub_0')
})
