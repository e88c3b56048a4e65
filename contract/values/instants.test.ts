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
  // What the database has no moment for: in UTC it lies before the first year or after the last.
  ['9999-12-31T23:59:59-23:59', null],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
  ['0001-01-01T00:00:00+00:01', null],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ['0000-12-31T23:59:59-00:01', '0001-01-01T00:00:59.000Z'],
  ['0000-06-15T00:00:00Z', null],
  ['0000-06-15', null],
])('%s is %s', (text, instant) => {
  expect(instantOf(text)).toBe(instant)
})
