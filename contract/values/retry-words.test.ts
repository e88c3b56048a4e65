import { describe, expect, test } from 'vitest'
import { withRetryTime } from './retry-words.ts'

const late = 'Too many attempts. Try again later.'

describe('a refusal', () => {
  test.each([
    ['900', 'You can try again in 15 minutes.'],
    ['3600', 'You can try again in 1 hour.'],
    ['5400', 'You can try again in 2 hours.'],
    ['61', 'You can try again in 2 minutes.'],
    ['1', 'You can try again in 1 second.'],
  ])('that ends after %s seconds says so in words', (seconds, sentence) => {
    expect(withRetryTime(late, seconds)).toBe(`${late} ${sentence}`)
  })

  test.each([null, '', '0', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
    'without a number of seconds (%s) is as it was',
    (given) => {
      expect(withRetryTime(late, given)).toBe(late)
    },
  )

  test.each([
    'Hub is busy. Try again in a moment.',
    'Too many downloads are under way. Try again in a minute.',
  ])('that says so itself is as it was: %s', (sentence) =>
    expect(withRetryTime(sentence, '30')).toBe(sentence),
  )
})
