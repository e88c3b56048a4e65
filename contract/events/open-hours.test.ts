import { expect, test } from 'vitest'
import { checkInTimes, eventDaysOf, endlessDay, isCheckInTime, openDate } from './event-times.ts'
import { isOpenAt, type OpenHours, weekdayOf, weekHours } from './open-hours.ts'

const day = { From: '10:00', To: '22:00' }
const late = { From: '18:00', To: '02:00' }
// 2026-11-16 is a Monday.
const hours: OpenHours = [null, day, day, day, late, late, day]

test('a week begins on Monday', () => {
  expect(['2026-11-16', '2026-11-22', '2026-11-23'].map(weekdayOf)).toEqual([0, 6, 0])
})

test.each([
  ['2026-11-16', '12:00', false],
  ['2026-11-17', '09:59', false],
  ['2026-11-17', '10:00', true],
  ['2026-11-17', '22:00', true],
  ['2026-11-17', '22:01', false],
  ['2026-11-20', '23:59', true],
  ['2026-11-21', '02:00', true],
  ['2026-11-21', '02:01', false],
  ['2026-11-22', '01:30', true],
  ['2026-11-23', '01:30', false],
])('on %s at %s it is open: %s', (date, time, isOpen) => {
  expect(isOpenAt(hours, { date, time })).toBe(isOpen)
})

test('hours in words join days that are alike', () => {
  expect(weekHours(hours)).toBe(
    'Monday closed, Tuesday to Thursday 10:00 – 22:00, Friday to Saturday 18:00 – 02:00, Sunday 10:00 – 22:00',
  )
  expect(weekHours(Array.from({ length: 7 }, () => day))).toBe('Every day 10:00 – 22:00')
  expect(weekHours(null)).toBe('At any hour')
})

const entry = {
  EventStartDate: '2026-11-01',
  EventEndDate: endlessDay,
  CheckInStartTime: '00:00',
  CheckInEndTime: '23:59',
  TimeZoneId: 'Australia/Sydney',
  Kind: 'Entry',
  OpenHours: hours,
} as const

test('an entry goes by its hours, there where it is, and says so', () => {
  // Noon of a Monday in Sydney.
  const monday = new Date('2026-11-16T01:00:00Z')
  expect(isCheckInTime(entry, monday)).toBe(false)
  expect(checkInTimes(entry, monday)).toBe('Open hours of Monday: closed.')
  expect(isCheckInTime(entry, new Date('2026-11-17T01:00:00Z'))).toBe(true)
  expect(isCheckInTime({ ...entry, OpenHours: null }, monday)).toBe(true)
  expect(eventDaysOf(entry)).toBe('Every day')
})

test('the night is of the evening before', () => {
  expect(openDate(entry, { date: '2026-11-21', time: '01:30' })).toBe('2026-11-20')
  expect(openDate(entry, { date: '2026-11-21', time: '18:00' })).toBe('2026-11-21')
  expect(openDate({ OpenHours: null }, { date: '2026-11-21', time: '01:30' })).toBe('2026-11-21')
})
