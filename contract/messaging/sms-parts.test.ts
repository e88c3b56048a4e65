import { expect, test } from 'vitest'
import { smsPartsOf } from './sms-parts.ts'

test.each([
  ['', 1],
  ['x'.repeat(160), 1],
  ['x'.repeat(161), 2],
  ['x'.repeat(306), 2],
  ['x'.repeat(307), 3],
  // Takes two places.
  [`${'x'.repeat(158)}€`, 1],
  [`${'x'.repeat(159)}€`, 2],
  ['^{}[]~|\\€'.repeat(9), 2],
])('%# goes out as %i', (text, parts) => {
  expect(smsPartsOf(text)).toEqual({ parts, dear: [] })
})

test('signs that phones have no short form for make it dearer, and are told', () => {
  expect(smsPartsOf(`It’s ${'x'.repeat(65)}`)).toEqual({ parts: 1, dear: ['’'] })
  expect(smsPartsOf(`It’s ${'x'.repeat(66)}`)).toEqual({ parts: 2, dear: ['’'] })
})
