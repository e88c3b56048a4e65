import { expect, test } from 'vitest'
import { doorOf } from '#door/desk/test-door.ts'
import { decide } from './decide.ts'

const day = { EventStartDate: '2026-11-14', EventEndDate: '2026-11-14' }
const times = { CheckInStartTime: '18:00', CheckInEndTime: '20:00', TimeZoneId: 'Australia/Sydney' }
const door = doorOf({ ...day, ...times })
const scan = { ScanId: 'scan-0001', Direction: 'In' as const }
const question = {
  scan,
  at: new Date('2026-11-14T07:30:00Z'),
  door,
  guest: {
    name: 'Zoë Te Rangi',
    level: 'Gold',
    id: 'h',
    details: { number: '…231', suburb: 'Manly', birthYear: '1980' },
  },
  presence: null,
  listedAt: new Date('2026-11-14T06:40:00Z'),
}
const since = new Date('2026-11-14T07:05:00Z')
const matinee = {
  SessionId: 'one',
  Name: 'Matinee',
  Date: '2026-11-14',
  CheckInStartTime: '14:00',
  CheckInEndTime: '15:00',
  Capacity: null,
}

test('welcomes who is on the list', () => {
  expect(decide(question)).toEqual({
    ScanId: 'scan-0001',
    Result: 'Valid',
    Reason: null,
    Member: expect.objectContaining({
      FirstName: 'Zoë',
      LastName: 'Te Rangi',
      MemberLevelDescription: 'Gold',
      // As much as the list has of them.
      MembershipNumber: '…231',
      BirthYear: 1980,
    }),
    ScannedAt: '2026-11-14T07:30:00.000Z',
    IsUndone: false,
    Direction: 'In',
    IsLetInTwice: false,
  })
})

test('knows nothing of who has nothing on the list but a name', () => {
  const details = { number: null, suburb: null, birthYear: null }
  const { Member } = decide({ ...question, guest: { ...question.guest, details } })
  expect(Member).toMatchObject({ FirstName: 'Zoë', MembershipNumber: null, BirthYear: null })
})

test.each([
  [{ presence: { isIn: true, since } }, 'AlreadyIn', 'In since 18:05.'],
  [{ presence: { isIn: false, since } }, 'AlreadyIn', 'In since 18:05.'],
  [
    { door: { ...door, Reentry: 'checkout' as const }, presence: { isIn: true, since } },
    'AlreadyIn',
    'In since 18:05.',
  ],
  [{ door: { ...door, Sessions: [matinee] } }, 'OutsideCheckIn', 'No session checks in at this time.'],
  [
    { door: { ...door, Sessions: [matinee] }, scan: { ...scan, SessionId: 'one' } },
    'OutsideCheckIn',
    'Check-in is from 14:00 to 15:00, 14 Nov 2026.',
  ],
  [
    { scan: { ...scan, Direction: 'Out' as const }, presence: { isIn: false, since } },
    'NotIn',
    'They have checked out before.',
  ],
  [
    { at: new Date('2026-11-14T06:59:00Z') },
    'OutsideCheckIn',
    'Check-in is from 18:00 to 20:00, 14 Nov 2026.',
  ],
  [{ guest: null }, 'NotEligible', "Not on the list of 17:40. Without a connection more can't be known."],
  [{ guest: null, listedAt: null }, 'NotEligible', "Without a connection and a list the door can't tell."],
  [
    { door: doorOf({ ...day, ...times, EventStatus: 'Canceled' }) },
    'EventNotOpen',
    'This event is canceled.',
  ],
])('refuses %o', (change, Result, Reason) => {
  expect(decide({ ...question, ...change })).toMatchObject({ Result, Reason })
})

test.each([
  ['Reentry', { door: { ...door, Reentry: 'free' as const }, presence: { isIn: true, since } }],
  ['Reentry', { door: { ...door, Reentry: 'checkout' as const }, presence: { isIn: false, since } }],
  ['Valid', { door: { ...door, Sessions: [{ ...matinee, CheckInEndTime: '19:00' }] } }],
  ['CheckedOut', { scan: { ...scan, Direction: 'Out' as const }, presence: { isIn: true, since } }],
  // They came in by another door.
  ['CheckedOut', { scan: { ...scan, Direction: 'Out' as const } }],
])('says %s to %o', (Result, change) => {
  expect(decide({ ...question, ...change })).toMatchObject({ Result, Reason: null })
})

test('lets out whom it does not know: who let them in need not have been this list', () => {
  const strange = { ...question, scan: { ...scan, Direction: 'Out' as const }, guest: null }
  expect(decide(strange)).toMatchObject({ Result: 'CheckedOut', Reason: expect.stringContaining('list') })
  expect(decide({ ...strange, listedAt: null })).toMatchObject({ Result: 'CheckedOut' })
  expect(decide({ ...strange, presence: { isIn: true, since } })).toMatchObject({ Result: 'CheckedOut' })
  expect(decide({ ...strange, presence: { isIn: false, since } })).toMatchObject({ Result: 'NotIn' })
})
