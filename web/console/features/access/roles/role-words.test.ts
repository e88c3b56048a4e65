import { expect, test } from 'vitest'
import type { PermissionName } from '#contract/access/permissions.ts'
import { roleChanges, type Role } from '#contract/access/roles.ts'
import { countsInWords, differencesInWords, usersAffected } from './role-words.ts'

const role = (Name: string, GrantedPermissions: PermissionName[], Description = ''): Role => ({
  Name,
  Description,
  GrantedPermissions,
  IsApplicationDefault: false,
})
const changes = roleChanges(
  [
    role('Bar', ['Loyalty.CreditPoints', 'Cardholder.PointsToMoney']),
    role('Desk', ['Member.Search']),
    role('Old', ['Member.Search']),
  ],
  [
    role('Bar', ['Member.Search']),
    role('Desk', ['Member.Search'], 'At the door'),
    role('New', ['Member.Search']),
  ],
)

test('changes are counted by kind, and kinds without any are left out', () => {
  expect(countsInWords(changes)).toBe('1 added, 2 updated, 1 removed')
  expect(countsInWords({ ...changes, added: [], removed: [] })).toBe('2 updated')
})

test.each([
  [3, ['Bar: 3 users lose Award Points and Transfer Points, and gain Search Members.']],
  [1, ['Bar: 1 user loses Award Points and Transfer Points, and gains Search Members.']],
  [0, []],
])('a change of grants affects the %i users of the role, a new description nobody', (count, sentences) => {
  expect(usersAffected(changes, () => count)).toEqual(sentences)
})

test('each difference is a sentence', () => {
  expect(differencesInWords(changes)).toEqual([
    'New is new, with Search Members.',
    'Bar loses Award Points and Transfer Points, and gains Search Members.',
    'Desk has a new description.',
    'Old is removed.',
  ])
})
