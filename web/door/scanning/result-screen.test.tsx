import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Desk } from '#door/desk/desk.ts'
import type { LoggedScan } from '#door/desk/storage.ts'
import { doorOf } from '#door/desk/test-door.ts'
import { ResultScreen } from './result-screen.tsx'

const scan = {
  ScanId: 'scan-0001',
  Result: 'Valid',
  Member: { FirstName: 'Ann', LastName: 'Ash' },
} as unknown as LoggedScan

const screen = (
  state: { isLooking?: boolean; hasFailed?: boolean; hasFlash?: boolean },
  last: LoggedScan | null = scan,
) =>
  renderToStaticMarkup(
    <ResultScreen
      desk={{} as Desk}
      door={doorOf()}
      scan={last}
      isLooking={false}
      hasFailed={false}
      hasFlash={false}
      onClear={() => undefined}
      onHold={() => undefined}
      {...state}
    />,
  )

test('while the next card is looked up nobody else is shown', () => {
  expect(screen({})).toContain('Ann')
  const looking = screen({ isLooking: true })
  expect(looking).toContain('Looking…')
  expect(looking).not.toContain('Ann')
})

test('a scan that the device could not keep is told as none', () => {
  expect(screen({ hasFailed: true }, null)).toContain('Not scanned')
})

test('a result flashes where the device is set to', () => {
  expect(screen({ hasFlash: true })).toContain('data-flash')
  expect(screen({})).not.toContain('data-flash')
})
