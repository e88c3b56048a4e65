import type { Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { dialog, refuse, toast } from '#e2e/access/users-page.ts'
import { expect, longStep, step, test } from '#e2e/fixtures.ts'
import { openConfiguration } from './configuration-page.ts'
import { choose, openWith, row, save, venuesPath } from './venues-page.ts'

const text = messages.venues

/** Leaves the dialog, with what was changed in it. */
async function discard(page: Page) {
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

// Its rules: new-venue.test.ts; the way to it: first-hour.spec.ts.
test('a new venue @long', async ({ page }) => {
  await openConfiguration(page, 'valley-golf')
  await step(page, 'needs a name and a maximum', async () => {
    await page.getByRole('button', { name: text.newTitle }).click()
    await save(page).click()
    await expect(page.getByText(text.nameRequired)).toBeVisible()
    await expect(page.getByText(text.maximumHoldRequired)).toBeVisible()
    await expect(page.getByLabel('Display name')).toBeFocused()
    await page.getByLabel('Display name').fill('x'.repeat(106))
    await page.getByLabel('Maximum').fill('29')
    await save(page).click()
    await expect(page.getByText('Display name can have 100 characters at the most.')).toBeVisible()
    await expect(page.getByText('at least the minimum of 30 seconds')).toBeVisible()
    await discard(page)
  })

  await step(page, 'does not forget a points type that was typed but not added', async () => {
    await page.getByRole('button', { name: text.newTitle }).click()
    await page.getByLabel('Display name').fill('Forgetful')
    await page.getByLabel('Maximum').fill('60')
    await page.getByLabel('Points type id').fill('Stars')
    await save(page).click()
    await expect(page.getByText('Add this points type, or empty its fields.')).toBeVisible()
    await expect(page.getByLabel('Points type id')).toBeFocused()
    await discard(page)
  })

  // A refusal keeps what was typed: edit-member.spec.ts and dialogs.spec.ts.
  await longStep(page, 'that could not be made says so and keeps what was typed', async () => {
    await refuse(page, `**/api${venuesPath}`, 'POST', 'Not today.')
    await page.getByRole('button', { name: text.newTitle }).click()
    await page.getByLabel('Display name').fill('Refused')
    await page.getByLabel('Maximum').fill('60')
    await save(page).click()
    await expect(toast(page, text.createFailed)).toContainText('Not today.')
    await expect(page.getByLabel('Display name')).toHaveValue('Refused')
    await page.unrouteAll()
    await discard(page)
  })

  await step(page, 'is made with its points types, the first of which is the default', async () => {
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
    await form.getByLabel('Expire after, Moons').fill('18')
    await form.getByLabel('Name, Moons').fill('Moonlight')
    await save(page).click()
    await expect(toast(page, text.created)).toBeVisible()
    await expect(row(page, 'Pro Shop')).toContainText('Yes')

    await choose(page, 'Pro Shop', 'Edit')
    const edit = dialog(page, text.editTitle)
    await expect(edit.getByLabel('Gaming')).toHaveValue('gaming-9')
    await expect(edit.getByLabel('Maximum')).toHaveValue('900')
    await expect(edit.getByLabel('Points to a dollar, Moons')).toHaveValue('2.5')
    await expect(edit.getByLabel('Expire after, Moons')).toHaveValue('18 months')
    await expect(edit.getByLabel('Name, Moons')).toHaveValue('Moonlight')
    await expect(edit.getByLabel('Expire after, Stars')).toHaveValue('')
  })
})

test('a venue @long', async ({ page }) => {
  await step(page, 'is changed, but for its maximum', async () => {
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
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await step(page, 'takes only points types that are right', async () => {
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

  await step(page, 'asks before a removed points type is lost, whatever was typed before', async () => {
    await openWith(page, 'Unsaved')
    await choose(page, 'Unsaved', 'Edit')
    await page.getByLabel('Points type id').fill('Stars')
    await page.getByLabel('Points type id').fill('')
    await page.getByRole('button', { name: 'Remove Bonus' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Discard your changes?')).toBeVisible()
  })

  await step(page, 'has exactly one default points type', async () => {
    const id = await openWith(page, 'Defaults')
    await choose(page, 'Defaults', 'Edit')
    await page.getByRole('button', { name: 'Remove Points' }).click()
    await expect(page.getByLabel('Points type id')).toBeFocused()
    await save(page).click()
    await expect(page.getByText(text.noDefaultPointsType)).toBeVisible()
    await page.getByLabel('Default, Bonus').check()
    await expect(page.getByText(text.noDefaultPointsType)).toBeHidden()
    // The page can't choose two; the server's word on it is shown all the same.
    await page.route(`**/api${venuesPath}/${id}?*`, (route) =>
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
})
