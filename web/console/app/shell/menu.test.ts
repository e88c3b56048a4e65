import { IconHome } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import type { Business } from '#contract/business/business.ts'
import { consolePaths, type PageName } from '#contract/console-paths.ts'
import { may, signedIn, superAdministrator, type Access } from '#contract/endpoint.ts'
import type { Me } from '#contract/access/session.ts'
import type { MenuEntry, PageRow } from '#app/page-row.ts'
import { menuOf } from './menu.ts'

const row = (
  page: PageName,
  access: Access,
  label: MenuEntry['label'],
  group?: MenuEntry['group'],
): PageRow => ({
  path: consolePaths[page],
  access,
  load: () => Promise.reject(new Error('never loaded')),
  menu: { label, icon: IconHome, ...(group && { group }) },
})

const rows = [
  row('outbox', superAdministrator, 'Outbox'),
  row('home', signedIn, 'Home'),
  row('members', signedIn, ({ Permissions }) => (Permissions.length > 0 ? 'Members' : 'Venues')),
  row('users', may('User.Management'), 'Users', 'Management'),
  row('memberImports', may('User.Management', 'HubMembership'), 'Import', 'Management'),
  row('configuration', superAdministrator, 'Configuration'),
]

const club: Business = {
  BusinessId: 'club',
  DisplayName: 'Club',
  VenueSummaries: [],
  LicencedHubProducts: [],
  TimeZone: 'Australia/Sydney',
  Standing: 'Open',
  IsVisitNeeded: false,
  Revision: '1',
}
const clerk: Me = {
  Uid: '1',
  Email: '',
  DisplayName: '',
  Role: 'Clerk',
  BusinessId: 'club',
  IsSuperAdmin: false,
  Permissions: [],
  AuthorisedVenues: [],
  SignsInWith: 'Password' as const,
  DateLocale: 'en-AU' as const,
  SecondFactor: { IsSet: false, IsRequired: false, DueDate: null },
}
const boss: Me = { ...clerk, BusinessId: null, IsSuperAdmin: true, Permissions: ['User.Management'] }

const outline = (me: Me, business: Business | null) =>
  menuOf(me, business, rows).map(({ heading, items }) => [heading, ...items.map((item) => item.label)])

test('shows what is open to the user, under its headings', () => {
  expect(outline(clerk, club)).toEqual([[null, 'Home', 'Venues']])
  expect(outline(boss, club)).toEqual([
    [null, 'Home', 'Members'],
    ['Management', 'Users'],
    [null, 'Configuration'],
  ])
})

test('has Reports under Portal Management for those who have it, and without a heading for the others', () => {
  const sectionOfReports = (me: Me) =>
    menuOf(me, club).find(({ items }) => items.some(({ label }) => label === 'Reports'))!
  expect(sectionOfReports(clerk).heading).toBeNull()
  const { heading, items } = sectionOfReports(boss)
  expect(heading).toBe('Portal Management')
  expect(items.map(({ label }) => label)).toEqual(['Users', 'Roles', 'Reports', 'Audit'])
})

test('shows what belongs to no business apart', () => {
  expect(outline(boss, null)).toEqual([[null, 'Outbox']])
  expect(outline(clerk, null)).toEqual([])
})

test('asks for the licence of the business, of super administrators too', () => {
  const licensed: Business = { ...club, LicencedHubProducts: ['HubMembership'] }
  expect(outline(boss, licensed)).toContainEqual(['Management', 'Users', 'Import'])
})

test('leads to the pages of that business', () => {
  const links = menuOf(clerk, club, rows).flatMap(({ items }) => items.map((item) => item.href))
  expect(links).toEqual(['/businesses/club', '/businesses/club/members'])
})
