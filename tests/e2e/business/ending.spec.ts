import { toast } from '#e2e/access/users-page.ts'
import { expect, expectAccessibleOnBoth, signIn, step, test } from '#e2e/fixtures.ts'
import { callApi, superAdmin } from './configuration-page.ts'

// Its rules: erase.test.ts and export.test.ts.
test('a business that ends @long', async ({ page }) => {
  await signIn(page, superAdmin, '/businesses')
  const found = await callApi(page, 'GET', '/business/lookup/name?q=Barossa%20Rowing')
  const { Results } = (await found.json()) as { Results: { Name: string }[] }
  const made = await callApi(page, 'POST', '/business', Results[0])
  const { BusinessId: id, DisplayName: name } = (await made.json()) as Record<string, string>
  const dialog = page.getByRole('dialog')

  await step(page, 'hands out everything it has', async () => {
    await page.goto(`/businesses/${id}/configuration?tab=standing`)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download everything' }).click()
    expect((await download).suggestedFilename()).toMatch(new RegExp(`^everything-${id}-.*\\.zip$`))
    await expectAccessibleOnBoth(page)
  })

  await step(page, 'is ended by who types its name', async () => {
    await page.getByRole('button', { name: 'End this business' }).click()
    await dialog.getByRole('textbox', { name: 'Name of the business' }).fill('Another')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('It has closed.')
    await dialog.getByRole('button', { name: 'End this business' }).click()
    await expect(dialog.getByText('Type the name as it is written here').first()).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Name of the business' }).fill(name!)
    await dialog.getByRole('button', { name: 'End this business' }).click()
    await dialog.getByText('The business is ended.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText(/On \d+ \w+ \d{4} it is erased with everything it has/)).toBeVisible()
    await expectAccessibleOnBoth(page)
    await page.goto('/businesses')
    await expect(page.getByRole('row', { name: new RegExp(name!) })).toContainText('Ended')
  })

  await step(page, 'is taken back, and suspended until that is lifted', async () => {
    await page.goto(`/businesses/${id}/configuration?tab=standing`)
    await page.getByRole('button', { name: 'Take back' }).click()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('It goes on.')
    await dialog.getByRole('button', { name: 'Take back' }).click()
    await expect(dialog.getByText('It is suspended until that is lifted.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByRole('button', { name: 'Lift the suspension' })).toBeVisible()
    await expect(toast(page, 'failed')).toBeHidden()
  })
})
