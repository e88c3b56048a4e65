import { afterEach, expect, test } from 'vitest'
import { setDateLocale } from '#ui/text/format.ts'
import { dateInField, readTypedDate } from './typed-date.ts'

afterEach(() => setDateLocale('en-AU'))

test.each([
  ['en-AU', '14/11/2026'],
  ['en-GB', '14.11.2026'],
  ['en-GB', '14 Nov 2026'],
  ['en-US', '11/14/2026'],
  ['en-US', 'Nov 14, 2026'],
  ['en-US', '2026-11-14'],
  ['ja-JP', '2026/11/14'],
  ['de-DE', '14.11.2026'],
])('who reads dates as %s types %s', (locale, text) => {
  setDateLocale(locale)
  expect(readTypedDate(text)).toBe('2026-11-14')
})

test.each(['en-AU', 'en-GB', 'en-US', 'ja-JP', 'de-DE', 'ar-EG'])(
  'what a field shows as %s it reads again as the same',
  (locale) => {
    setDateLocale(locale)
    expect(readTypedDate(dateInField('2026-03-05'))).toBe('2026-03-05')
  },
)

test('what is no date is none', () => {
  setDateLocale('en-US')
  expect(readTypedDate('31/12/2026')).toBeNull()
  expect(readTypedDate('soon')).toBeNull()
})
