import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { abnOfAcn, acnCheckDigit, formatAbn, isValidAbn, isValidAcn } from './abn.ts'

const eightDigits = fc.integer({ min: 0, max: 99_999_999 }).map((n) => String(n).padStart(8, '0'))
const acns = eightDigits.map((digits) => `${digits}${acnCheckDigit(digits)}`)

describe('an ABN', () => {
  test.each(['51824753556', '51 824 753 556', '53 004 085 616'])('%s is valid', (abn) => {
    expect(isValidAbn(abn)).toBe(true)
  })

  test.each(['', '51824753557', '5182475355', '518247535561', '01824753556', 'abcdefghijk'])(
    '"%s" is not',
    (abn) => {
      expect(isValidAbn(abn)).toBe(false)
    },
  )

  test('of any ACN is valid, and no longer so when two neighbouring digits are swapped', () => {
    fc.assert(
      fc.property(acns, fc.integer({ min: 2, max: 9 }), (acn, i) => {
        const abn = abnOfAcn(acn)
        const swapped = abn.slice(0, i) + abn[i + 1] + abn[i] + abn.slice(i + 2)
        return isValidAbn(abn) && (swapped === abn || !isValidAbn(swapped))
      }),
    )
  })

  test('is written in groups', () => {
    expect(formatAbn('51824753556')).toBe('51 824 753 556')
  })
})

describe('an ACN', () => {
  test.each(['004 085 616', '000000019', '010499966'])('%s is valid', (acn) => {
    expect(isValidAcn(acn)).toBe(true)
  })

  test('with another check digit is not valid', () => {
    fc.assert(
      fc.property(acns, fc.integer({ min: 1, max: 9 }), (acn, change) => {
        const other = (Number(acn[8]) + change) % 10
        return isValidAcn(acn) && !isValidAcn(`${acn.slice(0, 8)}${other}`)
      }),
    )
  })
})
