import { expect, test } from 'vitest'
import { asUsual, firstEvening, movedTo } from './event-values.ts'

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

test('an event that isn’t the first is where and when the last one was, and nothing else of it', () => {
  const usual = {
    EventLocation: 'Harbour Room',
    TimeZoneId: 'Australia/Perth',
    CheckInStartTime: '17:30',
    CheckInEndTime: '21:15',
  }
  const last = {
    ...usual,
    EventName: 'Quiz',
    EventStartDate: '2026-11-17',
    MemberFilterQuery: 'Financial=true',
  }
  expect(asUsual(last)).toEqual({
    ...usual,
    EventName: '',
    EventStartDate: '',
    EventEndDate: '',
    MemberFilterQuery: '',
    Reentry: 'once',
    Capacity: null,
    LetsSuspendedIn: false,
    Sessions: [],
  })
})

const session = (Date: string) => ({
  Name: 'Doors',
  Date,
  CheckInStartTime: '18:00',
  CheckInEndTime: '20:00',
  Capacity: 80,
})

const days = (EventStartDate: string, EventEndDate: string, ...dates: string[]) => ({
  EventStartDate,
  EventEndDate,
  Sessions: dates.map(session),
})

test('an event that begins on another day is as long as before, and its sessions are on the same of its days', () => {
  const festival = days('2026-11-13', '2026-11-15', '2026-11-13', '2026-11-14', '2026-11-15')
  const { EventStartDate: _, ...moved } = days(
    '2026-12-31',
    '2027-01-02',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
  )
  expect(movedTo('2026-12-31', festival)).toEqual(moved)
  // And back again, by the day on which clocks are changed.
  const back = movedTo('2026-10-03', { EventStartDate: '2026-12-31', ...moved })
  expect(back.EventEndDate).toBe('2026-10-05')
  expect(back.Sessions.map(({ Date }) => Date)).toEqual(['2026-10-03', '2026-10-04', '2026-10-05'])
})

test('an event of one day stays one, and one without an end or a start ends on the day that it begins', () => {
  const start = '2026-12-01'
  expect(movedTo(start, days('2026-11-13', '2026-11-13', '2026-11-13'))).toEqual({
    EventEndDate: start,
    Sessions: [session(start)],
  })
  expect(movedTo(start, { EventStartDate: '', EventEndDate: '' })).toEqual({
    EventEndDate: start,
    Sessions: [],
  })
  // Somebody has said the end first.
  expect(movedTo(start, days('', '2026-12-03', '2026-12-02'))).toEqual({
    EventEndDate: '2026-12-03',
    Sessions: [session('2026-12-02')],
  })
})

test('a session whose date was emptied stays without one', () => {
  const [moved] = movedTo('2026-12-01', days('2026-11-13', '2026-11-13', '')).Sessions
  expect(moved!.Date).toBe('')
})
