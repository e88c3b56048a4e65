import { afterEach, expect, test } from 'vitest'
import {
  dateOrder,
  dateTimeParts,
  formatBytes,
  formatDate,
  firstWeekday,
  formatDateTime,
  formatDays,
  formatLongDate,
  formatMoney,
  formatMonth,
  formatStored,
  formatTime,
  monthName,
  setDateLocale,
  weekdayName,
} from './format.ts'

afterEach(() => setDateLocale('en-AU'))

/** Intl separates with narrow and unbreakable spaces; people don't see the difference. */
const plain = (text: string) => text.replaceAll(/\s/gu, ' ')

test('shows dollars with two decimals', () => {
  expect(formatMoney(1234.5)).toBe('$1,234.50')
  expect(formatMoney(-5)).toBe('-$5.00')
})

test('shows a date as the same day in every zone', () => {
  expect(formatDate('2026-11-14', 'Pacific/Kiritimati')).toBe('14 Nov 2026')
  expect(formatDate('2026-11-14', 'America/Los_Angeles')).toBe('14 Nov 2026')
})

test('shows an instant in the zone asked for, and says which', () => {
  expect(plain(formatDateTime('2026-11-14T07:30:00Z', 'Australia/Sydney'))).toBe('14 Nov 2026, 6:30 pm AEDT')
  expect(plain(formatDateTime('2026-11-14T07:30:00Z', 'Australia/Perth'))).toBe('14 Nov 2026, 3:30 pm AWST')
})

test('takes the day of an instant from the zone', () => {
  expect(formatDate('2026-11-14T20:00:00Z', 'Australia/Sydney')).toBe('15 Nov 2026')
})

test('shows dates that are stored in words, and leaves anything else alone', () => {
  expect(formatStored('2026-11-14')).toBe('14 Nov 2026')
  expect(plain(formatStored('2026-11-14T07:30:00.000Z'))).toContain('14 Nov 2026, ')
  expect(formatStored('10001')).toBe('10001')
  expect(formatStored('2026-11-14 is a date')).toBe('2026-11-14 is a date')
})

test.each([
  [0, '0 kB'],
  [12, '1 kB'],
  [340_000, '340 kB'],
  [1_240_000, '1.2 MB'],
  [2_000_000_000, '2,000 MB'],
])('shows %i bytes as %s', (bytes, text) => {
  expect(plain(formatBytes(bytes))).toBe(text)
})

test.each([
  ['en-AU', '14 Nov 2026', '14 November 2026', '14 Nov 2026,', '6:30 pm AEDT', 'DD/MM/YYYY'],
  ['en-GB', '14 Nov 2026', '14 November 2026', '14 Nov 2026,', '18:30 GMT+11', 'DD/MM/YYYY'],
  ['en-US', 'Nov 14, 2026', 'November 14, 2026', 'Nov 14, 2026,', '6:30 PM GMT+11', 'MM/DD/YYYY'],
])('writes dates as %s does', (locale, short, long, date, time, order) => {
  setDateLocale(locale)
  expect(formatDate('2026-11-14')).toBe(short)
  expect(formatLongDate('2026-11-14')).toBe(long)
  expect(dateTimeParts('2026-11-14T07:30:00Z', 'Australia/Sydney').map(plain)).toEqual([date, time])
  expect(dateOrder()).toBe(order)
})

test.each([
  ['en-AU', '14 Nov 2026 – 16 Nov 2026', '6:30 pm'],
  ['en-GB', '14 Nov 2026 – 16 Nov 2026', '18:30'],
  ['en-US', 'Nov 14, 2026 – Nov 16, 2026', '6:30 PM'],
])('writes days and times as %s does', (locale, days, time) => {
  setDateLocale(locale)
  expect(formatDays('2026-11-14', '2026-11-16')).toBe(days)
  expect(formatDays('2026-11-14', '2026-11-14')).toBe(formatDate('2026-11-14'))
  expect(plain(formatTime(Date.parse('2026-11-14T07:30:00Z'), 'Australia/Sydney'))).toBe(time)
})

test.each([
  ['en-AU', 'November 2026', 'November', 'Sat', 1],
  ['en-US', 'November 2026', 'November', 'Sat', 0],
  ['de-DE', 'November 2026', 'November', 'Sa', 1],
  ['fr-FR', 'novembre 2026', 'novembre', 'sam.', 1],
])('names what a calendar has as %s does', (locale, month, name, weekday, first) => {
  setDateLocale(locale)
  expect(formatMonth('2026-11-14')).toBe(month)
  expect(monthName('2026-11-14', 'long')).toBe(name)
  expect(weekdayName('2026-11-14')).toBe(weekday)
  expect(firstWeekday()).toBe(first)
})

test('a calendar to pick from has the years that its days are of, also where people count others', () => {
  setDateLocale('th-TH')
  expect(formatDate('2026-11-14')).toContain('2569')
  expect(formatMonth('2026-11-14')).toContain('2026')
})
