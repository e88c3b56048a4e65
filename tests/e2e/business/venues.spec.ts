import { messages } from '#contract/messages.ts'
import { dialog, refuse, toast } from '#e2e/access/users-page.ts'
import { ask } from '#e2e/ask-database.ts'
import { expect, expectAccessibleOnBoth, signIn, step, test } from '#e2e/fixtures.ts'
import { openConfiguration } from './configuration-page.ts'
import { choose, openWith, openWithDeleted, row, save, venuesPath } from './venues-page.ts'

const text = messages.venues

test('the venues of a business', async ({ page }) => {
  await step(page, 'say that they could not be loaded, and try again', async () => {
    await page.route('**/harbourside/venues*', (route) => route.fulfill({ status: 418 }))
    await openConfiguration(page, 'harbourside')
    await expect(page.getByRole('alert')).toContainText(text.loadFailed)
    await expect(page.getByRole('alert')).toContainText(messages.generic.httpError(418))
    await page.unroute('**/harbourside/venues*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(row(page, 'Harbourside Main Club')).toBeVisible()
  })

  await step(page, 'are found in the menu, by number, with name and whether they are enabled', async () => {
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('link', { name: 'Business Configuration' }).click()
    await expect(page.getByRole('tab', { name: 'Venues' })).toHaveAttribute('aria-selected', 'true')
    for (const header of ['Venue #', 'Name', 'Enabled'])
      await expect(page.getByRole('columnheader', { name: header })).toBeVisible()
    await expect(row(page, 'Harbourside Sports Bar')).toHaveText(/^2Harbourside Sports BarYes/)
    await expect(row(page, 'The Old Boathouse')).toBeHidden()
  })

  await step(page, 'are searched by name or number', async () => {
    await expect(row(page, 'Harbourside Main Club')).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type('sports')
    await expect(row(page, 'Harbourside Main Club')).toBeHidden()
    await expect(row(page, 'Harbourside Sports Bar')).toBeVisible()
    await page.getByRole('searchbox').fill('no such venue')
    await expect(page.getByText(text.none)).toBeVisible()
    await page.getByRole('searchbox').fill('')
  })

  await step(page, 'are shown with the deleted ones when asked, in the address too', async () => {
    await page.getByLabel(text.deletedVenues).check()
    await expect(row(page, 'The Old Boathouse')).toContainText('Deleted')
    await expect(page).toHaveURL(/\?includeDeleted=true$/)
    await page.reload()
    await expect(row(page, 'The Old Boathouse')).toBeVisible()
    await page.getByLabel(text.deletedVenues).uncheck()
    await expect(row(page, 'The Old Boathouse')).toBeHidden()
  })
})

test('the venues say while the points of one are counted anew, and so does a filter by points @long', async ({
  page,
  databaseUrl,
}) => {
  const { title, meanwhile } = messages.pointsRecount
  const setCounted = (to: string | null) =>
    ask(
      databaseUrl,
      `update venue set points_counted_to = $1, points_counted = 500, points_to_count = 2000
       where business_id = 'harbourside' and venue_no = '1'`,
      [to],
    )
  await setCounted('5')
  await openConfiguration(page, 'harbourside')
  const label = title('Harbourside Main Club')
  await expect(page.getByRole('progressbar', { name: label })).toHaveAttribute('aria-valuenow', '25')
  await expect(page.getByText(meanwhile)).toBeVisible()
  await expectAccessibleOnBoth(page)
  await page.goto('/businesses/harbourside/members?filter=PointsBalanceGreaterThan%3D1')
  await expect(page.getByText(meanwhile)).toBeVisible()
  await setCounted(null)
  await expect(page.getByText(meanwhile)).toBeHidden()
})

// Who has the page in the menu: menu.test.ts; who may read and write there: tests/access-matrix.test.ts; what a closed page says: audit.spec.ts.
test('the venues are not for users of one business @long', async ({ page }) => {
  await signIn(page, 'admin@harbourside.example')
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Business Configuration' })).toBeHidden()
  await page.goto('/businesses/harbourside/configuration')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No access')
  await expect(page.getByRole('tab')).toHaveCount(0)
})

// Its rules: venues.test.ts; a deletion that asks: member-page.spec.ts.
test('deleting a venue @long', async ({ page }) => {
  await step(page, 'asks first, and says who is restricted to it', async () => {
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

  await step(page, 'says when it failed', async () => {
    await openWith(page, 'Sturdy')
    await refuse(page, `**/api${venuesPath}/*`, 'DELETE', 'Not today.')
    await choose(page, 'Sturdy', 'Delete')
    await dialog(page, 'Delete Venue?').getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, text.deleteFailed)).toContainText('Not today.')
    await expect(dialog(page, 'Delete Venue?')).toBeVisible()
  })
})

test('a deleted venue @long', async ({ page }) => {
  await step(page, 'can be looked at, restored and then changed', async () => {
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

  await step(page, 'is restored from its menu, or says that it could not be', async () => {
    await openWithDeleted(page, 'Lazarus')
    await refuse(page, `**/api${venuesPath}/*?undelete=true`, 'DELETE', 'Not today.')
    await choose(page, 'Lazarus', 'Restore')
    await expect(toast(page, text.restoreFailed)).toContainText('Not today.')
    await page.unrouteAll()
    await choose(page, 'Lazarus', 'Restore')
    await expect(toast(page, text.restored)).toBeVisible()
    await expect(row(page, 'Lazarus')).not.toContainText('Deleted')
  })
})

test('venues, deleted and with errors, are accessible at a desk and on a phone @long', async ({ page }) => {
  await openConfiguration(page, 'harbourside', '?includeDeleted=true')
  await expect(row(page, 'The Old Boathouse')).toBeVisible()
  await expectAccessibleOnBoth(page)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await choose(page, 'The Old Boathouse', 'Edit')
  const form = dialog(page, text.editTitle)
  await expect(form.getByText('This venue is deleted.')).toBeVisible()
  await expectAccessibleOnBoth(page)
  await form.getByRole('button', { name: 'Cancel' }).click()

  await choose(page, 'Harbourside Main Club', 'Edit')
  await page.getByRole('button', { name: 'Remove Points' }).click()
  await page.getByLabel('Display name').fill('')
  await save(page).click()
  await expect(page.getByText(text.noDefaultPointsType)).toBeVisible()
  await expectAccessibleOnBoth(page)
})
