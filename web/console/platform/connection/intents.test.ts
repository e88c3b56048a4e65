import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const award = ['POST', '/points', { body: { Points: 10 } }]
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

test('what nobody knows the end of has the same key, also after a reload; once that is known, another', async () => {
  const { keyOfIntent } = await reload()
  const key = keyOfIntent('robin', award)
  expect(keyOfIntent('robin', award)).toBe(key)
  const again = await reload()
  expect(again.keyOfIntent('robin', award)).toBe(key)
  again.settleIntent('robin', award)
  expect(again.keyOfIntent('robin', award)).not.toBe(key)
})

test('another user’s, another amount, and what is half an hour old are others', async () => {
  const { keyOfIntent } = await reload()
  vi.useFakeTimers()
  const key = keyOfIntent('robin', award)
  expect(keyOfIntent('alex', award)).not.toBe(key)
  expect(keyOfIntent('robin', ['POST', '/points', { body: { Points: 11 } }])).not.toBe(key)
  vi.advanceTimersByTime(30 * 60 * 1000)
  expect(keyOfIntent('robin', award)).not.toBe(key)
})

test('a browser that keeps nothing has it for as long as the page is there', async () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  const { keyOfIntent, settleIntent } = await reload()
  const key = keyOfIntent('robin', award)
  expect(keyOfIntent('robin', award)).toBe(key)
  settleIntent('robin', award)
  expect(keyOfIntent('robin', award)).not.toBe(key)
})

test('nothing of what was typed is kept, and of a password not even a mark', async () => {
  const { keyOfIntent } = await reload()
  keyOfIntent('robin', ['POST', '/x', { Name: 'Alexandra', Password: 'one' }])
  keyOfIntent('robin', ['POST', '/x', { Name: 'Alexandra', Password: 'another' }])
  expect(kept.size).toBe(1)
  expect(JSON.stringify([...kept])).not.toMatch(/Alexandra|one|another/)
})
