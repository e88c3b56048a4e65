import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { DoorState } from '#door/desk/desk.ts'
import { PeopleCount } from './people-count.tsx'

type Given = { VisitorsIn?: number; Capacity?: number | null; scans?: object[] }

const waits = { memberId: 'ann', Member: {}, Result: 'Valid', IsUndone: false, isWaiting: true }

const shown = (PeopleIn: number, { VisitorsIn = 0, Capacity = 20, scans = [] }: Given = {}) =>
  renderToStaticMarkup(
    <PeopleCount state={{ now: { PeopleIn, VisitorsIn, Capacity }, scans } as unknown as DoorState} />,
  )

test('a door says when it is nearly full, and when it is', () => {
  for (const few of [0, 17]) expect(shown(few)).not.toContain('data-warning')
  expect(shown(17)).toContain('3 left of 20')
  for (const many of [18, 19]) expect(shown(many)).toContain('Nearly full')
  for (const all of [20, 23]) expect(shown(all)).toMatch(/0 left of 20.*>Full</)
})

test('visitors take places, and so does who came in since the server was last heard', () => {
  expect(shown(16, { VisitorsIn: 2 })).toContain('Nearly full')
  expect(shown(17, { scans: [waits] })).toContain('Nearly full')
  expect(shown(17, { scans: [{ ...waits, isWaiting: false }] })).not.toContain('data-warning')
})

test('without a capacity there is nothing to warn of', () => {
  expect(shown(5_000, { Capacity: null })).not.toMatch(/data-warning|left/)
})
