import type { Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { expect, expectAccessible, signIn, test } from '#e2e/fixtures.ts'

const phone = { width: 390, height: 844 }
const dialog = (page: Page) => page.getByRole('dialog')

/** Opens the first card in a state. */
async function openCard(page: Page, status: string) {
  await signIn(page, 'admin@harbourside.example', '/businesses/harbourside/cards?rows=100')
  await page
    .getByRole('row')
    .filter({ has: page.getByText(status, { exact: true }) })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Card Detail' })).toBeVisible()
}
async function act(page: Page, action: string) {
  await page.getByRole('button', { name: 'Card Actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
const account = (page: Page) => page.getByRole('region', { name: 'Account Status' })
const history = (page: Page) => page.getByRole('table', { name: 'History' })

// What becomes of it: claims.test.ts; send-card.spec.ts sends one.
test('a pending card is sent again, and taken back for a reason @long', async ({ page }) => {
  // Until the card has come the page has no title, and none that is exchanged then.
  const come = Promise.withResolvers<void>()
  await page.route(/\/cards\/[\w-]{36}$/, async (route) => {
    if (route.request().resourceType() !== 'document') await come.promise
    await route.fallback()
  })
  const opened = openCard(page, 'Offer expired')
  await expect(page.getByRole('heading', { level: 1, name: 'Loading' })).toBeVisible()
  come.resolve()
  await opened
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Cards' }).click()
  await page
    .getByRole('row', { name: /^Pending/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pending card' })).toBeVisible()
  await expect(account(page)).toContainText('$0.00')
  await act(page, 'Resend invitation')
  await expect(dialog(page)).toContainText('The one that was sent before stops working.')
  await dialog(page).getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByText(messages.cardInvitation.sentToast)).toBeVisible()
  await expect(history(page).getByRole('row').nth(1)).toContainText('Invitation sent again')
  await expectAccessible(page)

  await act(page, 'Cancel card')
  await dialog(page).getByRole('button', { name: 'Cancel card' }).click()
  await expect(dialog(page)).toContainText('Reason is required.')
  await dialog(page).getByLabel('Reason').fill('Sent twice')
  await dialog(page).getByRole('button', { name: 'Cancel card' }).click()
  await expect(page.getByText('Card cancelled.')).toBeVisible()
  await expect(account(page)).toContainText('Cancelled')
  await expect(history(page).getByRole('row').nth(1)).toContainText('Sent twice')
  await page.getByRole('button', { name: 'Card Actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Set to Active' })).toHaveAttribute('aria-disabled', 'true')
})

// Its rules: cards.test.ts.
test('an account is turned off and on again, by its rules @long', async ({ page }) => {
  await openCard(page, 'Active')
  await expect(page.getByRole('heading', { level: 1, name: /^\d{12}$/ })).toBeVisible()
  await expect(account(page)).toContainText(/\*{4} \*{4} \*{4} \d{4}/)
  await expect(page.getByRole('table', { name: 'Recent Transactions' })).toContainText(
    /Card (claimed|posted)/,
  )
  await page.getByRole('button', { name: 'Card Actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Set to Active' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Set to Inactive' }).click()
  await dialog(page).getByRole('button', { name: 'Set to Inactive' }).click()
  await expect(page.getByText('The card is inactive.')).toBeVisible()
  await expect(account(page)).toContainText('Inactive')
  await act(page, 'Set to Active')
  await dialog(page).getByRole('button', { name: 'Set to Active' }).click()
  await expect(page.getByText('The card is active.')).toBeVisible()

  await act(page, 'Set to Lost/Stolen')
  await dialog(page).getByRole('button', { name: 'Set to Lost/Stolen' }).click()
  await expect(account(page)).toContainText('Lost or Stolen')
  await act(page, 'Set to Active')
  await dialog(page).getByRole('button', { name: 'Set to Active' }).click()
  await expect(dialog(page)).toContainText('Reason is required.')
  await expectAccessible(page)
  await dialog(page).getByLabel('Reason').fill('Found in the other coat')
  await dialog(page).getByRole('button', { name: 'Set to Active' }).click()
  await expect(history(page).getByRole('row').nth(1)).toContainText('Found in the other coat')
  await page.setViewportSize(phone)
  await expectAccessible(page)
})

test('a change that the server refuses shows where the card stands @long', async ({ page, context }) => {
  await openCard(page, 'Active')
  // Somebody else was faster.
  const other = await context.newPage()
  await other.goto(page.url())
  await act(other, 'Set to Lost/Stolen')
  await dialog(other).getByRole('button', { name: 'Set to Lost/Stolen' }).click()
  await expect(account(other)).toContainText('Lost or Stolen')
  await act(page, 'Set to Inactive')
  await dialog(page).getByRole('button', { name: 'Set to Inactive' }).click()
  await expect(
    page.getByText('A card that is lost or stolen can not be set to Inactive.').first(),
  ).toBeVisible()
  await expect(account(page)).toContainText('Lost or Stolen')
  // The header says the same, and so does the history.
  await expect(page.getByRole('main').getByText('Lost or Stolen', { exact: true })).toHaveCount(2)
  await expect(history(page).getByRole('row').nth(1)).toContainText(/Lost/)
})
