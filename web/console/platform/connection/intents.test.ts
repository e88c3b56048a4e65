import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const award = '{"body":{"Points":10,"Note":"Alexandra"}}'
let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The page as it is after a reload. */
async function reload() {
  vi.resetModules()
  return import('./intents.ts')
}

test('what nobody knows the end of has the same key; once that is known, and in another part of the page, another', async () => {
  const { createIntents } = await reload()
  const intents = createIntents()
  const key = intents.keyOf(award)
  expect(intents.keyOf(award)).toBe(key)
  expect(createIntents().keyOf(award)).not.toBe(key)
  intents.settle(award)
  expect(intents.keyOf(award)).not.toBe(key)
  expect(kept.size).toBe(0)
})

test('kept, it is the same after a reload, until it is known what became of it', async () => {
  const key = (await reload()).keepIntents('robin/points').keyOf(award)
  const again = (await reload()).keepIntents('robin/points')
  expect(again.keyOf(award)).toBe(key)
  again.settle(award)
  expect(again.keyOf(award)).not.toBe(key)
  expect(JSON.stringify([...kept])).not.toContain('Alexandra')
})

test('another user’s, another amount, and what is ten minutes old are others', async () => {
  const { keepIntents } = await reload()
  vi.useFakeTimers()
  const key = keepIntents('robin/points').keyOf(award)
  expect(keepIntents('alex/points').keyOf(award)).not.toBe(key)
  expect(keepIntents('robin/points').keyOf(award.replace('10', '11'))).not.toBe(key)
  vi.advanceTimersByTime(10 * 60 * 1000)
  expect(keepIntents('robin/points').keyOf(award)).not.toBe(key)
})

test('a browser that keeps nothing has it for as long as the form is there', async () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  const intents = (await reload()).keepIntents('robin/points')
  const key = intents.keyOf(award)
  expect(intents.keyOf(award)).toBe(key)
  intents.settle(award)
  expect(intents.keyOf(award)).not.toBe(key)
})
