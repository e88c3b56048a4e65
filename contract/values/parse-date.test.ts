import { expect, test } from 'vitest'
import { parseDate } from './parse-date.ts'

test.each([
  '14/11/2026',
  '14-11-26',
  '14.11.2026',
  '14 Nov 2026',
  '14 november, 2026',
  '2026-11-14',
  ' 14/11/26 ',
])('reads %s as the 14th of November 2026', (text) => {
  expect(parseDate(text)).toBe('2026-11-14')
})

test('takes the day before the month', () => {
  expect(parseDate('3/4/2026')).toBe('2026-04-03')
})

test('takes two digits far ahead for the last century', () => {
  expect(parseDate('1/1/76')).toBe('1976-01-01')
})

test.each([
  '',
  '14',
  '14/11',
  '31/6/2026',
  '0/1/2026',
  '14/13/2026',
  'soon',
  '14 Foo 2026',
  '1/1/202',
  '1e1/1/2026',
])('finds no date in "%s"', (text) => {
  expect(parseDate(text)).toBeNull()
})
