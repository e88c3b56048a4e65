import type { Page } from '@playwright/test'
import { expect, startSession } from '#e2e/fixtures.ts'
import { callApi, superAdmin } from './configuration-page.ts'

export const venuesPath = '/cherrypay/v1/valley-golf/venues'

export const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Venues' }).getByRole('row', { name })

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

/** Picks something from the menu of a venue. */
export async function choose(page: Page, name: string, action: string) {
  await row(page, name)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function makeVenue(page: Page, name: string) {
  await startSession(page, superAdmin)
  const made = await callApi(page, 'POST', venuesPath, {
    DisplayName: name,
    Enabled: true,
    DefaultLoyaltyIntegrationId: null,
    DefaultMembershipIntegrationId: null,
    DefaultGamingIntegrationId: null,
    PointsTypes: [
      { PointsTypeId: 'Points', PointsToDollarRatio: 100, IsDefault: true },
      { PointsTypeId: 'Bonus', PointsToDollarRatio: 50, IsDefault: false },
    ],
    PointsTransactionConfiguration: { MaximumHoldTransactionTimeToLiveSeconds: 600 },
  })
  const { id } = (await made.json()) as { id: string }
  return id
}

const openAll = (page: Page) => page.goto('/businesses/valley-golf/configuration?includeDeleted=true')

/** Makes a venue of its own for a test, and opens the page. */
export async function openWith(page: Page, name: string) {
  const id = await makeVenue(page, name)
  await openAll(page)
  await expect(row(page, name)).toBeVisible()
  return id
}

/** The same, of a venue that has been deleted. */
export async function openWithDeleted(page: Page, name: string) {
  const id = await makeVenue(page, name)
  await callApi(page, 'DELETE', `${venuesPath}/${id}`)
  await openAll(page)
  await expect(row(page, name)).toContainText('Deleted')
}
