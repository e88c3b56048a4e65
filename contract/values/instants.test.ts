import { expect, test } from 'vitest'
import { instantOf } from './instants.ts'

test.each([
  ['2026-11-15T09:30:00Z', '2026-11-15T09:30:00Z'],
  ['2026-11-15T09:30:00.123456Z', '2026-11-15T09:30:00.123456Z'],
  ['2026-11-15T09:30:00+11:00', '2026-11-14T22:30:00.000Z'],
  // As an address has it whose plus sign nobody escaped.
  ['2026-11-15T09:30:00 11:00', '2026-11-14T22:30:00.000Z'],
  ['2026-11-15T09:30:00-05:30', '2026-11-15T15:00:00.000Z'],
  ['2026-11-15', '2026-11-15T00:00:00Z'],
  ['2026-02-30', null],
  ['15/11/2026', null],
  ['2026-11-15T25:00:00Z', null],
  ['2026-11-15T09:30:00', null],
  ['', null],
])('%s is %s', (text, instant) => {
  expect(instantOf(text)).toBe(instant)
})
