import type { Page } from '@playwright/test'
import { expect, signIn } from '#e2e/fixtures.ts'

export const membersPath = '/businesses/harbourside/members'
export const membersApiPath = '/api/cherrypay/v1/harbourside/members'

export const table = (page: Page) => page.getByRole('table', { name: 'Members' })

/** The rows of members, without the header. */
export const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

export const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search members...' })

export const numberBox = (page: Page) => page.getByRole('searchbox', { name: 'Membership No.' })

export const filterDialog = (page: Page) => page.getByRole('dialog', { name: 'Member Filter Query' })

/** Signs in and opens the members of a business, as a part of the address says. */
export async function openMembers(page: Page, email: string, search = '') {
  const [, business = ''] = email.split(/[@.]/)
  await signIn(page, email, `/businesses/${business}/members${search}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Adds a condition about this in the open dialog. */
export async function addCondition(page: Page, subject: string) {
  await filterDialog(page).getByRole('button', { name: 'Add condition' }).click()
  await page.getByRole('menuitem', { name: subject, exact: true }).click()
}

/** The condition that says this: 'Status is not'. */
export const condition = (page: Page, words: string) =>
  filterDialog(page).getByRole('group', { name: words, exact: true })
