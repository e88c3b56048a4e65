import { expect, test } from 'vitest'
import type { Door } from '#contract/events/event-scans.ts'
import { decide } from './decide.ts'

const event: Door['Event'] = {
  id: 'e',
  EventName: 'Quiz',
  EventStartDate: '2026-11-14',
  EventEndDate: '2026-11-14',
  CheckInStartTime: '18:00',
  CheckInEndTime: '20:00',
  TimeZoneId: 'Australia/Sydney',
  EventLocation: 'Hall',
  EventStatus: 'Published',
}
const question = {
  scanId: 'scan-0001',
  at: new Date('2026-11-14T07:30:00Z'),
  event,
  guest: { name: 'Zoë Te Rangi', level: 'Gold', id: 'h' },
  inSince: null,
  listedAt: new Date('2026-11-14T06:40:00Z'),
}

test('welcomes who is on the list', () => {
  expect(decide(question)).toEqual({
    ScanId: 'scan-0001',
    Result: 'Valid',
    Reason: null,
    Member: { FirstName: 'Zoë', LastName: 'Te Rangi', MemberLevelDescription: 'Gold' },
    ScannedAt: '2026-11-14T07:30:00.000Z',
    IsUndone: false,
  })
})

test.each([
  [{ inSince: new Date('2026-11-14T07:05:00Z') }, 'AlreadyIn', 'In since 18:05.'],
  [{ inSince: new Date('2026-11-13T07:05:00Z') }, 'AlreadyIn', 'In since 18:05 on 13 Nov 2026.'],
  [
    { at: new Date('2026-11-14T06:59:00Z') },
    'OutsideCheckIn',
    'Check-in is from 18:00 to 20:00, 14 Nov 2026.',
  ],
  [{ guest: null }, 'NotEligible', "Not on the list of 17:40. Without a connection more can't be known."],
  [{ guest: null, listedAt: null }, 'NotEligible', "Without a connection and a list the door can't tell."],
  [{ event: { ...event, EventStatus: 'Canceled' as const } }, 'EventNotOpen', 'This event is canceled.'],
])('refuses %o', (change, Result, Reason) => {
  expect(decide({ ...question, ...change })).toMatchObject({ Result, Reason })
})
