import { expect, test } from 'vitest'
import { strengthOf } from './password-strength.ts'

const words = (passwords: readonly string[]) => passwords.map((password) => strengthOf(password, known).word)
const known = ['robin.reception@harbourside.example', 'Robin Reception']

test('a password is as good as what is left for a guesser', () => {
  expect(words(['', 'short', 'nine char'])).toEqual(['Too short', 'Too short', 'Too short'])
  expect(words(['aaaaaaaaaaaaaaaa', 'abcdefghijklmn', '1234567890123'])).toEqual(['Weak', 'Weak', 'Weak'])
  expect(words(['harbourside1', 'RobinReception2026'])).toEqual(['Weak', 'Weak'])
  expect(strengthOf('correct horse battery', []).level).toBeGreaterThanOrEqual(3)
  expect(strengthOf('vK4!mq9_Tz2#pLxw', []).level).toBe(4)
})

test('more is never worse', () => {
  const typed = 'three odd walking hats'
  const seen = Array.from(
    { length: typed.length },
    (_, end) => strengthOf(typed.slice(0, end + 1), known).level,
  )
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
})
