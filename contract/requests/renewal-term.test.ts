import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MembershipTerm, nextFinancialDate, termInWords, endlessTerm, proRata } from './renewal-term.ts'

const months = (Months: number): MembershipTerm => ({ Kind: 'Months', Months, Month: 6, Day: 30 })
const yearEnd = (Month: number, Day: number): MembershipTerm => ({ Kind: 'YearEnd', Months: 12, Month, Day })

describe('the next financial date', () => {
  test.each([
    ['a year after today, where it is past', months(12), '2025-01-31', '2026-11-15', '2027-11-15'],
    ['a year after it, where it is to come', months(12), '2026-12-31', '2026-11-15', '2027-12-31'],
    ['a year after today, where there is none', months(12), null, '2026-11-15', '2027-11-15'],
    ['the last day of a shorter month', months(1), '2027-01-31', '2026-11-15', '2027-02-28'],
    ['the 28th a year after the 29th', months(12), null, '2028-02-29', '2029-02-28'],
    ['over the end of a year', months(3), null, '2026-11-15', '2027-02-15'],
    ['the coming end of June', yearEnd(6, 30), null, '2026-11-15', '2027-06-30'],
    ['the one after, for who is paid up to it', yearEnd(6, 30), '2027-06-30', '2026-11-15', '2028-06-30'],
    ['not the day itself', yearEnd(11, 15), null, '2026-11-15', '2027-11-15'],
    ['the last day there is, for who is paid up to it', months(12), '9999-12-31', '2026-11-15', '9999-12-31'],
    [
      'the last day there is, up to a day of the year',
      yearEnd(6, 30),
      '9999-12-31',
      '2026-11-15',
      '9999-12-31',
    ],
    [
      'the last day there is, where the term ends after',
      months(120),
      '9995-03-01',
      '2026-11-15',
      '9999-12-31',
    ],
    ['the end of February', yearEnd(2, 29), null, '2026-11-15', '2027-02-28'],
  ])('is %s', (_, term, financial, today, expected) => {
    expect(nextFinancialDate(term, financial, today)).toBe(expected)
  })

  test('is always later than today and than the last one', () => {
    const day = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    const term = fc.oneof(
      fc.integer({ min: 1, max: 120 }).map(months),
      fc
        .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
        .map(([m, d]) => yearEnd(m, d)),
    )
    fc.assert(
      fc.property(term, fc.option(day), day, (rule, financial, today) => {
        const next = nextFinancialDate(rule, financial, today)
        expect(next > today && next > (financial ?? '')).toBe(true)
        expect(new Date(next).toISOString().slice(0, 10)).toBe(next)
      }),
    )
  })

  test.each([
    [months(1), '1 month'],
    [months(12), '12 months'],
    [yearEnd(6, 30), 'until 30 June'],
  ])('has a rule that can be said', (term, words) => {
    expect(termInWords(term)).toBe(words)
  })
})

describe('who joins in the middle of a term', () => {
  const june = { Kind: 'YearEnd', Months: 12, Month: 6, Day: 30 } as const

  test.each([
    ['2026-07-01', 12],
    ['2026-08-01', 11],
    ['2026-11-17', 8],
    ['2027-06-30', 12],
    ['2027-06-29', 1],
  ])('on %s pays for %i months', (today, count) => {
    expect(proRata(june, today) * 12).toBeCloseTo(count)
  })

  test('pays for all of a number of months', () => {
    expect(proRata({ ...june, Kind: 'Months' }, '2026-11-17')).toBe(1)
  })
})

test('a membership that never lapses ends on the last day there is', () => {
  expect(nextFinancialDate(endlessTerm, null, '2026-11-17')).toBe('9999-12-31')
})
