import { refundWords } from '#contract/payments/refund-words.ts'
import { expect, expectAccessible, signIn } from '#e2e/fixtures.ts'
import { finishedAtAllWidths, test } from './request-pages.ts'

test.use({ hasOwnPage: true })

// What the list has: request-lists.test.ts; who decides and gives back: decisions.test.ts and review.test.ts; in the browser
// the list is gone through in decisions.spec.ts.
test('requests are found, looked at beside members who may be the same, and rejected with a note @long', async ({
  page,
}) => {
  await page.route('**/odma/membership-requests?**', (route) => route.abort(), { times: 2 })
  await signIn(page, 'finance@harbourside.example', '/businesses/harbourside/membership-requests')
  await expect(page.getByText('An error was encountered while getting report.')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: '$50.00 paid, but the fee is $55.00.' })).toBeVisible()
  await finishedAtAllWidths(page)
  const table = page.getByRole('table', { name: 'Membership requests' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Application Form',
    'Session ID',
    'Membership Number',
    'Patron Name',
    'Date',
    'Next Step',
    'Submission Finalisation',
  ])
  await expect(page.getByLabel('Application Form').locator('option').first()).toHaveText(
    'All application forms',
  )
  const decided = page.getByLabel('Is Finalised')
  await expect(decided.locator('option')).toHaveText(['All', 'Finalised', 'Not Finalised'])
  await table.getByRole('link', { name: 'Finalise' }).first().hover()
  await expect(page.getByRole('tooltip')).toHaveText('This request has not been finalised')
  // A tap and the keyboard reach what a dash says, too; the row's own link isn't meant by them.
  await page.mouse.move(0, 0)
  const dash = table.getByText('-', { exact: true }).and(page.locator('[tabindex]')).first()
  await dash.click()
  await expect(page.getByRole('tooltip')).toHaveText('This request has not been finalised')
  await expect(page).toHaveURL(/\/membership-requests$/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(dash).toBeFocused()
  await expect(dash).toHaveAccessibleDescription('This request has not been finalised')
  await expectAccessible(page)
  // The whole id stands behind its start, and is copied from there.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const sessionId = table.getByRole('button', { name: /^Copy Session ID/ }).first()
  await sessionId.press('Enter')
  await expect(page.getByText('Session ID copied.')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  await sessionId.hover()
  await expect(page.getByRole('tooltip').getByText(copied, { exact: true })).toBeVisible()
  await decided.selectOption('Finalised')
  await page.getByLabel('Application Form').selectOption('Club membership')
  const rejected = page.getByRole('row', { name: /Nigel Farrow/ }).getByRole('link', { name: 'Rejected' })
  await rejected.hover()
  await expect(page.getByRole('tooltip').filter({ hasText: 'Finalised by Alex Admin' })).toBeVisible()
  await page
    .getByRole('row', { name: /Salma Haddad/ })
    .getByRole('link', { name: 'Accepted' })
    .hover()
  await expect(page.getByRole('tooltip').getByText('None', { exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search requests...' }).fill('nobody')
  await expect(page.getByText('No Membership Request')).toBeVisible()
  // Finance reads it, Reception decides, and Finance gives the payment back.
  await page.goto('/businesses/harbourside/membership-requests?q=marcus')
  await page.getByRole('row', { name: /Marcus Oyelaran/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Marcus Oyelaran' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Accept|Reject/ })).toHaveCount(0)
  const marcus = page.url()
  await signIn(page, 'reception@harbourside.example', marcus)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject the request' })
  await dialog.getByLabel('Note').fill('The section is full.')
  await expect(dialog.getByText(refundWords.byOthers('$80.00'))).toBeVisible()
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('The section is full.').first()).toBeVisible()
  const left = page.getByRole('note', { name: refundWords.notGivenBack('$80.00') })
  await expect(left).toContainText(refundWords.byOthers('$80.00'))
  await signIn(page, 'finance@harbourside.example', marcus)
  await left.getByRole('button', { name: refundWords.giveBack }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: refundWords.giveBack }).click()
  await expect(page.getByText('The refund is under way.')).toBeVisible()
  await expect(left).toHaveCount(0)

  await signIn(page, 'admin@harbourside.example', '/businesses/harbourside/membership-requests?q=ivo')
  await page.getByRole('link', { name: 'Finalise' }).click()
  await expect(page.getByRole('table').getByRole('row', { name: /Email address/ })).toBeVisible()
  await finishedAtAllWidths(page)
  await page.getByRole('button', { name: 'Attach to 10044' }).click()
  const accepting = page.getByRole('dialog', { name: 'Accept the request' })
  await expect(accepting.getByLabel('Member', { exact: true })).not.toHaveValue('')
  await expect(accepting.getByLabel('Member level').locator('option').first()).toHaveText('As it is')
  await accepting.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText(/^attached to member 10044, Social/).first()).toBeVisible()
})
