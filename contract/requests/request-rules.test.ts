import { describe, expect, test } from 'vitest'
import { mobileWithCountryCode, priceOf } from './request-rules.ts'

const form = {
  MembershipTypes: [
    { Key: 'Ordinary', Fee: 55, TaxPercent: 10 },
    { Key: 'Junior', Fee: 19.95, TaxPercent: 10 },
  ],
  Questions: [],
  FeeItems: [
    { Id: 'badge', Fee: 5.5, TaxPercent: 10 },
    { Id: 'gift', Fee: 10, TaxPercent: 0 },
  ],
}

describe('the price', () => {
  test.each([
    ['Ordinary', [], { total: 5500, tax: 500 }],
    ['Ordinary', ['badge', 'gift'], { total: 7050, tax: 550 }],
    ['Junior', [], { total: 1995, tax: 181 }],
    ['Junior', ['badge', 'badge', 'nothing'], { total: 2545, tax: 231 }],
    [null, ['gift'], { total: 1000, tax: 0 }],
  ])('of %s with %j is %j', (MembershipType, FeeItems, price) => {
    expect(priceOf(form, { MembershipType, FeeItems })).toMatchObject(price)
  })
})

test.each([
  ['0412 345 678', '+61412345678'],
  ['(02) 9876-5432', '+61298765432'],
  ['+64 21 123 456', '+6421123456'],
])('%s is dialled as %s', (typed, dialled) => {
  expect(mobileWithCountryCode(typed)).toBe(dialled)
})
