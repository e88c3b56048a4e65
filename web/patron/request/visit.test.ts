import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { arrival, keepSessionSecret } from './visit.ts'

/** A tab: its address, what its entry of the history holds, and what is kept for it. */
const tab = { hash: '', search: '', pathname: '/apply/form-1' }
let state: unknown
let kept: Map<string, string>

beforeEach(() => {
  state = null
  kept = new Map()
  vi.stubGlobal('location', tab)
  vi.stubGlobal('history', {
    get state() {
      return state
    },
    replaceState: (next: unknown) => {
      state = next
      tab.hash = ''
    },
  })
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
})
afterEach(() => void vi.unstubAllGlobals())

const open = (hash: string) => {
  tab.hash = hash
  state = null
  return arrival('form-1')
}
const reload = () => arrival('form-1')

test.each(['link', 'stop', 'sponsor'] as const)(
  'a %s outlives a reload, and isn’t in the address',
  (kind) => {
    expect(open(`#${kind}=abc`)[kind]).toBe('abc')
    expect(tab.hash).toBe('')
    expect(reload()[kind]).toBe('abc')
    expect(open('')[kind]).toBeNull()
  },
)

test('a link that has led to a session goes on with it, and never with somebody else’s', () => {
  keepSessionSecret('form-1', 'of another')
  expect(open('#link=abc')).toMatchObject({ link: 'abc', secret: null })
  keepSessionSecret('form-1', 'own')
  expect(reload()).toMatchObject({ link: null, secret: 'own' })
})

test('a session’s own link is kept for as long as the tab is open', () => {
  expect(open('#s3cret')).toMatchObject({ secret: 's3cret', link: null })
  expect(reload()).toMatchObject({ secret: 's3cret' })
})
