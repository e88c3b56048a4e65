import { expect, test } from 'vitest'
import { isUnmodified, lastModified } from './last-modified.ts'

const changedAt = new Date('2026-11-15T10:00:00.800Z')
const at = (moment: string) => new Date(`2026-11-15T10:00:${moment}Z`)

test('who fetched a pass after the second of its change has it as it is', () => {
  const copy = lastModified(changedAt, at('02.100'))
  expect(copy).toEqual(at('00'))
  expect(isUnmodified(changedAt, copy.toUTCString())).toBe(true)
})

test('who fetched it within that second asks again, since it may have changed once more', () => {
  const copy = lastModified(at('00.200'), at('00.500'))
  expect(isUnmodified(changedAt, copy.toUTCString())).toBe(false)
})

test.each([undefined, '', 'yesterday'])('without a moment (%j) the pass is sent', (since) => {
  expect(isUnmodified(changedAt, since)).toBe(false)
})
