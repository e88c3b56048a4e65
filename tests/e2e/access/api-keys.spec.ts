import type { Page } from '@playwright/test'
import { openConfiguration } from '#e2e/business/configuration-page.ts'
import { expect, expectAccessible, step, test } from '#e2e/fixtures.ts'

const open = (page: Page, businessId: string) => openConfiguration(page, businessId, '?tab=api-keys')
const row = (page: Page, name: string) => page.getByRole('row', { name })
const dialog = (page: Page) => page.getByRole('dialog')

// Opened by every-entry.spec.ts; its rules: api-keys.test.ts.
test('API keys @long', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])

  await step(page, 'failures are told', async () => {
    await page.route('**/api-keys', (route) => route.fulfill({ status: 404, body: '' }))
    await open(page, 'harbourside')
    await expect(page.getByText('There was an error loading the page.')).toBeVisible()
    await page.unroute('**/api-keys')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(row(page, 'Bistro trial')).toContainText('Revoked')
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page)
    }
    await page.route('**/api-keys**', (route) =>
      route.fulfill({ status: 409, json: { ErrorMessage: 'Not now.', ErrorCode: 'not_now' } }),
    )
    await page.getByRole('button', { name: 'New API key' }).click()
    await dialog(page).getByLabel('Name').fill('Unlucky')
    await dialog(page).getByRole('combobox', { name: 'Venue' }).selectOption('Harbourside Main Club')
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('API key creation failed.')).toBeVisible()
    await page.keyboard.press('Escape')
    await dialog(page).getByRole('button', { name: 'Discard' }).click()
    await page.route('**/api-keys/**', (route) =>
      route.fulfill({ status: 409, json: { ErrorMessage: 'Not now.', ErrorCode: 'not_now' } }),
    )
    await page.getByRole('button', { name: 'Actions for Main bar tills' }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await dialog(page).getByRole('button', { name: 'Revoke' }).click()
    await expect(page.getByText('Revoking the API key failed.')).toBeVisible()
    await page.unrouteAll()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toBeHidden()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await step(page, 'a key is made for a venue, its secret shown and copied once', async () => {
    await page.getByRole('button', { name: 'New API key' }).click()
    await dialog(page).getByRole('button', { name: 'Create' }).click()
    await expect(dialog(page)).toContainText('Name is required.')
    await expect(dialog(page)).toContainText('Venue is required.')
    await dialog(page).getByLabel('Name').fill('Garden bar')
    await dialog(page).getByRole('combobox', { name: 'Venue' }).selectOption('Harbourside Sports Bar')
    await dialog(page).getByRole('button', { name: 'Create' }).click()

    await expect(dialog(page)).toContainText('Copy it now')
    const secret = await dialog(page).getByText(/^hub_/).innerText()
    await dialog(page).getByRole('button', { name: 'Copy API key' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
    await expectAccessible(page)
    // Neither Escape nor a press beside it may take it away unread.
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 400)
    await expect(dialog(page)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText(secret)).toHaveCount(0)
    await expect(row(page, 'Garden bar')).toContainText(`…${secret.slice(-4)}`)
    await expect(row(page, 'Garden bar')).toContainText('Never')
  })
})

// Its rules: api-keys.test.ts.
test('a key is revoked after a question @long', async ({ page }) => {
  await open(page, 'valley-golf')
  await page.getByRole('button', { name: 'Actions for Pro shop till' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await expect(dialog(page)).toContainText('stop working at once')
  await dialog(page).getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('API key revoked.')).toBeVisible()
  await expect(row(page, 'Pro shop till')).toContainText('Revoked')
  await expect(page.getByRole('button', { name: 'Actions for Pro shop till' })).toHaveCount(0)
})

// Its rules: api-keys.test.ts.
test('a business without venues is told to add one first @long', async ({ page }) => {
  await open(page, 'summit-bowls')
  await expect(page.getByText('A key belongs to the tills of a venue. Add a venue first.')).toBeVisible()
})
