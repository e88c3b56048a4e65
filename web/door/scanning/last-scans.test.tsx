import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Desk } from '#door/desk/desk.ts'
import type { LoggedScan } from '#door/desk/storage.ts'
import LastScans from './last-scans.tsx'

const scanned = (minute: number): LoggedScan =>
  ({
    ScanId: `scan-00${minute}`,
    ScannedAt: `2026-03-06T20:${minute}:00.000Z`,
    Result: 'Valid',
    Member: { FirstName: 'Guest', LastName: String(minute) },
    IsUndone: false,
  }) as unknown as LoggedScan

const shown = (scans: LoggedScan[]) =>
  renderToStaticMarkup(<LastScans desk={{} as Desk} scans={scans} zone="UTC" />)

test('the last ten scans are shown, the latest first, each to be taken back', () => {
  const page = shown([31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20].map(scanned))
  const names = [...page.matchAll(/class="name">([^<]*)</g)].map(([, name]) => name)
  expect(names).toEqual([31, 30, 29, 28, 27, 26, 25, 24, 23, 22].map((minute) => `Guest ${minute}`))
  expect(page.match(/aria-label="Undo Guest/g)).toHaveLength(10)
  expect(page).toContain('20:31')
})

test('one that was taken back says so, and can be no more', () => {
  const page = shown([{ ...scanned(31), IsUndone: true }])
  expect(page).toContain('Undone')
  expect(page).not.toContain('<button')
})
