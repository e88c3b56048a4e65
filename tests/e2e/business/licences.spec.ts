import type { Page } from '@playwright/test'
import { dialog, refuse, toast } from '#e2e/access/users-page.ts'
import { expect, expectAccessibleOnBoth, signIn, startSession, step, test } from '#e2e/fixtures.ts'
import { callApi, superAdmin } from './configuration-page.ts'

const licence = (page: Page, name: string) => page.getByRole('switch', { name })
const press = (page: Page, name: string) => licence(page, name).press('Space')

/** A business of the test's own, at its licences: what the demo's are licensed for, other tests count on. */
async function openLicencesOf(page: Page, name: string) {
  await startSession(page, superAdmin)
  const found = await callApi(page, 'GET', `/business/lookup/name?q=${encodeURIComponent(name)}`)
  const { Results } = (await found.json()) as { Results: object[] }
  const made = await callApi(page, 'POST', '/business', Results[0])
  const { BusinessId } = (await made.json()) as { BusinessId: string }
  await page.goto(`/businesses/${BusinessId}/configuration`)
  await page.getByRole('tab', { name: 'Licences' }).click()
  await expect(page).toHaveURL(/\?tab=licences$/)
  await expect(page.getByRole('switch')).toHaveCount(5)
}

// Opened by every-entry.spec.ts; its rules: licences.test.ts.
test('a licence @long', async ({ page }) => {
  await step(page, 'a licence is given at once, and the home page has its product', async () => {
    await openLicencesOf(page, 'Murray Bridge Hotel')
    await press(page, 'Chat')
    await expect(toast(page, 'Licences updated.')).toBeVisible()
    await expect(licence(page, 'Chat')).toBeChecked()
    await page.reload()
    await expect(licence(page, 'Chat')).toBeChecked()
    await expect(licence(page, 'Pay')).not.toBeChecked()
    await page.getByRole('link', { name: 'Home' }).click()
    await expect(page.getByRole('list', { name: 'Products' })).toContainText('Chat')
  })

  await step(page, 'a licence is taken away after a question that says what users lose', async () => {
    await openLicencesOf(page, 'Murray Bridge Tavern')
    await press(page, 'HubMembership')
    await expect(toast(page, 'Licences updated.')).toBeVisible()
    await expect(licence(page, 'HubMembership')).toBeChecked()
    await press(page, 'HubMembership')
    const question = dialog(page, 'Take HubMembership away?')
    await expect(question).toContainText('Users can no longer create, edit, delete or import members.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(licence(page, 'HubMembership')).toBeChecked()
    await expect(licence(page, 'HubMembership')).toBeFocused()

    await press(page, 'HubMembership')
    await question.getByRole('button', { name: 'Take away' }).click()
    await expect(question).toBeHidden()
    await expect(licence(page, 'HubMembership')).not.toBeChecked()
  })

  await step(page, 'a licence that could not be given says so and is off again', async () => {
    await openLicencesOf(page, 'Murray Bridge Theatre')
    await refuse(page, '**/configuration/licences/*', 'PUT', 'Not today.')
    await press(page, 'Play')
    await expect(toast(page, 'Licences update failed.')).toContainText('Not today.')
    await expect(licence(page, 'Play')).not.toBeChecked()
  })
})

test('licences are accessible at a desk and on a phone @long', async ({ page }) => {
  await signIn(page, superAdmin, '/businesses/harbourside/configuration?tab=licences')
  await expect(licence(page, 'Pay')).toBeChecked()
  await expectAccessibleOnBoth(page)
  await press(page, 'Pay')
  await expect(dialog(page, 'Take Pay away?')).toBeVisible()
  await expectAccessibleOnBoth(page)
})
