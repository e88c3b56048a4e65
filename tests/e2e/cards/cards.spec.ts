import { messages } from '#contract/messages.ts'
import { openConfiguration } from '#e2e/business/configuration-page.ts'
import { expect, expectAccessible, signIn, test } from '#e2e/fixtures.ts'

const phone = { width: 390, height: 844 }
const path = '/businesses/harbourside/cards'

test('cards are listed, filtered, searched and paged', async ({ page }) => {
  await signIn(page, 'admin@harbourside.example', path)
  const tiles = page.getByRole('list', { name: 'Card programs' }).getByRole('listitem')
  await expect(tiles).toHaveCount(4)
  await expect(tiles.first()).toContainText('Birthday Treat')
  await expect(tiles.first()).toContainText('SMS')
  const table = page.getByRole('table', { name: 'Cards Issued' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'External Account ID',
    'Program',
    'Account Status',
    'Member',
    'First Name',
    'Last Name',
    'Email Address',
    'Mobile Number',
    'Issued By',
    'Created Date',
  ])
  const rows = table.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(10)
  await expect(rows.first()).toContainText('Pending')
  await expectAccessible(page)

  await page.getByRole('button', { name: messages.generic.loadMore }).click()
  await expect(rows).toHaveCount(20)
  await page.getByLabel('Rows').selectOption('100')
  await expect(page.getByText(/^All \d+ shown$/)).toBeVisible()
  for (const status of ['Active', 'Inactive', 'Lost or Stolen', 'Offer expired', 'Expired', 'Cancelled'])
    await expect(table.getByText(status, { exact: true }).first()).toBeVisible()
  await page.getByLabel('Program', { exact: true }).selectOption({ label: 'Birthday Treat' })
  await expect(table).not.toContainText('Harbourside Club Card')
  await page.getByRole('button', { name: 'Reset' }).click()

  await page.getByRole('searchbox', { name: 'Search cards' }).fill('vale harriet')
  await expect(table).not.toContainText('Samir')
  await expect(rows.first()).toContainText('Harriet')
  await page.reload()
  await expect(rows.first()).toContainText('Harriet')
  await page.getByRole('searchbox', { name: 'Search cards' }).fill('nobody at all')
  await expect(page.getByText('No cards match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(rows).toHaveCount(10)

  const [member] = await Promise.all([
    page.waitForEvent('popup'),
    table
      .getByRole('link', { name: /^View .* \(opens in a new tab\)$/ })
      .first()
      .click(),
  ])
  await expect(member).toHaveURL(/\/members\/[\w-]+$/)
  await member.close()
  await page.setViewportSize(phone)
  await expect(rows).toHaveCount(10)
  await expectAccessible(page)
})

// The same list as in members-list.spec.ts, which says so and tries again.
test('what can not be loaded says so, and can be tried again @long', async ({ page }) => {
  const broken = async (pattern: string) => {
    await page.route(pattern, (route) =>
      route.fulfill({ status: 409, json: { ErrorMessage: 'Not now.', ErrorCode: 'not_now' } }),
    )
    return () => page.unroute(pattern)
  }
  const mendList = await broken('**/harbourside/cards?*')
  const mendPrograms = await broken('**/harbourside/configuration')
  await signIn(page, 'admin@harbourside.example', path)
  const list = page.getByRole('alert').filter({ hasText: messages.cards.listFailed })
  await expect(list).toContainText('Not now.')
  const programs = page.getByRole('alert').filter({ hasText: messages.cards.programsFailed })
  await expect(programs).toBeVisible()
  await mendList()
  await mendPrograms()
  await list.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('table', { name: 'Cards Issued' })).toContainText('Pending')
  await programs.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Send Harbourside Gift Card' })).toBeVisible()
})

// Its rules: disbursement.test.ts.
test('the disbursement account takes deposits, and tells when it runs low @long', async ({ page }) => {
  await openConfiguration(page, 'harbourside', '?tab=disbursement')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Deposit' }).click()
  await dialog.getByRole('button', { name: 'Deposit' }).click()
  await expect(dialog).toContainText('Enter an amount.')
  await expect(dialog).toContainText('Reference is required.')
  await dialog.getByLabel('Amount').fill('1250.5')
  await dialog.getByLabel('Reference').fill('EFT 30001')
  await expect(dialog).toContainText(/Then \$[\d,]+\.\d\d available/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Deposit' }).click()
  await expect(page.getByText('Deposit recorded.')).toBeVisible()
  const first = page.getByRole('table', { name: 'Transactions' }).getByRole('row').nth(1)
  await expect(first).toContainText('EFT 30001')
  await expect(first).toContainText('$1,250.50')

  await page.getByRole('button', { name: 'Change notice' }).click()
  await dialog.getByLabel('When less is available than').fill('900000')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Notice saved.')).toBeVisible()
  await expect(page.getByText('Low', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await expectAccessible(page)
  await page.goto(path)
  await expect(page.getByText('The disbursement account runs low.')).toBeVisible()
  await expectAccessible(page)
})
