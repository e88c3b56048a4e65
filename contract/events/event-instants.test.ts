import { expect, test } from 'vitest'
import { instantIn, spanOfEvent } from './event-instants.ts'

const at = (zone: string, date: string, time: string) => instantIn(zone, { date, time }).toISOString()

test.each([
  ['Australia/Sydney', '2026-11-17', '18:00', '2026-11-17T07:00:00.000Z'],
  ['Australia/Sydney', '2026-07-17', '18:00', '2026-07-17T08:00:00.000Z'],
  ['Australia/Perth', '2026-11-17', '18:00', '2026-11-17T10:00:00.000Z'],
  ['America/New_York', '2026-11-17', '20:00', '2026-11-18T01:00:00.000Z'],
  ['Pacific/Auckland', '2026-11-17', '00:00', '2026-11-16T11:00:00.000Z'],
  ['UTC', '2026-11-17', '12:34', '2026-11-17T12:34:00.000Z'],
])('%s %s %s is %s', (zone, date, time, instant) => {
  expect(at(zone, date, time)).toBe(instant)
})

test('where clocks are put back, a time that comes twice is the first', () => {
  expect(at('Australia/Sydney', '2027-04-04', '02:30')).toBe('2027-04-03T15:30:00.000Z')
  expect(at('Australia/Sydney', '2027-04-04', '03:00')).toBe('2027-04-03T17:00:00.000Z')
})

test('where clocks are put forward, a time that is skipped is as if they had not been', () => {
  expect(at('Australia/Sydney', '2026-10-04', '02:30')).toBe('2026-10-03T16:30:00.000Z')
  expect(at('Australia/Sydney', '2026-10-04', '03:00')).toBe('2026-10-03T16:00:00.000Z')
})

test('the last minute of a day lasts until midnight', () => {
  const event = { EventStartDate: '2026-11-17', EventEndDate: '2026-11-17', TimeZoneId: 'UTC' }
  const { to } = spanOfEvent({ ...event, CheckInStartTime: '20:00', CheckInEndTime: '23:59' })
  expect(to.toISOString()).toBe('2026-11-18T00:00:00.000Z')
})
