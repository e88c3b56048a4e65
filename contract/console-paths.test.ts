import { expect, test } from 'vitest'
import { consolePaths, pageHref } from './console-paths.ts'
import { reportNames } from './reports/saved-reports.ts'

test('an address is the path with its names filled in', () => {
  expect(pageHref('businesses', {})).toBe('/businesses')
  expect(pageHref('mergeMember', { businessId: 'valley', memberId: 'anna' })).toBe(
    '/businesses/valley/members/anna/merge',
  )
})

test('what stands in it can’t lead elsewhere', () => {
  expect(pageHref('member', { businessId: 'a/b', memberId: '?edit#$memberId' })).toBe(
    '/businesses/a%2Fb/members/%3Fedit%23%24memberId',
  )
})

test('what is asked of a page is said once, as words or as an address has it', () => {
  const params = { businessId: 'valley', memberId: 'anna' }
  expect(pageHref('mergeMember', params, { with: 'b&c' })).toMatch(/\/merge\?with=b%26c$/)
  expect(pageHref('member', params, 'edit=true')).toMatch(/\/anna\?edit=true$/)
})

test('a name or a param that there isn’t is a mistake in the code', () => {
  // @ts-expect-error There is no such page.
  expect(() => pageHref('memberz', { businessId: 'valley' })).toThrow(TypeError)
  // @ts-expect-error A member's page needs to know whose it is.
  expect(pageHref('member', { businessId: 'valley' })).toBe('/businesses/valley/members/')
})

test('a report is saved by the last part of its address', () => {
  for (const name of reportNames) expect(consolePaths[name].endsWith(`/reports/${name}`)).toBe(true)
})
