import { expect, test } from 'vitest'
import { endOfDay, startOfDay } from './start-of-day.ts'

test.each([
  ['2026-11-16', 'UTC', '2026-11-16T00:00:00.000Z'],
  ['2026-11-16', 'Australia/Sydney', '2026-11-15T13:00:00.000Z'],
  ['2026-11-16', 'Australia/Adelaide', '2026-11-15T13:30:00.000Z'],
  ['2026-11-16', 'Pacific/Kiritimati', '2026-11-15T10:00:00.000Z'],
  ['2026-11-16', 'Pacific/Pago_Pago', '2026-11-16T11:00:00.000Z'],
  // The clocks go from midnight to one: the day begins at one.
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
])('%s begins in %s at %s', (date, zone, instant) => {
  expect(startOfDay(date, zone)).toBe(instant)
})

test('a day is 23 or 25 hours long when the clocks are changed', () => {
  const hours = (date: string) =>
    (Date.parse(endOfDay(date, 'Australia/Sydney')) - Date.parse(startOfDay(date, 'Australia/Sydney'))) /
    3_600_000
  expect([hours('2026-10-04'), hours('2026-04-05'), hours('2026-06-01')]).toEqual([23, 25, 24])
})
