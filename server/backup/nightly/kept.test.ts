import { expect, test } from 'vitest'
import { keptOf } from './kept.ts'

const on = (takenAt: string) => ({ takenAt })
const days = (all: readonly string[], keepDays: number, keepWeeks: number) =>
  [...keptOf(all.map(on), { keepDays, keepWeeks })].map(({ takenAt }) => takenAt.slice(5, 10)).toSorted()

// A Tuesday, and every day of the four weeks before it.
const nights = Array.from({ length: 29 }, (_, back) =>
  new Date(Date.UTC(2026, 10, 17, 16) - back * 24 * 60 * 60 * 1000).toISOString(),
)

test('the last of each day and week is kept, newest first', () => {
  expect(days(nights, 3, 0)).toEqual(['11-15', '11-16', '11-17'])
  expect(days(nights, 1, 4)).toEqual(['11-01', '11-08', '11-15', '11-17'])
})

test('of several on one day the last alone', () => {
  const again = ['2026-11-17T18:00:00.000Z', ...nights]
  const kept = keptOf(again.map(on), { keepDays: 2, keepWeeks: 1 })
  expect([...kept].map(({ takenAt }) => takenAt)).toEqual([again[0], '2026-11-16T16:00:00.000Z'])
})

test('days and weeks without one cost nothing', () => {
  expect(days([nights[0]!, nights[20]!, nights[28]!], 3, 0)).toEqual(['10-20', '10-28', '11-17'])
})
