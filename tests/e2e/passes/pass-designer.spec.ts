import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectAccessible, signIn, test } from '#e2e/fixtures.ts'
import { animationEnd, saveAsSomebodyElse } from './designer-page.ts'

const admin = 'admin@harbourside.example'
const list = '/businesses/harbourside/pass-designer'
const panel = (page: Page) => page.getByRole('complementary')
const checks = (page: Page, wallet: string) =>
  page.getByRole('region', { name: `Checks for ${wallet} Wallet` })
const unsaved = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })
const part = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function open(page: Page, id: string, title: string) {
  await signIn(page, admin, `${list}/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

async function save(page: Page) {
  await unsaved(page).getByRole('button', { name: 'Save' }).click()
  await expect(unsaved(page)).toBeHidden()
}

test('an administrator makes a pass, designs it for Apple Wallet and saves it', async ({ page }) => {
  await signIn(page, admin, list)
  await expect(page.getByRole('row', { name: /Visitor Pass/ })).toContainText('Code 39')
  await expect(page.getByText(/^Passes can’t be added/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New pass' }).click()
  const dialog = page.getByRole('dialog', { name: 'New pass' })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toContainText('A name is required.')
  await dialog.getByLabel('Name').fill('Gold Card')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Gold Card' })).toBeVisible()
  await expect(page.getByText(/^Passes can’t be added/)).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code of HB7K2Q9M4X' })).toBeVisible()

  // A text that is too long is cut on the pass, and the check says so.
  await part(page, 'Logo text: Member').click()
  await panel(page).getByLabel('Text', { exact: true }).fill('Harbourside Gold')
  await expect(page.getByRole('button', { name: 'Logo text: Harbourside', exact: true })).toBeVisible()
  await expect(checks(page, 'Apple')).toContainText('The logo text is cut to “Harbourside”.')
  await page.keyboard.press('Control+z')
  await expect(part(page, 'Logo text: Member')).toBeVisible()
  await page.keyboard.press('Control+Shift+Z')
  await expect(part(page, 'Logo text: Harbourside')).toBeVisible()
  await expectAccessible(page)

  // A field with dynamic data, offered at the brace and chosen with the keyboard; its date formatted.
  await page.getByRole('button', { name: '+ Field' }).click()
  await panel(page).getByLabel('Label', { exact: true }).fill('Ends')
  await panel(page).getByLabel('Value', { exact: true }).pressSequentially('{fin')
  await expect(page.getByRole('option')).toHaveText([/^\{DateFinancial\}/])
  await page.keyboard.press('Enter')
  await expect(panel(page).getByLabel('Value', { exact: true })).toHaveValue('{DateFinancial}')
  await expect(checks(page, 'Apple')).toContainText('“Ends” is cut to “30 Jun 202”.')
  await panel(page).getByRole('switch', { name: 'Format dates' }).check({ force: true })
  await expect(part(page, 'Secondary field: Ends 06/2027')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Move up' }).click()
  await expect(page.getByRole('button', { name: /^Secondary field/ })).toHaveText([
    'Secondary field: Number 10234',
    'Secondary field: Ends 06/2027',
    'Secondary field: Level Gold',
  ])
  await panel(page).getByLabel('Value', { exact: true }).fill('{Nickname}')
  await expect(panel(page)).toContainText('There is no dynamic data called {Nickname}.')
  await expect(unsaved(page).getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.keyboard.press('Control+z')

  // The second field is dragged behind the third.
  await part(page, /^Secondary field: Ends/).dragTo(part(page, /^Secondary field: Level/))
  await expect(page.getByRole('button', { name: /^Secondary field/ })).toHaveText([
    'Secondary field: Number 10234',
    'Secondary field: Level Gold',
    'Secondary field: Ends 06/2027',
  ])
  // By the keyboard it goes to the front and back, and the focus with it.
  await part(page, /^Secondary field: Ends/).focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(page.getByRole('button', { name: /^Secondary field/ })).toHaveText([
    'Secondary field: Number 10234',
    'Secondary field: Ends 06/2027',
    'Secondary field: Level Gold',
  ])
  await page.keyboard.press('Alt+ArrowUp')
  await expect(part(page, /^Secondary field/).first()).toHaveText('Secondary field: Ends 06/2027')
  await expect(part(page, /^Secondary field: Ends/)).toBeFocused()
  await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(part(page, /^Secondary field/).last()).toHaveText('Secondary field: Ends 06/2027')
  await part(page, /^Secondary field: Level/).click()
  await panel(page).getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('dialog')).toContainText('Are you sure you want to remove this field?')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(part(page, /^Secondary field: Level/)).toBeHidden()

  await part(page, /^Barcode:/).click()
  await panel(page).getByLabel('Type').selectOption('EAN-13')
  await expect(checks(page, 'Apple')).toContainText('Apple Wallet has no EAN-13: a QR code is shown instead.')
  await expect(checks(page, 'Apple')).toContainText('The data must be 13 digits')
  await panel(page).getByLabel('Data', { exact: true }).fill('590123412345')
  await expect(page.getByRole('img', { name: 'QR code of 5901234123457' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await checks(page, 'Apple').getByRole('button', { name: 'Use a QR code' }).first().click()
  await expect(panel(page).getByLabel('Type')).toHaveValue('QR_CODE')
  await save(page)
  await expect(page.getByText('Pass updated')).toBeVisible()
  await page.reload()
  await expect(part(page, 'Secondary field: Ends 06/2027')).toBeVisible()

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Passes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Passes' })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Gold Card' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Gold Card copy' })).toBeVisible()
})

test('colours are held until SAVE, and pictures cropped, replaced and removed @long', async ({ page }) => {
  await open(page, 'member-card', 'Member Card')
  await page.getByRole('button', { name: 'Theme' }).click()
  const background = panel(page).getByLabel('Background')
  await background.fill('#7c2d12')
  await expect(unsaved(page)).toBeHidden()
  await panel(page).getByRole('button', { name: 'CANCEL' }).click()
  await expect(background).toHaveValue('#0b3b54')
  // White on yellow. What is held stays when another panel is opened, and is then saved with the rest, or asked about.
  await background.fill('#ffee00')
  await expect(checks(page, 'Apple')).toContainText('The text is hard to read on this background.')
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(unsaved(page)).toContainText('Changed: Background colour')
  await unsaved(page).getByRole('button', { name: 'Discard' }).click()
  await expect(checks(page, 'Apple')).toContainText('Everything is shown as it is designed.')
  await page.getByRole('button', { name: 'Theme' }).click()
  await background.fill('#7c2d12')
  await panel(page).getByRole('button', { name: 'SAVE' }).click()
  await expect(page.getByText('Pass updated')).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'SAVE' })).toBeDisabled()
  await expect(background).toHaveValue('#7c2d12')

  await panel(page).getByRole('tab', { name: 'Images' }).click()
  await expect(panel(page).getByRole('button', { name: /Remove/ })).toHaveCount(2)
  const strip = panel(page).getByLabel('Strip 300x150')
  await strip.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
  await expect(panel(page)).toContainText('The picture must be a PNG or a JPEG.')
  await expectAccessible(page)
  const buffer = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#e11d48' } })
    .jpeg()
    .toBuffer()
  await strip.setInputFiles({ name: 'strip.jpg', mimeType: 'image/jpeg', buffer })
  const crop = page.getByRole('dialog', { name: 'Strip 300x150' })
  await crop.getByRole('img', { name: /The picture as it will be/ }).press('ArrowDown')
  await expectAccessible(page)
  await page.route('**/images/AppleStrip', (route) =>
    route.fulfill({ status: 409, json: { ErrorMessage: 'Not now.', ErrorCode: 'conflict' } }),
  )
  await crop.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Unknown Error')).toBeVisible()
  await page.unroute('**/images/AppleStrip')
  await crop.getByRole('button', { name: 'Save' }).click()
  await expect(crop).toBeHidden()

  await panel(page).getByRole('button', { name: 'Remove Strip Hi-Res' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(panel(page).getByRole('button', { name: /Remove/ })).toHaveCount(1)
  await expect(checks(page, 'Apple')).toContainText('Without its Hi-Res picture the strip is blurred.')

  await page.getByRole('tab', { name: 'Google Wallet' }).click()
  await page.getByRole('button', { name: 'Theme' }).click()
  await panel(page).getByRole('button', { name: 'Reset' }).click()
  await expect(panel(page).getByRole('button', { name: 'Reset' })).toBeHidden()
  await page.reload()
  await page.getByRole('tab', { name: 'Google Wallet' }).click()
  await expect(checks(page, 'Google')).toContainText('takes the background colour from the logo')
})

test('the Google pass has messages and links, a member shows on it, and nothing is lost to somebody else @long', async ({
  page,
}) => {
  // What is offered at a brace is what the server says of this pass.
  await page.route('**/supported-token-fields?passConfigurationId=visitor-pass', (route) =>
    route.fulfill({
      json: { FirstName: { SampleValue: 'Alexandra', Description: 'First name', IsDate: false } },
    }),
  )
  await open(page, 'visitor-pass', 'Visitor Pass')
  await page.getByRole('tab', { name: /Google Wallet/ }).click()
  await expect(checks(page, 'Google')).toContainText('Google Wallet needs a logo.')
  await page.getByRole('button', { name: '+ Message to each member' }).click()
  await panel(page).getByLabel('Label', { exact: true }).fill('Welcome')
  await panel(page).getByLabel('Value', { exact: true }).pressSequentially('Hello {')
  await expect(page.getByRole('option')).toHaveText([/^\{FirstName\}/])
  await page.keyboard.press('Enter')
  await expect(part(page, 'Message to each member: Each member Welcome Hello Alexandra')).toBeVisible()
  for (const [name, uri] of [
    ['Site', 'https://club.example'],
    ['Call', 'tel:+61295550100'],
  ] as const) {
    await page.getByRole('button', { name: '+ Link for all members' }).click()
    await panel(page).getByLabel('Description').fill(name)
    await panel(page).getByLabel('Link', { exact: true }).fill('ftp://club')
    await expect(panel(page)).toContainText('A link begins with mailto:, tel: or https://.')
    await panel(page).getByLabel('Link', { exact: true }).fill(uri)
  }
  await expect(page.getByRole('button', { name: /^Link:/ })).toHaveText(['Link: Call', 'Link: Site'])
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()

  await page.getByRole('button', { name: 'Preview with: Sample values' }).click()
  await page.getByRole('menuitem', { name: 'Longest names' }).click()
  await expect(page.getByRole('button', { name: 'Preview with: Longest names' })).toBeVisible()
  await page.getByRole('button', { name: 'Preview with: Longest names' }).click()
  await page.getByRole('menuitem', { name: 'A member…' }).click()
  const members = page.getByRole('dialog', { name: 'Preview with a member' })
  const first = members.getByRole('listitem').first().getByRole('button')
  const name = (await first.locator('strong').textContent()) ?? ''
  await first.click()
  await expect(page.getByRole('button', { name: `Preview with: ${name}` })).toBeVisible()
  await expect(part(page, `Member name: ${name}`)).toBeVisible()
  await expectAccessible(page)

  // Leaving asks; somebody else's save is compared, part by part.
  await page.getByRole('link', { name: 'Home' }).click()
  await page
    .getByRole('dialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await saveAsSomebodyElse(page, 'visitor-pass')
  await unsaved(page).getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: 'Somebody else has saved this pass meanwhile.' })
  await expect(conflict).toContainText('Sam Super saved this pass configuration meanwhile.')
  const choices = (label: string) => conflict.getByRole('radiogroup', { name: label, exact: true })
  await expect(conflict.getByRole('radiogroup')).toHaveCount(3)
  await expect(choices('Logo text').getByLabel('Theirs')).toBeChecked()
  await expect(choices('Links').getByLabel('Yours')).toBeChecked()
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Save' }).click()
  await expect(unsaved(page)).toBeHidden()
  await page.getByRole('tab', { name: 'Apple Wallet' }).click()
  await expect(part(page, 'Logo text: Theirs')).toBeVisible()

  await page.route('**/pass-configurations/visitor-pass', (route) =>
    route.fulfill({ status: 404, json: { ErrorMessage: 'It is gone.', ErrorCode: 'not_found' } }),
  )
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Unable to load pass')
})

test('a pass is changed on a phone, the part in sight above the panel @long', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, admin, list)
  await expect(page.getByRole('row', { name: /Member Card/ })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${list}/member-card`)
  await part(page, /^Back field: Points/).click()
  await expect(panel(page).getByLabel('Label', { exact: true })).toBeFocused()
  await expect(part(page, /^Back field: Points/)).toBeInViewport()
  await panel(page).getByLabel('Label', { exact: true }).fill('Your points')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(part(page, /^Back field: Your points/)).toBeFocused()
  await unsaved(page).getByRole('button', { name: 'Discard' }).click()
  await expect(unsaved(page)).toBeHidden()
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(panel(page).getByLabel('The message as it is read')).toContainText('Hi Alexandra')
  await expectAccessible(page)
  // For those who like things to move, it slides out as it slid in.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const slid = animationEnd(page, 'sink')
  await page.getByRole('button', { name: 'Close panel' }).click()
  await slid
  await expect(panel(page)).toHaveCount(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('tab', { name: 'Google Wallet' }).click()
  await expect(part(page, 'Member ID: 10234')).toBeVisible()
  await expectAccessible(page)
})
