import { expect, test } from 'vitest'
import { faultSentence, requestIdIn } from './fault-words.ts'

test('the id that a sentence asks to quote is found in it', () => {
  expect(requestIdIn(faultSentence('0f3a-1'))).toBe('0f3a-1')
  expect(requestIdIn(faultSentence(null))).toBeNull()
  expect(requestIdIn('HTTP 500 error.')).toBeNull()
})
