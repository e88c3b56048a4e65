import type { Page } from '@playwright/test'
import { expect, expectAccessible, step, test } from '#e2e/fixtures.ts'
import { openConfiguration } from './configuration-page.ts'

const open = (page: Page, businessId: string) => openConfiguration(page, businessId, '?tab=option-lists')
const list = (page: Page, name: string) => page.getByRole('region', { name })
const options = (page: Page, name: string) => list(page, name).getByRole('listitem')
const dialog = (page: Page) => page.getByRole('dialog')

async function choose(page: Page, listName: string, option: string, action: string) {
  await list(page, listName)
    .getByRole('button', { name: `Actions for ${option}` })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

// Opened by every-entry.spec.ts; its rules: option-lists.test.ts.
test('an option is added, renamed, retired and brought back @long', async ({ page }) => {
  await open(page, 'summit-bowls')
  await expect(options(page, 'Title')).toHaveText(['Mr', 'Mrs', 'Ms', 'Miss', 'Dr'])
  await page.getByRole('button', { name: 'Add to Title' }).click()
  await dialog(page).getByLabel('Name').fill('Professor')
  await expect(dialog(page).getByLabel('Key')).toHaveValue('Professor')
  await dialog(page).getByLabel('Key').fill('Prof')
  await dialog(page).getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('Option added.')).toBeVisible()
  await expect(options(page, 'Title').last()).toHaveText('ProfessorProf')

  await choose(page, 'Title', 'Professor', 'Rename')
  await dialog(page).getByLabel('Name').fill('Prof.')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Option renamed.')).toBeVisible()
  await expect(options(page, 'Title').last()).toHaveText('Prof.Prof')

  await choose(page, 'Title', 'Prof.', 'Retire')
  await expect(page.getByText('Option retired.')).toBeVisible()
  await expect(options(page, 'Title').last()).toContainText('Prof. (deprecated)')
  await choose(page, 'Title', 'Prof.', 'Bring back')
  await expect(page.getByText('Option brought back.')).toBeVisible()
  await expect(options(page, 'Title').last()).not.toContainText('(deprecated)')
})

// The order: option-lists.test.ts; keys that move what has the focus: questions.spec.ts.
test('the order is changed with the keyboard, which keeps its place @long', async ({ page }) => {
  await open(page, 'valley-golf')
  const down = list(page, 'Member level').getByRole('button', { name: 'Move Bronze down' })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect(options(page, 'Member level')).toHaveText(['Silver', 'Bronze', 'Gold'])
  await expect(down).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(options(page, 'Member level')).toHaveText(['Silver', 'Gold', 'Bronze'])
  await expect(list(page, 'Member level').getByRole('status')).toHaveText('Bronze is now 3 of 3.')
  await expect(down).toBeFocused()
  await expect(down).toHaveAttribute('aria-disabled', 'true')
  await page.reload()
  await expect(options(page, 'Member level')).toHaveText(['Silver', 'Gold', 'Bronze'])
})

test('lists of options @long', async ({ page }) => {
  await step(page, 'lists that do not load say so, and moves that fail leave the order', async () => {
    await page.route('**/option-lists', (route) => route.fulfill({ status: 404, body: '' }))
    await open(page, 'harbourside')
    await expect(page.getByText('There was an error loading the page.')).toBeVisible()
    await page.unroute('**/option-lists')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(options(page, 'Member level').last()).toContainText('Copper (deprecated)')
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page)
    }
    const before = await options(page, 'Status').allTextContents()
    await page.route('**/option-lists/Status/**', (route) => route.abort())
    await list(page, 'Status').getByRole('button', { name: 'Move Active down' }).click()
    await expect(page.getByText('Moving the option failed.')).toBeVisible()
    await expect(options(page, 'Status')).toHaveText(before)
    await page.unrouteAll()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await step(page, 'what is there already is refused at its field', async () => {
    await page.getByRole('button', { name: 'Add to Gender' }).click()
    await dialog(page).getByRole('button', { name: 'Add' }).click()
    await expect(dialog(page)).toContainText('Name is required.')
    await expect(dialog(page)).toContainText('Key is required.')
    await dialog(page).getByLabel('Name').fill('female')
    await dialog(page).getByLabel('Key').fill('F')
    await dialog(page).getByRole('button', { name: 'Add' }).click()
    await expect(page.getByText('Adding the option failed.')).toBeVisible()
    await expect(dialog(page)).toContainText('This list has an option of this name already.')
    await dialog(page).getByLabel('Name').fill('Woman')
    await dialog(page).getByLabel('Key').fill('Female')
    await dialog(page).getByRole('button', { name: 'Add' }).click()
    await expect(dialog(page)).toContainText('This list has an option of this key already.')
    await expectAccessible(page)
  })
})
