import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type FilterName,
  filterNames,
  type FilterTerm,
  kindOf,
  parseFilter,
  printFilter,
} from './member-filter.ts'
import { standings } from './standing.ts'

const valueOf = (name: FilterName): fc.Arbitrary<string> =>
  ({
    'yes-no': fc.constantFrom('true', 'false'),
    standing: fc.constantFrom(...standings),
    days: fc.integer({ min: 1, max: 366 }).map(String),
    month: fc.integer({ min: 1, max: 12 }).map(String),
    points: fc.integer({ min: -100_000_000, max: 100_000_000 }).map((cents) => String(cents / 100)),
    option: fc
      .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
      .map((text) => text.trim())
      .filter((text) => text !== ''),
  })[kindOf(name)]

const term: fc.Arbitrary<FilterTerm> = fc
  .constantFrom(...filterNames)
  .chain((name) => fc.record({ name: fc.constant(name), value: valueOf(name), isExcluded: fc.boolean() }))

test('what is printed reads back as the very same', () => {
  fc.assert(
    fc.property(fc.array(term, { maxLength: 12 }), (filter) => {
      expect(parseFilter(printFilter(filter))).toEqual({ filter, errors: [] })
    }),
  )
})

test('any text at all is read, and every mistake lies within it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) =>
      parseFilter(text).errors.every(
        ({ message, from, to }) => message.endsWith('.') && from >= 0 && from < to && to <= text.length,
      ),
    ),
  )
})

describe('a query', () => {
  test.each([
    ['Financial=TRUE', { name: 'Financial', value: 'true', isExcluded: false }],
    ['financial=!false', { name: 'Financial', value: 'false', isExcluded: true }],
    ['?BirthMonth=03', { name: 'BirthMonth', value: '3', isExcluded: false }],
    [
      'MembershipTypeDescription=Life+member',
      { name: 'MembershipTypeDescription', value: 'Life member', isExcluded: false },
    ],
    ['Status=%21Active', { name: 'Status', value: '!Active', isExcluded: false }],
    [
      'PointsBalanceGreaterThan=10.50',
      { name: 'PointsBalanceGreaterThan', value: '10.5', isExcluded: false },
    ],
    ['Status=50%', { name: 'Status', value: '50%', isExcluded: false }],
  ])('%s is understood', (query, expected) => {
    expect(parseFilter(query)).toEqual({ filter: [expected], errors: [] })
  })

  test.each([
    ['Colour=red', "There is no filter named 'Colour'."],
    ['PointsBalance=1', "There is no filter named 'PointsBalance'."],
    ['Financial=maybe', "'maybe' is not a value of Financial: write true or false."],
    ['BirthMonth=13', "'13' is not a value of BirthMonth: write the number of a month, 1 to 12."],
    [
      'PointsBalanceLessThan=1e9',
      "'1e9' is not a value of PointsBalanceLessThan: write a number with two decimals at the most.",
    ],
    ['DueWithinDays=367', "'367' is not a value of DueWithinDays: write a number of days, 1 to 366."],
    ['Status=', 'Status needs a value.'],
    ['Status', 'Status needs a value.'],
    ['Status=a%00b', "'a\u0000b' is not a value of Status."],
  ])('%s is refused by name', (query, message) => {
    expect(parseFilter(query)).toEqual({ filter: [], errors: [{ message, from: 0, to: query.length }] })
  })

  test('keeps what is right beside a mistake, and says where that is', () => {
    expect(parseFilter('Gender=Female&Colour=red&Status=!Active')).toMatchObject({
      filter: [{ name: 'Gender' }, { name: 'Status', isExcluded: true }],
      errors: [{ from: 14, to: 24 }],
    })
  })
})
