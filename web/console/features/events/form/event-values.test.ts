import { expect, test } from 'vitest'
import { firstEvening } from './event-values.ts'

const dayAt = (instant: string, zone = 'Australia/Sydney') => {
  const { EventStartDate, EventEndDate, ...rest } = firstEvening('Main Club', zone, new Date(instant))
  expect(EventEndDate).toBe(EventStartDate)
  expect(rest).toMatchObject({
    EventName: '',
    CheckInStartTime: '18:00',
    CheckInEndTime: '23:00',
    EventLocation: 'Main Club',
    TimeZoneId: zone,
  })
  return EventStartDate
}

test('the first event is tonight by the clocks of the business, or tomorrow once tonight is over', () => {
  expect(dayAt('2026-11-17T01:00:00Z')).toBe('2026-11-17')
  expect(dayAt('2026-11-17T11:59:00Z')).toBe('2026-11-17')
  // 11 pm in Sydney.
  expect(dayAt('2026-11-17T12:00:00Z')).toBe('2026-11-18')
  // Half past midnight there, still yesterday in UTC.
  expect(dayAt('2026-11-17T13:30:00Z')).toBe('2026-11-18')
  expect(dayAt('2026-11-17T13:30:00Z', 'Australia/Perth')).toBe('2026-11-17')
  expect(dayAt('2026-12-31T12:30:00Z')).toBe('2027-01-01')
})
