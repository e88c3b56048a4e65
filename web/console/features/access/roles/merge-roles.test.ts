import { expect, test } from 'vitest'
import type { PermissionName } from '#contract/access/permissions.ts'
import type { Role } from '#contract/access/roles.ts'
import { mergeRoles } from './merge-roles.ts'

const role = (Name: string, GrantedPermissions: PermissionName[], Description = ''): Role => ({
  Name,
  Description,
  GrantedPermissions,
  IsApplicationDefault: false,
})
const bar = role('Bar', ['Member.Search'])
const desk = role('Desk', ['Member.Search', 'Member.ReadDetails'])

test('what both added is there, and what each removed is gone', () => {
  const cellar = role('Cellar', ['Member.Search'])
  const kitchen = role('Kitchen', ['Member.Search'])
  expect(mergeRoles([bar, desk], [desk, cellar], [bar, kitchen])).toEqual([kitchen, cellar])
})

test('two changes of one role are both kept', () => {
  const mine = role('Desk', ['Member.Search', 'Member.ReadDetails', 'Loyalty.CreditPoints'])
  const theirs = role('Desk', ['Member.ReadDetails'], 'At the entrance')
  expect(mergeRoles([desk], [mine], [theirs])).toEqual([
    role('Desk', ['Member.ReadDetails', 'Loyalty.CreditPoints'], 'At the entrance'),
  ])
})

test('a role that both added under one name grants what either wanted', () => {
  const mine = role('cellar', ['Member.Search'], 'Mine')
  const theirs = role('Cellar', ['Loyalty.CreditPoints'], 'Theirs')
  expect(mergeRoles([], [mine], [theirs])).toEqual([
    role('Cellar', ['Member.Search', 'Loyalty.CreditPoints'], 'Mine'),
  ])
})

test('a role that I changed comes back where the other removed it', () => {
  const mine = role('Bar', ['Member.Search', 'Loyalty.CreditPoints'])
  expect(mergeRoles([bar, desk], [mine, desk], [desk])).toEqual([desk, mine])
})

test('a role that I left alone is as the other left it', () => {
  const theirs = role('Bar', ['Member.ReadDetails'])
  expect(mergeRoles([bar, desk], [bar, desk], [theirs])).toEqual([theirs])
})
