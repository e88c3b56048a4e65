import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { callApi } from '#e2e/business/configuration-page.ts'
import { newestLink } from '#e2e/cards/claim-links.ts'
import {
  test as base,
  expect,
  expectAccessible,
  expectAccessibleOnBoth,
  longStep,
  startSession,
} from '#e2e/fixtures.ts'
import { act, addMember, members, tab } from '#e2e/members/member-pages.ts'
import { appleDevice, passIn } from '#tests/fakes/apple-device.ts'
import { startFakePush } from '#tests/fakes/fake-push.ts'

/** A server that tells Apple of changes, which is played here. */
const test = base.extend<object, { apple: Awaited<ReturnType<typeof startFakePush>> }>({
  apple: [
    async ({}, use) => {
      const apple = await startFakePush()
      await use(apple)
      await apple.close()
    },
    { scope: 'worker' },
  ],
  settings: async ({ apple }, use) => use({ HUB_APPLE_PUSH_URL: apple.url }),
})

// What these pages keep on the device, the next test must not find.
test.use({ hasOwnPage: true })

const phone = { width: 390, height: 844 }
const notNow = { status: 409, json: { ErrorMessage: 'Not now.', ErrorCode: 'conflict' } }
const desk = { width: 1440, height: 900 }
const text = messages.passInvitation
const dialog = (page: Page) => page.getByRole('dialog')
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name, exact: true })

/** Gives the Member Card another logo text in the builder. */
async function writeOnCard(page: Page, logoText: string) {
  await page.goto('/businesses/harbourside/pass-designer/member-card')
  await page.getByRole('button', { name: /^Logo text: / }).click()
  await page.getByRole('complementary').getByLabel('Text', { exact: true }).fill(logoText)
  const unsaved = page.getByRole('region', { name: 'Unsaved changes' })
  await unsaved.getByRole('button', { name: 'Save' }).click()
  await expect(unsaved).toBeHidden()
}

/** True once all that the page has loaded is on the device, with what draws its barcode. */
async function isKept(): Promise<boolean> {
  const kept = (await (await caches.open('pages')).keys()).map(({ url }) => new URL(url).pathname)
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  const needed = loaded.filter((path) => /^\/(assets|api\/files)\//.test(path))
  const isWhole = needed.some((path) => path.includes('drawn-barcode'))
  return isWhole && [location.pathname, ...needed].every((path) => kept.includes(path))
}

async function onPhone(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({ viewport: phone, ...(baseURL && { baseURL }) })
  return context.newPage()
}

test('a card is designed, a member invited; they take it on a phone, use it offline, and lose it', async ({
  apple,
  page,
  browser,
  baseURL,
  databaseUrl,
}) => {
  await startSession(page, 'admin@harbourside.example')
  const { id } = await addMember(page, 'Walletson', { DateFinancial: '2099-06-30' })
  await writeOnCard(page, 'Harbour One')
  const passes = `**/members/${id}/passes*`
  await page.route(passes, (route) => route.fulfill(notNow))
  await page.goto(`${members}/${id}?tab=passes`)
  await expect(heading(page, 'Test Walletson')).toBeVisible()
  await expect(page.getByText(messages.cards.memberCardsFailed)).toBeVisible()
  await page.unroute(passes)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(text.none)).toBeVisible()

  await act(page, text.action)
  await expect(dialog(page)).toHaveAccessibleName(text.title)
  const mobile = dialog(page).getByLabel('Mobile number')
  await mobile.fill('0491 570 110')
  await expect(dialog(page)).toContainText(messages.cardInvitation.mobileNeedsCountry)
  await expectAccessibleOnBoth(page)
  await mobile.fill('')
  await expect(dialog(page)).toContainText(messages.cardInvitation.mobileRequired)
  const email = dialog(page).getByLabel('Email address')
  // One that is longer than the field can be read all the same.
  const long = 'someone.with.a.rather.long.name.indeed@a-department.of-a-company.example'
  await email.fill(long)
  await expect(dialog(page).getByText(long)).toBeVisible()
  await email.fill('test')
  await expect(dialog(page)).toContainText(messages.cardInvitation.invalidEmail)
  await email.fill('')
  await expect(dialog(page)).toContainText(messages.cardInvitation.emailRequired)
  await expect(dialog(page)).toContainText(messages.cardInvitation.mobileRequired)
  await expect(button(page, 'Send')).toBeDisabled()
  await mobile.fill('0491 570 110')
  await button(page, 'Use +61491570110').click()
  await expect(dialog(page)).not.toContainText(messages.cardInvitation.emailRequired)
  await dialog(page).getByLabel('Card').selectOption('Member Card')
  await page.route('**/invite/dmc', (route) => route.fulfill(notNow))
  await button(page, 'Send').click()
  const toast = page.getByRole('status').filter({ hasText: text.failed })
  await expect(toast).toBeVisible()
  // The dialog can be closed under it, at any width.
  for (const size of [phone, desk]) {
    await page.setViewportSize(size)
    const cross = (await dialog(page).getByRole('button', { name: 'Close', exact: true }).boundingBox())!
    const { x, width } = (await toast.boundingBox())!
    expect(x + width).toBeLessThan(cross.x)
  }
  await page.unroute('**/invite/dmc')
  await button(page, 'Send').click()
  await expect(page.getByText(text.sentToast, { exact: true })).toBeVisible()
  await expect(dialog(page)).toContainText(text.sent)
  await expect(dialog(page)).toBeHidden({ timeout: 15_000 })
  const row = page.getByRole('row', { name: /Member Card/ })
  await expect(row).toContainText('Invited')
  await expect(row).toContainText('+61491570110')

  const patron = await onPhone(browser, baseURL)
  const link = await newestLink(databaseUrl, '+61491570110')
  await patron.goto(link)
  await expect(heading(patron, 'Test, your digital membership card')).toBeVisible()
  await expectAccessible(patron)
  // The server lets them have it, and its answer is lost.
  await patron.route('**/api/pass-claims/*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await patron.getByRole('button', { name: 'Take my card' }).click()
  await expect(patron.getByRole('alert')).toHaveText(/There is no connection at the moment/)
  await patron.unroute('**/api/pass-claims/*')
  await patron.getByRole('button', { name: 'Take my card' }).click()
  await expect(heading(patron, 'Harbourside membership card')).toBeVisible()
  await expect(patron.getByRole('img', { name: /QR/ })).toBeVisible()
  await expect(patron.getByRole('link', { name: 'Add to Google Wallet' })).toBeVisible()
  const download = patron.waitForEvent('download')
  await patron.getByRole('link', { name: 'Add to Apple Wallet' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pkpass$/)
  const pkpass = readFileSync(await (await download).path())
  expect(passIn(pkpass)).toMatchObject({ logoText: 'Harbour One' })
  await patron.getByText('More about this card').click()
  await expect(patron.getByText('Member since')).toBeVisible()
  await expectAccessible(patron)

  await expect.poll(() => patron.evaluate(isKept)).toBe(true)
  await patron.context().setOffline(true)
  await patron.reload()
  await expect(patron.getByText(/There is no connection\. This is your card as of/)).toBeVisible()
  await expect(patron.getByRole('img', { name: /QR/ })).toBeVisible()
  await expect(patron.getByRole('link', { name: 'Add to Apple Wallet' })).toBeHidden()
  await patron.context().setOffline(false)

  // The design changes, and the phone that has the card hears of it.
  const device = appleDevice(pkpass)
  expect((await device.register()).status).toBe(201)
  const { lastUpdated } = (await device.changes())!
  await writeOnCard(page, 'Harbour Two')
  const told = () => apple.pushes.some(({ token }) => token === device.pushToken)
  await expect.poll(told, { timeout: 20_000 }).toBe(true)
  expect((await device.changes(lastUpdated))?.serialNumbers).toEqual([device.pass.serialNumber])
  expect(passIn((await device.fetchPass())!)).toMatchObject({ logoText: 'Harbour Two' })

  await page.goto(`${members}/${id}?tab=passes`)
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'View card' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Member Card')
  await expect(dialog(page).getByRole('img', { name: /QR/ })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  // The same as in purse.spec.ts, of a card that was just taken.
  await longStep(page, 'points go to its purse', async () => {
    await callApi(page, 'POST', `/cherrypay/v1/harbourside/members/${id}/points/Points/award`, {
      Note: 'For the test',
      PointsByDollarValue: 20,
      PointsByQuantity: 2000,
    })
    await act(page, messages.passTransfer.title)
    await expect(dialog(page)).toHaveAccessibleName(messages.passTransfer.title)
    const card = dialog(page).getByLabel('Card')
    await card.selectOption({ index: 1 })
    await dialog(page).getByLabel('Description').fill('From points')
    await dialog(page).getByLabel('Dollars').fill('5')
    await dialog(page).getByLabel('Note').fill('As asked')
    await expectAccessible(page)
    await button(page, 'Transfer').click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(row).toContainText('$5.00')
  })

  // On another phone the link leads nowhere; a fresh one takes the card there.
  const other = await onPhone(browser, baseURL)
  await other.goto(link)
  await expect(heading(other, 'There is no card here')).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Send me a fresh link' }).click()
  await expect(other.getByText('a fresh one is on its way')).toBeVisible()
  await other.goto(await newestLink(databaseUrl, '+61491570110'))
  await other.getByRole('button', { name: 'Take my card' }).click()
  await expect(heading(other, 'Harbourside membership card')).toBeVisible()
  await patron.reload()
  await expect(heading(patron, 'There is no card here')).toBeVisible()
  await patron.context().close()

  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Revoke Card?')
  await expectAccessible(page)
  await button(page, 'Revoke card').click()
  await expect(dialog(page)).toContainText('Reason is required.')
  await dialog(page).getByLabel('Reason').fill('Lent to a friend')
  await button(page, 'Revoke card').click()
  await expect(row).toContainText('Revoked')
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await expect(page.getByRole('menuitem', { name: /Resend invitation/ })).toContainText(
    'This card is revoked.',
  )
  await page.keyboard.press('Escape')
  await other.reload()
  await expect(heading(other, 'There is no card here')).toBeVisible()
  await other.context().close()
})

// The way to many: sending.spec.ts; who is one of them, and none twice: invite-many.test.ts and sending-brakes.test.ts.
test('all members of a search are invited at once, and none twice @long', async ({ page }) => {
  await startSession(page, 'admin@harbourside.example')
  const more = { DateFinancial: '2099-06-30', HomeContactDetails: { MobileNumber: '+61491570111' } }
  await addMember(page, 'Manyinvited', more)
  await addMember(page, 'Manyinvited', more)
  await addMember(page, 'Manyinvited', { DateFinancial: '2099-06-30' })
  await page.goto(`${members}?q=Manyinvited`)
  await expect(page.getByText('All 3 shown')).toBeVisible()
  await page.getByRole('button', { name: 'Invite all' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Digital Membership Invitations')
  await expect(dialog(page)).toContainText('Members found by “Manyinvited”.')
  await dialog(page).getByLabel('Card').selectOption('Member Card')
  await expect(button(page, 'Send 2 invitations')).toBeEnabled()
  await expectAccessibleOnBoth(page)
  await button(page, 'Send 2 invitations').click()
  await expect(dialog(page)).toContainText('All invitations sent')
  await expect(dialog(page)).toContainText('2 invited, 1 can’t be reached')
  await expectAccessible(page)
  await dialog(page).getByText('Close', { exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Invite all' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Digital Membership Invitations')
  await dialog(page).getByLabel('Card').selectOption('Member Card')
  await expect(button(page, 'Send invitations')).toBeDisabled()
  await expect(dialog(page)).toContainText('There is nobody to invite.')
  await button(page, 'Cancel').click()

  await page.getByRole('row').filter({ hasText: 'Manyinvited' }).first().click()
  await expect(heading(page, 'Test Manyinvited')).toBeVisible()
  await expect(tab(page, text.tab)).toBeVisible()
})
