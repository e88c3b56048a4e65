import fc from 'fast-check'
import { expect, test } from 'vitest'
import { looksLikeReceipt, receiptNumberOf, transactionOfReceipt } from './receipt-number.ts'

test('a receipt’s number leads to its transaction, however it is typed', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 999_999_999_999_999_999n }), (id) => {
      const number = receiptNumberOf(String(id))
      expect(transactionOfReceipt(number)).toBe(String(id))
      expect(
        transactionOfReceipt(` ${number.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `),
      ).toBe(String(id))
    }),
  )
  expect(receiptNumberOf('1')).toMatch(/^R-1[0-9A-Z]$/)
  expect(receiptNumberOf('250000')).toHaveLength(7)
})

test('one mistyped sign leads nowhere', () => {
  const [number, signs] = [receiptNumberOf('123456'), '0123456789ABCDEFGHJKMNPQRSTVWXYZ']
  for (let place = 2; place < number.length; place++)
    for (const sign of signs) {
      const typed = `${number.slice(0, place)}${sign}${number.slice(place + 1)}`
      expect(transactionOfReceipt(typed)).toBe(typed === number ? '123456' : null)
    }
})

test('a transaction is itself, and anything else leads nowhere', () => {
  expect(transactionOfReceipt('4711')).toBe('4711')
  for (const text of ['', 'R', 'R-', 'Rosalind', 'X-1V', '1'.repeat(19)])
    expect(transactionOfReceipt(text)).toBeNull()
  expect(looksLikeReceipt('4711')).toBe(false)
  expect(looksLikeReceipt(receiptNumberOf('4711'))).toBe(true)
})
