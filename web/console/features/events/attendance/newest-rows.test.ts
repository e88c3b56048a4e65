import { expect, test } from 'vitest'
import type { AttendanceRow } from '#contract/events/attendance.ts'
import { withNewest } from './newest-rows.ts'

const row = (minute: number): AttendanceRow => ({
  ScanId: `scan-${minute}`,
  Member: { FirstName: 'Zoë', LastName: 'Te Rangi', MemberLevelDescription: null },
  ScanDateTime: `2026-11-14T08:${String(minute).padStart(2, '0')}:00Z`,
  IsLetInTwice: false,
  IsOut: false,
  SessionId: null,
})
const known = (...pages: number[][]) => ({
  pages: pages.map((minutes) => ({ Results: minutes.map(row), _links: {} })),
  pageParams: pages.map(() => null),
})
const shown = ({ pages }: ReturnType<typeof withNewest>) =>
  pages.pages.flatMap((page) => page.Results.map(({ ScanId }) => ScanId))

test('who has come since is put before those who were there', () => {
  const after = withNewest(known([3, 2], [1]), [5, 4, 3, 2].map(row))
  expect(shown(after)).toEqual(['scan-5', 'scan-4', 'scan-3', 'scan-2', 'scan-1'])
  expect(after.hasGap).toBe(false)
})

test('a scan that was undone is gone', () => {
  expect(shown(withNewest(known([3, 2, 1]), [3, 1].map(row)))).toEqual(['scan-3', 'scan-1'])
  expect(shown(withNewest(known([1]), []))).toEqual([])
})

test('where nobody of the newest is known, those between are asked for', () => {
  const after = withNewest(known([3, 2], [1]), [9, 8].map(row))
  expect(after.hasGap).toBe(true)
  expect(shown(after)).toEqual(['scan-9', 'scan-8'])
})
