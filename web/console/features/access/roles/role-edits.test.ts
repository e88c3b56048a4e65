import fc from 'fast-check'
import { expect, test } from 'vitest'
import { permissionNames } from '#contract/access/permissions.ts'
import { roleChanges, type Role, type RoleList } from '#contract/access/roles.ts'
import { caughtUp, currentEdits, inShownOrder, withoutRole, withRole } from './role-edits.ts'

const role = (Name: string, more: Partial<Role> = {}): Role => ({
  Name,
  Description: '',
  GrantedPermissions: ['Member.Search'],
  IsApplicationDefault: false,
  ...more,
})
const list = (Version: string, ...Results: Role[]) => ({ Results, Version }) as unknown as RoleList
const first = list('1', role('Bar'), role('Door', { IsApplicationDefault: true }))
const none = currentEdits(null, first).edits

test('without changes the list is followed as it is read anew', () => {
  const second = list('2', role('Cellar'))
  expect(currentEdits(null, second)).toEqual({
    edits: { base: second, roles: second.Results },
    isDirty: false,
  })
})

test('changes stay on what they began with, until they come to nothing', () => {
  const second = list('2', role('Cellar'))
  const edited = withRole(none, role('Bar', { Description: 'Pours' }))
  expect(currentEdits(edited, second)).toEqual({ edits: edited, isDirty: true })
  const back = withRole(edited, role('Bar'))
  expect(currentEdits(back, second)).toMatchObject({ edits: { base: second }, isDirty: false })
})

test('a role takes the place of the one of its name, and is gone when it is removed', () => {
  const edited = withRole(withRole(none, role('Bar', { Description: 'Pours' })), role('New'))
  expect(edited.roles.map(({ Name }) => Name).toSorted()).toEqual(['Bar', 'Door', 'New'])
  expect(withoutRole(edited, role('Bar')).roles.map(({ Name }) => Name)).toEqual(['Door', 'New'])
})

test('caught up, the changes are those that are left to be saved', () => {
  const edited = withRole(
    none,
    role('Bar', { GrantedPermissions: ['Member.Search', 'Loyalty.CreditPoints'] }),
  )
  const theirs = list(
    '2',
    role('Bar', { GrantedPermissions: ['Member.Search', 'Member.ReadDetails'] }),
    role('Cellar'),
  )
  const { base, roles } = caughtUp(edited, theirs)
  expect(base).toBe(theirs)
  const { added, updated, removed } = roleChanges(base.Results, roles)
  expect({ added, removed }).toEqual({ added: [], removed: [] })
  expect(new Set(updated[0]?.after.GrantedPermissions)).toEqual(
    new Set(['Member.Search', 'Member.ReadDetails', 'Loyalty.CreditPoints']),
  )
})

test('the business’s own are shown by name, those of every business after them as they come', () => {
  const roles = [
    role('Door', { IsApplicationDefault: true }),
    role('bar'),
    role('Admin', { IsApplicationDefault: true }),
    role('Attic'),
  ]
  expect(roles.toSorted(inShownOrder).map(({ Name }) => Name)).toEqual(['Attic', 'bar', 'Door', 'Admin'])
})

const anyRole = fc.record({
  Name: fc.constantFrom('A', 'B', 'C', 'D'),
  Description: fc.constantFrom('', 'x'),
  GrantedPermissions: fc.subarray(permissionNames.slice(0, 3) as [Role['GrantedPermissions'][number]]),
  IsApplicationDefault: fc.constant(false),
})
const someRoles = fc.uniqueArray(anyRole, { selector: ({ Name }) => Name })

test('catching up with the list that the changes began with changes nothing of them', () => {
  fc.assert(
    fc.property(someRoles, someRoles, (before, after) => {
      const base = list('1', ...before)
      const edits = { base, roles: after }
      const again = caughtUp(edits, base)
      const names = (roles: readonly Role[]) => roles.map(({ Name }) => Name).toSorted()
      expect(names(again.roles)).toEqual(names(after))
      expect(roleChanges(again.roles, after)).toEqual({ added: [], updated: [], removed: [] })
    }),
  )
})
