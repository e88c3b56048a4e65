import { IconUser } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import type { Jump } from './jump.ts'
import { orderedJumps } from './ordered-jumps.ts'

const jump = (label: string, more: Partial<Jump> = {}): Jump => ({
  key: more.href ?? label,
  label,
  place: '',
  icon: IconUser,
  ...more,
})

const annLately = jump('Ann Lee', { href: '/members/1', place: 'Member, opened lately' })
const nightLately = jump('Card Night', { href: '/events/2', place: 'Event, opened lately' })
const recents = [nightLately, annLately]
const verbs = [jump('Award points to …'), jump('New member'), jump('Issue a card')]
const namesOf = (jumps: readonly Jump[]) => jumps.map(({ label, place }) => [label, place].join(' ').trim())

test('without a text what was opened last stands before what can be done, and pages come after', () => {
  expect(namesOf(orderedJumps('', { recents, verbs, others: [jump('Members')] }))).toEqual([
    'Card Night Event, opened lately',
    'Ann Lee Member, opened lately',
    'Award points to …',
    'New member',
    'Issue a card',
    'Members',
  ])
})

test('the very thing stands first, then what was opened lately, then what can be done, then the others', () => {
  const others = [jump('Cards'), jump('Card programs'), jump('Card'), jump('7', { isExact: true })]
  expect(namesOf(orderedJumps('card', { recents, verbs: verbs.slice(2), others }))).toEqual([
    'Card',
    '7',
    'Card Night Event, opened lately',
    'Issue a card',
    'Cards',
    'Card programs',
  ])
})

test.each([
  ['a member', jump('Ann Lee', { href: '/members/9', place: 'Member 9' })],
  ['a card', jump('Ann Lee', { href: '/cards/9', place: 'Gift card, Active' })],
  ['an order', jump('Ann Lee', { href: '/orders/9', place: 'Order of 1 May' })],
  ['an event', jump('Ann Lee', { key: 'event 9', href: '/events/9', place: 'Event' })],
  ['a request', jump('Ann Lee', { href: '/requests/9', place: 'Application' })],
  ['a user', jump('Ann Lee', { href: '/users/9', place: 'User' })],
  ['a form', jump('Ann Lee', { href: '/forms/9', place: 'Form' })],
  ['a report', jump('Ann Lee', { href: '/reports/9', place: 'Report' })],
  ['a part of the configuration', jump('Ann Lee', { href: '/configuration/9', place: 'Configuration' })],
])('%s by the whole name stands before those with more in theirs', (_, exact) => {
  const others = [jump('Joann Leeson'), jump('Ann Lee-Smith'), exact]
  const [first] = orderedJumps('ann LEE', { recents: [nightLately], verbs, others })
  expect(first).toBe(exact)
})

test('what was opened lately and is found is told once, with what tells it from others', () => {
  const found = jump('Ann Lee', { key: 'found', href: '/members/1', place: 'Member 10001' })
  expect(namesOf(orderedJumps('ann', { recents, verbs: [], others: [jump('Anna Bee'), found] }))).toEqual([
    'Ann Lee Member 10001',
    'Anna Bee',
  ])
})

test('what was opened lately and has nothing of the text is not offered', () => {
  expect(orderedJumps('zebra', { recents, verbs: [], others: [] })).toEqual([])
})

test('what was opened lately can be chosen at once, while it is still being looked for', () => {
  const former = jump('Card Night', { key: 'event 2', href: '/events/2', place: 'Event', isStale: true })
  expect(orderedJumps('card n', { recents, verbs: [], others: [former] })).toEqual([nightLately])
})
