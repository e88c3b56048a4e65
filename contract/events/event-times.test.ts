import { describe, expect, test } from 'vitest'
import { isTimeZone } from '#contract/values/time-zones.ts'
import { addDays, eventDaysOf, durationOf, isCheckInTime, isOver, zonedTime } from './event-times.ts'

const evening = {
  EventStartDate: '2026-11-14',
  EventEndDate: '2026-11-14',
  CheckInStartTime: '18:00',
  CheckInEndTime: '20:00',
  TimeZoneId: 'Australia/Sydney',
}
const allDay = { ...evening, CheckInStartTime: '00:00', CheckInEndTime: '23:59' }
const at = (text: string) => new Date(text)

describe('check-in', () => {
  test('is from its first minute to the end of its last', () => {
    expect(isCheckInTime(evening, at('2026-11-14T06:59:59Z'))).toBe(false)
    expect(isCheckInTime(evening, at('2026-11-14T07:00:00Z'))).toBe(true)
    expect(isCheckInTime(evening, at('2026-11-14T09:00:59Z'))).toBe(true)
    expect(isCheckInTime(evening, at('2026-11-14T09:01:00Z'))).toBe(false)
  })

  test('goes by the day it is where the event is, around midnight', () => {
    expect(isCheckInTime(allDay, at('2026-11-13T12:59:59Z'))).toBe(false)
    expect(isCheckInTime(allDay, at('2026-11-13T13:00:00Z'))).toBe(true)
    expect(isCheckInTime(allDay, at('2026-11-14T12:59:59Z'))).toBe(true)
    expect(isCheckInTime(allDay, at('2026-11-14T13:00:00Z'))).toBe(false)
    const inPerth = { ...allDay, TimeZoneId: 'Australia/Perth' }
    expect(isCheckInTime(inPerth, at('2026-11-13T13:00:00Z'))).toBe(false)
    expect(isCheckInTime(inPerth, at('2026-11-14T15:59:59Z'))).toBe(true)
  })

  test('is on each day of an event of several', () => {
    const weekend = { ...evening, EventEndDate: '2026-11-15' }
    expect(isCheckInTime(weekend, at('2026-11-15T08:00:00Z'))).toBe(true)
    expect(isCheckInTime(weekend, at('2026-11-15T12:00:00Z'))).toBe(false)
    expect(isCheckInTime(weekend, at('2026-11-16T08:00:00Z'))).toBe(false)
  })

  test('goes by the clocks on the wall when these are put forward', () => {
    // On 4 October 2026 at 2:00 it became 3:00 in Sydney.
    const night = {
      ...evening,
      EventStartDate: '2026-10-04',
      EventEndDate: '2026-10-04',
      CheckInStartTime: '01:30',
      CheckInEndTime: '03:30',
    }
    expect(zonedTime(at('2026-10-03T15:59:00Z'), 'Australia/Sydney').time).toBe('01:59')
    expect(zonedTime(at('2026-10-03T16:00:00Z'), 'Australia/Sydney').time).toBe('03:00')
    expect(isCheckInTime(night, at('2026-10-03T15:29:59Z'))).toBe(false)
    expect(isCheckInTime(night, at('2026-10-03T15:30:00Z'))).toBe(true)
    expect(isCheckInTime(night, at('2026-10-03T16:30:59Z'))).toBe(true)
    expect(isCheckInTime(night, at('2026-10-03T16:31:00Z'))).toBe(false)
  })

  test('is open both times where the hour comes twice', () => {
    // On 5 April 2026 at 3:00 it became 2:00 in Sydney.
    const night = {
      ...evening,
      EventStartDate: '2026-04-05',
      EventEndDate: '2026-04-05',
      CheckInStartTime: '02:00',
      CheckInEndTime: '02:30',
    }
    expect(isCheckInTime(night, at('2026-04-04T15:10:00Z'))).toBe(true)
    expect(isCheckInTime(night, at('2026-04-04T15:40:00Z'))).toBe(false)
    expect(isCheckInTime(night, at('2026-04-04T16:10:00Z'))).toBe(true)
    expect(isCheckInTime(night, at('2026-04-04T16:31:00Z'))).toBe(false)
  })
})

test('an event is over when its last day is, where it is', () => {
  expect(isOver(evening, at('2026-11-14T12:59:59Z'))).toBe(false)
  expect(isOver(evening, at('2026-11-14T13:00:00Z'))).toBe(true)
})

test('counts days begun', () => {
  expect(durationOf(evening)).toBe('1 day')
  expect(durationOf({ ...evening, EventEndDate: '2026-11-16' })).toBe('3 days')
  // Clocks are changed in between.
  expect(durationOf({ ...evening, EventStartDate: '2026-10-03', EventEndDate: '2026-10-05' })).toBe('3 days')
})

test('says the days of an event', () => {
  expect(eventDaysOf(evening)).toBe('14 Nov 2026')
  expect(eventDaysOf({ ...evening, EventEndDate: '2026-11-16' })).toBe('14 Nov 2026 – 16 Nov 2026')
})

test('adds days by the calendar', () => {
  expect(addDays('2026-02-27', 2)).toBe('2026-03-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})

test.each(['Australia/Lord_Howe', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+10'])(
  'knows %s',
  (zone) => {
    expect(isTimeZone(zone)).toBe(true)
  },
)

test.each(['', 'Sydney', '+10:00', 'Australia/Nowhere', 'Australia/', 'AET', 'NST', 'ACT', 'US/Pacific-New'])(
  'refuses the zone "%s"',
  (zone) => {
    expect(isTimeZone(zone)).toBe(false)
  },
)
