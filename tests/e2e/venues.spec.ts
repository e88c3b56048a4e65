import type { Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { callApi, openConfiguration, superAdmin } from './configuration-page.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'
import { dialog, refuse, toast } from './users-page.ts'

const text = messages.venues
const venuesPath = '/cherrypay/v1/valley-golf/venues'
const anyVenue = `**/api${venuesPath}/*`

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Venues' }).getByRole('row', { name })
const choose = async (page: Page, name: string, action: string) => {
  await row(page, name)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const save = (page: Page) => page.getByRole('button', { name: 'Save' })

/** Makes a venue of its own for a test, and opens the page. */
async function openWith(page: Page, name: string, more: object = {}) {
  await signIn(page, superAdmin)
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
    ...more,
  })
  const { id } = (await made.json()) as { id: string }
  await page.goto('/businesses/valley-golf/configuration?includeDeleted=true')
  await expect(row(page, name)).toBeVisible()
  return id
}

/** The same, of a venue that has been deleted. */
async function openWithDeleted(page: Page, name: string) {
  const id = await openWith(page, name)
  await callApi(page, 'DELETE', `${venuesPath}/${id}`)
  await page.reload()
  await expect(row(page, name)).toContainText('Deleted')
}

test.describe('the venues of a business', () => {
  test('are found in the menu, by number, with name and whether they are enabled', async ({ page }) => {
    await signIn(page, superAdmin)
    await page.goto('/businesses/harbourside')
    await page.getByRole('link', { name: 'Business Configuration' }).click()
    await expect(page.getByRole('tab', { name: 'Venues' })).toHaveAttribute('aria-selected', 'true')
    for (const header of ['Venue #', 'Name', 'Enabled'])
      await expect(page.getByRole('columnheader', { name: header })).toBeVisible()
    await expect(row(page, 'Harbourside Sports Bar')).toHaveText(/^2Harbourside Sports BarYes/)
    await expect(row(page, 'The Old Boathouse')).toBeHidden()
  })

  test('are shown with the deleted ones when asked, in the address too', async ({ page }) => {
    await openConfiguration(page, 'harbourside')
    await page.getByLabel(text.deletedVenues).check()
    await expect(row(page, 'The Old Boathouse')).toContainText('Deleted')
    await expect(page).toHaveURL(/\?includeDeleted=true$/)
    await page.reload()
    await expect(row(page, 'The Old Boathouse')).toBeVisible()
    await page.getByLabel(text.deletedVenues).uncheck()
    await expect(row(page, 'The Old Boathouse')).toBeHidden()
  })

  test('are searched by name or number', async ({ page }) => {
    await openConfiguration(page, 'harbourside')
    await expect(row(page, 'Harbourside Main Club')).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type('sports')
    await expect(row(page, 'Harbourside Main Club')).toBeHidden()
    await expect(row(page, 'Harbourside Sports Bar')).toBeVisible()
    await page.getByRole('searchbox').fill('no such venue')
    await expect(page.getByText(text.none)).toBeVisible()
  })

  test('say that they could not be loaded, and try again', async ({ page }) => {
    await page.route('**/harbourside/venues*', (route) => route.fulfill({ status: 418 }))
    await openConfiguration(page, 'harbourside')
    await expect(page.getByRole('alert')).toContainText(text.loadFailed)
    await expect(page.getByRole('alert')).toContainText(messages.generic.httpError(418))
    await page.unroute('**/harbourside/venues*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(row(page, 'Harbourside Main Club')).toBeVisible()
  })

  test('are not for users of one business', async ({ page }) => {
    await signIn(page, 'admin@harbourside.example')
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Business Configuration' })).toBeHidden()
    await page.goto('/businesses/harbourside/configuration')
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Business Configuration')
    await expect(page.getByRole('tab')).toHaveCount(0)
  })
})

test.describe('a new venue', () => {
  test('is made with its points types, the first of which is the default', async ({ page }) => {
    await openConfiguration(page, 'valley-golf')
    await page.getByRole('button', { name: text.newTitle }).click()
    const form = dialog(page, text.newTitle)
    await form.getByLabel('Display name').fill('Pro Shop')
    await form.getByLabel('Gaming').fill('gaming-9')
    await expect(form.getByLabel('Minimum')).toHaveAttribute('readonly')
    await form.getByLabel('Maximum').fill('900')

    const add = form.getByRole('button', { name: 'Add' })
    await expect(add).toBeDisabled()
    await form.getByLabel('Points type id').fill('Stars')
    await expect(add).toBeDisabled()
    await form.getByLabel('Points to dollar ratio').fill('10')
    await add.click()
    await expect(form.getByLabel('Default, Stars')).toBeChecked()
    await form.getByLabel('Points type id').fill('Moons')
    await form.getByLabel('Points to dollar ratio').fill('2.5')
    await form.getByLabel('Points to dollar ratio').press('Enter')
    await expect(form.getByLabel('Default, Moons')).not.toBeChecked()
    await save(page).click()
    await expect(toast(page, text.created)).toBeVisible()
    await expect(row(page, 'Pro Shop')).toContainText('Yes')

    await choose(page, 'Pro Shop', 'Edit')
    const edit = dialog(page, text.editTitle)
    await expect(edit.getByLabel('Gaming')).toHaveValue('gaming-9')
    await expect(edit.getByLabel('Maximum')).toHaveValue('900')
    await expect(edit.getByLabel('Points to a dollar, Moons')).toHaveValue('2.5')
  })

  test('needs a name and a maximum', async ({ page }) => {
    await openConfiguration(page, 'valley-golf')
    await page.getByRole('button', { name: text.newTitle }).click()
    await save(page).click()
    await expect(page.getByText(text.nameRequired)).toBeVisible()
    await expect(page.getByText(text.maximumHoldRequired)).toBeVisible()
    await expect(page.getByLabel('Display name')).toBeFocused()
    await page.getByLabel('Maximum').fill('29')
    await save(page).click()
    await expect(page.getByText('at least the minimum of 30 seconds')).toBeVisible()
  })

  test('does not forget a points type that was typed but not added', async ({ page }) => {
    await openConfiguration(page, 'valley-golf')
    await page.getByRole('button', { name: text.newTitle }).click()
    await page.getByLabel('Display name').fill('Forgetful')
    await page.getByLabel('Maximum').fill('60')
    await page.getByLabel('Points type id').fill('Stars')
    await save(page).click()
    await expect(page.getByText('Add this points type, or empty its fields.')).toBeVisible()
    await expect(page.getByLabel('Points type id')).toBeFocused()
  })

  test('that could not be made says so and keeps what was typed', async ({ page }) => {
    await refuse(page, `**/api${venuesPath}`, 'POST', 'Not today.')
    await openConfiguration(page, 'valley-golf')
    await page.getByRole('button', { name: text.newTitle }).click()
    await page.getByLabel('Display name').fill('Refused')
    await page.getByLabel('Maximum').fill('60')
    await save(page).click()
    await expect(toast(page, text.createFailed)).toContainText('Not today.')
    await expect(page.getByLabel('Display name')).toHaveValue('Refused')
  })
})

test.describe('a venue', () => {
  test('is changed, but for its maximum', async ({ page }) => {
    await openWith(page, 'First Tee')
    await choose(page, 'First Tee', 'Edit')
    await expect(page.getByLabel('Maximum')).toHaveAttribute('readonly')
    await page.getByLabel('Display name').fill('Tenth Tee')
    await page.getByLabel('Enabled').uncheck({ force: true })
    await page.getByLabel('Default, Bonus').check()
    await save(page).click()
    await expect(toast(page, text.updated)).toBeVisible()
    await expect(row(page, 'Tenth Tee')).toContainText('No')
    await choose(page, 'Tenth Tee', 'Edit')
    await expect(page.getByLabel('Default, Bonus')).toBeChecked()
    await expect(page.getByLabel('Default, Points')).not.toBeChecked()
  })

  test('takes only points types that are right', async ({ page }) => {
    await openWith(page, 'Strict')
    await choose(page, 'Strict', 'Edit')
    await page.getByLabel('Points type id').fill('points')
    await page.getByLabel('Points to dollar ratio').fill('1')
    await page.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByText(text.invalidPointsTypeId)).toBeVisible()
    await page.getByLabel('Points type id').fill('Stars')
    await page.getByLabel('Points to dollar ratio').fill('0')
    await page.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByText(text.invalidPointsTypeId)).toBeHidden()
    await expect(page.getByText(text.invalidPointsRatio)).toBeVisible()
    await page.getByLabel('Points type id').fill('')
    await page.getByLabel('Points to dollar ratio').fill('')

    await page.getByLabel('Points to a dollar, Bonus').fill('')
    await save(page).click()
    await expect(page.getByText(text.invalidPointsRatio)).toBeVisible()
    await expect(page.getByLabel('Points to a dollar, Bonus')).toBeFocused()
  })

  test('has exactly one default points type', async ({ page }) => {
    const id = await openWith(page, 'Defaults')
    await choose(page, 'Defaults', 'Edit')
    await page.getByRole('button', { name: 'Remove Points' }).click()
    await expect(page.getByLabel('Points type id')).toBeFocused()
    await save(page).click()
    await expect(page.getByText(text.noDefaultPointsType)).toBeVisible()
    await page.getByLabel('Default, Bonus').check()
    await expect(page.getByText(text.noDefaultPointsType)).toBeHidden()
    // The page can't choose two; the server's word on it is shown all the same.
    await page.route(`**/api${venuesPath}/${id}`, (route) =>
      route.fulfill({
        status: 400,
        json: {
          ErrorMessage: text.manyDefaultPointsTypes,
          ErrorCode: 'invalid_input',
          Errors: { PointsTypes: text.manyDefaultPointsTypes },
        },
      }),
    )
    await save(page).click()
    const form = dialog(page, text.editTitle)
    await expect(form.getByText(text.manyDefaultPointsTypes)).toBeVisible()
    await expect(toast(page, text.updateFailed)).toBeVisible()
  })

  test('is deleted after a question that says who is restricted to it', async ({ page }) => {
    await openConfiguration(page, 'harbourside')
    await choose(page, 'Harbourside Sports Bar', 'Delete')
    const question = dialog(page, 'Delete Venue?')
    await expect(question).toContainText('1 user is restricted to this venue and will see nothing of it.')
    await question.getByRole('button', { name: 'Cancel' }).click()

    await openWith(page, 'Doomed')
    await choose(page, 'Doomed', 'Delete')
    await expect(question).toContainText('Doomed leaves every list until it is restored.')
    await expect(question).not.toContainText('restricted')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, text.deleted)).toBeVisible()
    await expect(row(page, 'Doomed')).toContainText('Deleted')
  })

  test('that could not be deleted says so', async ({ page }) => {
    await openWith(page, 'Sturdy')
    await refuse(page, anyVenue, 'DELETE', 'Not today.')
    await choose(page, 'Sturdy', 'Delete')
    await dialog(page, 'Delete Venue?').getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, text.deleteFailed)).toContainText('Not today.')
    await expect(dialog(page, 'Delete Venue?')).toBeVisible()
  })
})

test.describe('a deleted venue', () => {
  test('can be looked at, restored and then changed', async ({ page }) => {
    await openWithDeleted(page, 'Phoenix')
    await choose(page, 'Phoenix', 'Edit')
    const form = dialog(page, text.editTitle)
    await expect(form.getByText('This venue is deleted.')).toBeVisible()
    await expect(form.getByLabel('Display name')).toBeDisabled()
    await expect(save(page)).toBeDisabled()
    await expect(form.getByRole('button', { name: 'Restore' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toast(page, text.restored)).toBeVisible()
    await expect(form.getByLabel('Display name')).toBeFocused()
    await form.getByLabel('Display name').fill('Phoenix Risen')
    await save(page).click()
    await expect(toast(page, text.updated)).toBeVisible()
    await expect(row(page, 'Phoenix Risen')).not.toContainText('Deleted')
  })

  test('is restored from its menu, or says that it could not be', async ({ page }) => {
    await openWithDeleted(page, 'Lazarus')
    await refuse(page, `${anyVenue}?undelete=true`, 'DELETE', 'Not today.')
    await choose(page, 'Lazarus', 'Restore')
    await expect(toast(page, text.restoreFailed)).toContainText('Not today.')
    await page.unrouteAll()
    await choose(page, 'Lazarus', 'Restore')
    await expect(toast(page, text.restored)).toBeVisible()
    await expect(row(page, 'Lazarus')).not.toContainText('Deleted')
  })
})

for (const width of [1440, 390])
  test(`venues are accessible ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await openConfiguration(page, 'harbourside', '?includeDeleted=true')
    await expect(row(page, 'The Old Boathouse')).toBeVisible()
    await expectAccessible(page)
    await choose(page, 'The Old Boathouse', 'Edit')
    await expect(page.getByText('This venue is deleted.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await choose(page, 'Harbourside Main Club', 'Edit')
    await page.getByRole('button', { name: 'Remove Points' }).click()
    await page.getByLabel('Display name').fill('')
    await save(page).click()
    await expect(page.getByText(text.noDefaultPointsType)).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
