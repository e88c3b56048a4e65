import { expect, test } from 'vitest'
import type { Me } from '#contract/access/session.ts'
import { redirectOf } from './redirects.ts'

const named = { Uid: '1', Email: '', DisplayName: '' }
const manners = { SignsInWith: 'Password', DateLocale: 'en-AU' } as const
const user = { ...named, ...manners, Role: null, Permissions: [], AuthorisedVenues: [] }
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
