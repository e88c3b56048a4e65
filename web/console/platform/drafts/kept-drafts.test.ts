import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftKey, dropKeptOf, keepDraft, keptDraft, recentsKeyOf } from './kept-drafts.ts'

const day = 24 * 60 * 60 * 1000
const draft = (at: number) => ({ at, revision: '3', changes: { Name: 'Anna' } })

beforeEach(() => {
  const kept: Record<string, string> = {}
  const hidden = { enumerable: false }
  Object.defineProperties(kept, {
    getItem: { ...hidden, value: (key: string) => kept[key] ?? null },
    setItem: { ...hidden, value: (key: string, text: string) => void (kept[key] = text) },
    removeItem: { ...hidden, value: (key: string) => delete kept[key] },
  })
  vi.stubGlobal('localStorage', kept)
})
afterEach(() => void vi.unstubAllGlobals())

test('a draft is of one user, one address and one form', () => {
  const key = draftKey('u1', '/businesses/a/members/1', 'member')
  keepDraft(key, draft(Date.now()))
  expect(keptDraft(key)).toMatchObject({ revision: '3', changes: { Name: 'Anna' } })
  for (const other of [
    draftKey('u2', '/businesses/a/members/1', 'member'),
    draftKey('u1', '/businesses/a/members/2', 'member'),
    draftKey('u1', '/businesses/a/members/1', 'note'),
  ])
    expect(keptDraft(other)).toBeNull()
})

test('it goes after two weeks, and with a sign-out', () => {
  const [old, own, another] = ['old', 'own', 'another'].map((name) =>
    draftKey(name === 'another' ? 'u12' : 'u1', '/account', name),
  ) as [string, string, string]
  keepDraft(old, draft(Date.now() - 15 * day))
  keepDraft(own, draft(Date.now() - 13 * day))
  keepDraft(another, draft(Date.now()))
  expect([old, own, another].map((key) => keptDraft(key) !== null)).toEqual([false, true, true])
  expect(Object.keys(localStorage)).not.toContain(old)
  localStorage.setItem(`${recentsKeyOf('u1')}club`, '[]')
  localStorage.setItem(`${recentsKeyOf('u11')}club`, '[]')
  dropKeptOf('u1')
  expect(localStorage.getItem(`${recentsKeyOf('u1')}club`)).toBeNull()
  expect(localStorage.getItem(`${recentsKeyOf('u11')}club`)).toBe('[]')
  expect([own, another].map((key) => keptDraft(key) !== null)).toEqual([false, true])
})

test('what is no draft is none, and a device without room keeps none', () => {
  const key = draftKey('u1', '/account', 'name')
  localStorage.setItem(key, '{"at":')
  expect(keptDraft(key)).toBeNull()
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(() => keepDraft(key, draft(Date.now()))).not.toThrow()
})
