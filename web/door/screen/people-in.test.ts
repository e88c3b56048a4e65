import { expect, test } from 'vitest'
import type { ScanAnswer } from '#contract/events/event-scans.ts'
import { peopleIn } from './people-in.ts'

const someone = { FirstName: 'Ann', LastName: 'Ash' } as ScanAnswer['Member']
type Scans = Parameters<typeof peopleIn>[1]
const scan = (memberId: string, Result: Scans[number]['Result'], rest: Partial<Scans[number]> = {}) => ({
  memberId,
  Member: someone,
  Result,
  IsUndone: false,
  isWaiting: true,
  ...rest,
})

test('who went by since the server was last heard is counted along, and who left is not', () => {
  expect(peopleIn(10, [])).toBe(10)
  expect(peopleIn(10, [scan('b', 'Valid'), scan('a', 'Valid')])).toBe(12)
  expect(peopleIn(10, [scan('a', 'CheckedOut'), scan('b', 'Valid')])).toBe(10)
  expect(
    peopleIn(10, [scan('a', 'Valid', { isWaiting: false }), scan('b', 'Valid', { IsUndone: true })]),
  ).toBe(10)
  expect(peopleIn(10, [scan('a', 'NotEligible')])).toBe(10)
})

test('who shows their card again counts once, and again once they had left', () => {
  expect(peopleIn(0, [scan('a', 'Reentry'), scan('a', 'Reentry'), scan('a', 'Valid')])).toBe(1)
  expect(peopleIn(1, [scan('a', 'Reentry'), scan('a', 'Valid', { isWaiting: false })])).toBe(1)
  expect(peopleIn(0, [scan('a', 'Reentry'), scan('a', 'CheckedOut'), scan('a', 'Valid')])).toBe(1)
  // Checked out elsewhere, or by a device that has forgotten it.
  expect(peopleIn(4, [scan('a', 'Reentry')])).toBe(5)
})

test('whoever leaves unknown counts as gone only where this device let them in', () => {
  const leaves = scan('x', 'CheckedOut', { Member: null })
  expect(peopleIn(3, [leaves])).toBe(3)
  expect(peopleIn(3, [leaves, scan('x', 'Valid', { isWaiting: false })])).toBe(2)
})
