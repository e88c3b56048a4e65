import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { openConfiguration } from '#e2e/business/configuration-page.ts'
import { expect, expectAccessible, signIn, step, test } from '#e2e/fixtures.ts'

const open = (page: Page, businessId: string) => openConfiguration(page, businessId, '?tab=card-programs')
const row = (page: Page, name: string) => page.getByRole('row', { name })
const dialog = (page: Page) => page.getByRole('dialog')

async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const blankPicture = () =>
  sharp({ create: { width: 100, height: 60, channels: 3, background: '#0d5768' } })
    .png()
    .toBuffer()

async function fillProgram(page: Page, name: string) {
  await page.getByRole('button', { name: 'New card program' }).click()
  await dialog(page).getByLabel('Description').fill(name)
  await dialog(page).getByLabel('Minimum initial value').fill('10')
  // Typed as people do, up to the last zero, and saved from where one is.
  await dialog(page).getByLabel('Maximum initial value').pressSequentially('1250.50')
}

// Its rules: card-programs.test.ts.
test('a super administrator makes, changes, retires and brings back a card program @long', async ({
  page,
}) => {
  await open(page, 'summit-bowls')
  await expect(page.getByText('This business has no card programs yet.')).toBeVisible()
  await fillProgram(page, 'Bowls Card')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Card program created.')).toBeVisible()
  await expect(row(page, 'Bowls Card')).toContainText('$10.00 – $1,250.50')
  await expect(row(page, 'Bowls Card')).toContainText('3 years')

  await choose(page, 'Bowls Card', 'Edit')
  await expect(dialog(page).getByLabel('Type')).toBeDisabled()
  await dialog(page).getByLabel('Expires after').fill('')
  await dialog(page).getByLabel('Email').check()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Card program updated.')).toBeVisible()
  await expect(row(page, 'Bowls Card')).toContainText('SMS, Email')
  await expect(row(page, 'Bowls Card')).toContainText('Never')

  await choose(page, 'Bowls Card', 'Retire')
  await expect(dialog(page)).toContainText('Those that are out stay valid')
  await dialog(page).getByRole('button', { name: 'Retire' }).click()
  await expect(page.getByText('Card program retired.')).toBeVisible()
  await expect(row(page, 'Bowls Card')).toContainText('Retired')
  // Its cards are still there to be found.
  for (const list of ['cards', 'reports/cherrypay-cards-by-member']) {
    await page.goto(`/businesses/summit-bowls/${list}`)
    const options = page.getByLabel('Program', { exact: true }).locator('option')
    await expect(options).toHaveText(['All programs', 'Bowls Card (retired)'])
  }
  await open(page, 'summit-bowls')
  await choose(page, 'Bowls Card', 'Bring back')
  await dialog(page).getByRole('button', { name: 'Bring back' }).click()
  await expect(page.getByText('Card program brought back.')).toBeVisible()
  await expect(row(page, 'Bowls Card')).not.toContainText('Retired')
})

test('the form of a card program @long', async ({ page }) => {
  await step(page, 'what the law and the form do not allow is said at its field', async () => {
    await open(page, 'valley-golf')
    await page.getByRole('button', { name: 'New card program' }).click()
    await dialog(page).getByLabel('SMS').uncheck()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toContainText('Description is required.')
    await expect(dialog(page)).toContainText('Choose at least one way of delivery.')
    await expect(dialog(page).getByText('Enter an amount.')).toHaveCount(2)
    await dialog(page).getByLabel('Description').fill('Short')
    await dialog(page).getByLabel('Post').check()
    await dialog(page).getByLabel('Minimum initial value').fill('50')
    await dialog(page).getByLabel('Maximum initial value').fill('20')
    await dialog(page).getByLabel('Expires after').fill('12')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toContainText('Only a physical card can be posted.')
    await expect(dialog(page)).toContainText('The maximum can not be less than the minimum.')
    await expect(dialog(page)).toContainText('A sold card must be valid for at least 36 months.')
    await expectAccessible(page)
    await dialog(page).getByLabel('Physical card').check()
    await dialog(page).getByLabel('Promotional').check()
    await dialog(page).getByLabel('Maximum initial value').fill('50')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(row(page, 'Short')).toContainText('Instant gift, physical, promotional')
  })

  await step(page, 'failures are told, and the dialog keeps what was typed', async () => {
    await page.route('**/card-programs**', (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 409, json: { ErrorMessage: 'Not now.', ErrorCode: 'not_now' } }),
    )
    await fillProgram(page, 'Unlucky')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Card program creation failed.')).toBeVisible()
    await expect(page.getByText('Not now.')).toBeVisible()
    await expect(dialog(page).getByLabel('Description')).toHaveValue('Unlucky')
    await page.keyboard.press('Escape')
    await dialog(page).getByRole('button', { name: 'Discard' }).click()
    await choose(page, 'Green Fee Gift Card', 'Retire')
    await dialog(page).getByRole('button', { name: 'Retire' }).click()
    await expect(page.getByText('Card program update failed.')).toBeVisible()
  })
})

test('the list of card programs, and their pictures @long', async ({ page }, info) => {
  await step(page, 'a list that does not load says so and can be asked for again', async () => {
    await page.route('**/card-programs', (route) => route.fulfill({ status: 404, body: '' }))
    await open(page, 'harbourside')
    await expect(page.getByText('There was an error loading the page.')).toBeVisible()
    await expect(page.getByText('HTTP 404 error.')).toBeVisible()
    await page.unroute('**/card-programs')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(row(page, 'Harbourside Gift Card')).toBeVisible()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await step(page, 'a picture can be dropped', async () => {
    const path = info.outputPath('dropped.png')
    writeFileSync(path, await blankPicture())
    await choose(page, 'Harbourside Plastic Card', 'Add picture')
    const box = await dialog(page).getByText('Drop a picture here').boundingBox()
    const at = { x: box!.x + 20, y: box!.y + 20, data: { items: [], files: [path], dragOperationsMask: 1 } }
    const browser = await page.context().newCDPSession(page)
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await browser.send('Input.dispatchDragEvent', { type, ...at })
    await expect(dialog(page).getByText('dropped.png')).toBeVisible()
    await page.keyboard.press('Escape')
    await dialog(page).getByRole('button', { name: 'Discard' }).click()
    await expect(dialog(page)).toBeHidden()
  })

  await step(page, 'a card gets a picture, and loses it after a question', async () => {
    await choose(page, 'Harbourside Club Card', 'Add picture')
    const field = dialog(page).getByLabel('Picture', { exact: true })
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toContainText('Choose a picture.')
    await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
    await expect(dialog(page)).toContainText('The picture must be a PNG or a JPEG.')
    await field.setInputFiles({
      name: 'big.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(2 * 1024 * 1024 + 1),
    })
    await expect(dialog(page)).toContainText('The picture can have 2 MB at the most.')
    await field.setInputFiles({ name: 'torn.png', mimeType: 'image/png', buffer: Buffer.from('torn') })
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saving the picture failed.')).toBeVisible()
    await expect(dialog(page).getByText('The picture must be a PNG or a JPEG.')).toBeVisible()

    await field.setInputFiles({ name: 'art.png', mimeType: 'image/png', buffer: await blankPicture() })
    await expect(dialog(page).getByText('art.png')).toBeVisible()
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Picture saved.')).toBeVisible()
    const picture = row(page, 'Harbourside Club Card').locator('img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(100)

    await choose(page, 'Harbourside Club Card', 'Remove picture')
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Picture removed.')).toBeVisible()
    await expect(picture).toHaveCount(0)
  })
})

// Who has the page in the menu: menu.test.ts; who may read and write there: tests/access-matrix.test.ts; what a closed page says: audit.spec.ts.
test("a business's administrator has no configuration @long", async ({ page }) => {
  await signIn(page, 'admin@harbourside.example')
  await expect(page.getByRole('link', { name: 'Users' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Business Configuration' })).toHaveCount(0)
  await page.goto('/businesses/harbourside/configuration?tab=card-programs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No access')
})
