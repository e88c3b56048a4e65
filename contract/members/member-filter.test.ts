import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type FilterName,
  filterNames,
  FilterQuery,
  type FilterTerm,
  kindOf,
  parseFilter,
  printFilter,
} from './member-filter.ts'
import { memberStandings } from './standing.ts'

const valueOf = (name: FilterName): fc.Arbitrary<string> =>
  ({
    'yes-no': fc.constantFrom('true', 'false'),
    standing: fc.constantFrom(...memberStandings),
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

const differentTerms = fc.uniqueArray(term, { maxLength: 12, selector: (each) => printFilter([each]) })

test('what is printed reads back as the very same', () => {
  fc.assert(
    fc.property(differentTerms, (filter) => {
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
    ['Status=a\uD800', "'a\uD800' is not a value of Status."],
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

describe('a long query', () => {
  const levels = (count: number) => Array.from({ length: count }, (_, n) => `MemberLevel=L${n}`).join('&')
  const sentences = (query: string) =>
    FilterQuery.safeParse(query).error?.issues.map(({ message }) => message)

  test('says once what it says 248 times', () => {
    const { filter, errors } = parseFilter(Array.from({ length: 248 }, () => 'Gender=Female').join('&'))
    expect([filter, errors]).toEqual([[{ name: 'Gender', value: 'Female', isExcluded: false }], []])
  })

  test('of more than 50 conditions is refused, but not forgotten where it is stored', () => {
    expect(sentences(levels(50))).toBeUndefined()
    expect(sentences(levels(51))).toEqual(['A filter can have 50 conditions at the most.'])
    const { filter, errors } = parseFilter(levels(60))
    expect(filter).toHaveLength(60)
    expect(errors).toEqual([
      {
        message: 'A filter can have 50 conditions at the most.',
        from: levels(50).length + 1,
        to: levels(60).length,
      },
    ])
  })

  test('is as long as it is kept, not as it is typed', () => {
    const typed = Array.from({ length: 10 }, (_, n) => `Status=${'é'.repeat(99)}${n}`).join('&')
    expect(typed.length).toBeLessThan(4000)
    expect(sentences(typed)).toEqual(['A filter can have 4000 characters at the most.'])
  })
})
