import { expect, test } from 'vitest'
import { presetOf, spanOfPreset } from './presets.ts'

test.each([
  ['2026-11-17', 'Today', '2026-11-17', '2026-11-17'],
  ['2026-11-17', 'This month', '2026-11-01', '2026-11-30'],
  ['2026-11-17', 'Last month', '2026-10-01', '2026-10-31'],
  ['2026-01-05', 'Last month', '2025-12-01', '2025-12-31'],
  ['2028-03-31', 'Last month', '2028-02-01', '2028-02-29'],
  ['2026-12-31', 'This month', '2026-12-01', '2026-12-31'],
  ['2026-06-30', 'This financial year', '2025-07-01', '2026-06-30'],
  ['2026-07-01', 'This financial year', '2026-07-01', '2027-06-30'],
  ['2026-07-01', 'Last financial year', '2025-07-01', '2026-06-30'],
] as const)('on %s, %s is from %s to %s', (today, name, from, to) => {
  expect(spanOfPreset(name, today)).toEqual({ from, to })
  expect(presetOf({ from, to }, today)).toBe(name)
})

test('days of one’s own have no name', () => {
  expect(presetOf({ from: '2026-11-02', to: '2026-11-30' }, '2026-11-17')).toBeUndefined()
  expect(presetOf({}, '2026-11-17')).toBeUndefined()
})
