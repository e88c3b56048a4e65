import { expect, test } from 'vitest'
import type { Me } from '#contract/access/session.ts'
import { redirectOf } from './redirects.ts'

const named = { Uid: '1', Email: '', DisplayName: '' }
const manners = { SignsInWith: 'Password', DateLocale: 'en-AU' } as const
const user = {
  ...named,
  ...manners,
  Role: null,
  Permissions: [],
  AuthorisedVenues: [],
  SecondFactor: { IsSet: false, IsRequired: false, DueDate: null },
}
const everywhere: Me = { ...user, BusinessId: null, IsSuperAdmin: true }
const tied: Me = { ...user, BusinessId: 'valley', IsSuperAdmin: false }

test('the start is the list of businesses, or the own business', () => {
  for (const start of ['/', '/sign-in']) {
    expect(redirectOf(everywhere, start)).toBe('/businesses')
    expect(redirectOf(tied, start)).toBe('/businesses/valley')
  }
})

test('who is not tied goes anywhere', () => {
  expect(redirectOf(everywhere, '/businesses')).toBeNull()
  expect(redirectOf(everywhere, '/businesses/valley/users')).toBeNull()
})

test('who is tied stays within their business', () => {
  expect(redirectOf(tied, '/businesses/valley')).toBeNull()
  expect(redirectOf(tied, '/businesses/valley/users')).toBeNull()
  expect(redirectOf(tied, '/no/such/page')).toBeNull()
  expect(redirectOf(tied, '/businesses')).toBe('/businesses/valley')
  expect(redirectOf(tied, '/businesses/harbour/users')).toBe('/businesses/valley')
  expect(redirectOf(tied, '/businesses/valley-golf')).toBe('/businesses/valley')
})

test('whoever is past the day for a second factor is led to where it is set up, and nowhere else', () => {
  const due = (DueDate: string): Me => ({ ...tied, SecondFactor: { ...user.SecondFactor, DueDate } })
  const late = due('2020-01-01T00:00:00Z')
  for (const path of ['/', '/businesses/valley/members']) expect(redirectOf(late, path)).toBe('/account')
  expect(redirectOf(late, '/account')).toBeNull()
  expect(redirectOf(due('2999-01-01T00:00:00Z'), '/businesses/valley/members')).toBeNull()
})
