import type { Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleOnBoth,
  isLong,
  longStep,
  signIn,
  step,
  test,
} from '#e2e/fixtures.ts'
import { csvCells, xlsxCells } from '#tests/reading/cells.ts'
import { bookCell, csvCell, download, shownCells } from './report-cells.ts'

const text = messages.reports
const finance = 'finance@harbourside.example'
const base = '/businesses/harbourside/reports'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const rowsOf = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')

test('the index', async ({ page }) => {
  await step(page, 'has the figures with what stands behind them, and the way to every report', async () => {
    await signIn(page, finance, base)
    await expect(heading(page, 'Reports')).toBeVisible()
    const tile = (name: string) => page.getByRole('group', { name })
    await expect(tile('Cards issued')).toContainText('in the last 12 weeks')
    const hovers = [
      ['Funds available', 'Account ID: disbursement-harbourside'],
      ['Cards issued', /^Last issued (today|\d+ days? ago)$/],
      ['Funds transferred', /^\d+ transfers, the last \d+ days? ago$/],
      ['Points transferred', /^\d+ transfers, the last \d+ days? ago$/],
    ] as const
    for (const [name, hover] of hovers) {
      await tile(name).focus()
      await expect(page.getByRole('tooltip')).toHaveText(hover)
    }
    await expect(tile('Initial card funds')).toContainText('$')
    await expectAccessibleOnBoth(page)
    const links = [
      ['Passes by Member', 'passes-by-member'],
      ['Membership Renewal Applications', 'membership-renewal-applications'],
      ['Cards by Member', 'cherrypay-cards-by-member'],
      ['Disbursement Account Transactions', 'cherrypay-disbursement-account-transactions'],
      ['Membership Applications', 'membership-applications'],
      ['Finance Close Pack', 'finance-close-pack'],
    ] as const
    for (const [i, [name, path]] of links.entries()) {
      const link = page.getByRole('main').getByRole('link', { name, exact: true })
      await expect(link).toHaveAttribute('href', new RegExp(`^${base}/${path}(\\?|$)`))
      // What the others lead to opens in the tests below.
      if (!isLong && i > 1) continue
      await link.click()
      await expect(heading(page, name)).toBeVisible()
      const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
      await crumbs.getByRole('link', { name: 'Reports' }).click()
      await expect(heading(page, 'Reports')).toBeVisible()
    }
  })

  // That what can not be read says so, with a retry: members-list.spec.ts.
  await longStep(page, 'says that the summary could not be had, and tries again', async () => {
    await page.route('**/kpi/all**', (route) =>
      route.fulfill({ status: 400, json: { ErrorMessage: 'The books are being counted.', ErrorCode: 'x' } }),
    )
    await page.goto(base)
    await expect(page.getByText(text.summaryFailed)).toBeVisible()
    await expect(page.getByText('The books are being counted.')).toBeVisible()
    await page.unroute('**/kpi/all**')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('group', { name: 'Cards issued' })).toBeVisible()
  })
})

test('who may not see money sees the reports on membership, and is told if they may not', async ({
  page,
}) => {
  await signIn(page, 'door@harbourside.example', base)
  await expect(heading(page, 'Reports')).toBeVisible()
  const links = page.getByRole('list', { name: 'All reports' }).getByRole('link')
  await expect(links).toHaveText(['Membership Applications', 'Membership Renewal Applications'])
  await links.first().click()
  await expect(heading(page, 'Membership Applications')).toBeVisible()
  await expect(page.getByText(text.failed)).toBeVisible()
})

// The filters, the pages and the files, cell by cell: reports.test.ts; that a file is as it is
// shown: the next test. The page is read, its workbook had, and its filters come from an address, where a report is saved.
test('cards by member: filters in the address, more rows, and the same as files @long', async ({ page }) => {
  await signIn(page, finance, `${base}/cherrypay-cards-by-member`)
  await expect(heading(page, 'Cards by Member')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(rowsOf(page)).toHaveCount(20)
  await expectAccessibleOnBoth(page)

  await page.getByLabel('Program').selectOption('Birthday Treat')
  await page.getByLabel('Rows').selectOption('50')
  await expect(page).toHaveURL(/program=.+&rows=50|rows=50.+program=/)
  // As many as the demo has of them: until they come, the rows of before are still there.
  const shown = 4
  await expect(rowsOf(page)).toHaveCount(shown)
  await page.reload()
  await expect(rowsOf(page)).toHaveCount(shown)
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(rowsOf(page)).toHaveCount(shown)
  const cells = await shownCells(rowsOf(page))

  // It stays for two seconds only.
  const told = page.getByText(text.downloaded).waitFor()
  const csv = await download(page, 'Download CSV')
  await told
  expect(csv.name).toMatch(/^cards-by-member-harbourside-leagues-club-birthday-treat-[\d-]+\.csv$/)
  const [headings = [], ...lines] = csvCells(csv.bytes)
  expect(headings).toEqual(await page.getByRole('columnheader').allInnerTexts())
  expect(lines.map((line) => line.map(csvCell))).toEqual(cells)
  const book = await download(page, 'Download Excel')
  expect(book.name).toMatch(/\.xlsx$/)
  const [sheet = []] = xlsxCells(book.bytes)
  expect(sheet).toHaveLength(lines.length + 1)
  for (const [i, line] of lines.entries())
    expect(line.map((cell, j) => bookCell(sheet[i + 1]?.[j], cell))).toEqual(cells[i])

  await page.getByLabel('Issued from').fill('01/01/2020')
  await page.getByLabel('Issued to').fill('02/01/2020')
  await page.getByLabel('Issued to').press('Tab')
  await expect(page.getByText(text.noCards)).toBeVisible()
})

test('a download that fails says why, and one that takes long can be called off', async ({ page }) => {
  await signIn(page, finance, `${base}/cherrypay-disbursement-account-transactions`)
  await expect(heading(page, 'Disbursement Account Transactions')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(10)
  await expect(page.getByText(/^Came in/)).toContainText('$')
  await rowsOf(page).first().getByRole('cell').nth(3).locator('span').hover()
  await expect(page.getByRole('tooltip')).toHaveText(/^(Card|Points|Deposit)/)
  await expectAccessibleOnBoth(page)

  const shown = await shownCells(rowsOf(page))
  const columns = await page.getByRole('columnheader').allInnerTexts()
  const csv = await download(page, 'Download CSV')
  expect(csv.name).toMatch(/^disbursement-harbourside-[\d-]+\.csv$/)
  const [headings = [], ...lines] = csvCells(csv.bytes)
  const asShown = (line: string[]) => columns.map((column) => csvCell(line[headings.indexOf(column)] ?? '?'))
  expect(lines.slice(0, 10).map(asShown)).toEqual(shown)
  expect(headings).toEqual([
    'Account ID',
    'Transaction ID',
    'Date',
    'Type',
    'Description',
    'Amount',
    'Running Balance',
    'Reference',
  ])

  const file = '**/disbursement-account-transactions/csv**'
  // By keys: what was said of the last one may still stand over the button.
  const press = () => page.getByRole('button', { name: 'Download CSV' }).press('Enter')
  // It never comes.
  await page.route(file, () => undefined)
  await press()
  await expect(page.getByText('Preparing…')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(page.getByText('Preparing…')).toBeHidden()
  await page.unroute(file)
  const refuse = (status: number, ErrorMessage: string) =>
    page.route(file, (route) => route.fulfill({ status, json: { ErrorMessage, ErrorCode: 'x' } }))
  await refuse(400, 'The vault is shut.')
  await press()
  await expect(page.getByText(text.downloadFailed)).toBeVisible()
  await expect(page.getByText('The vault is shut.')).toBeVisible()
  await page.unroute(file)
  await refuse(404, 'There is no such account.')
  await press()
  await expect(page.getByText('There is no such account.')).toBeVisible()
})

// That it can not be had is said to whoever may not see it, above; why it failed: members-list.spec.ts.
test('a report that can not be had says so and why @long', async ({ page }) => {
  await page.route('**/api/**/passes-by-member**', (route) =>
    route.fulfill({ status: 400, json: { ErrorMessage: 'Not today.', ErrorCode: 'x' } }),
  )
  await page.route('**/cherrypay/v1/harbourside/card-programs', (route) =>
    route.fulfill({ status: 400, json: { ErrorMessage: 'No programs today.', ErrorCode: 'x' } }),
  )
  await signIn(page, finance, `${base}/passes-by-member`)
  await expect(heading(page, 'Passes by Member')).toBeVisible()
  await expect(page.getByText(text.failed)).toBeVisible()
  await expect(page.getByText('Not today.')).toBeVisible()
  await page.goto(`${base}/cherrypay-cards-by-member`)
  await expect(page.getByText(messages.cards.programsFailed)).toBeVisible()
})

test('a report is saved, shared, sent and forgotten', async ({ page }) => {
  await signIn(page, finance, `${base}/cherrypay-cards-by-member?rows=100`)
  await expect(heading(page, 'Cards by Member')).toBeVisible()
  await expect(rowsOf(page).first()).toBeVisible()
  await expectAccessible(page)
  const book = await download(page, 'Download Excel')
  expect(book.name).toMatch(/^cards-by-member-.+\.xlsx$/)
  await page.getByRole('button', { name: 'Save report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save report' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Name is required.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Cards of the week')
  await dialog.getByLabel('Share with everyone in this business').check()
  await dialog.getByLabel('Send me the link by e-mail').selectOption('Every Monday')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  await page.goto(base)
  const saved = page
    .getByRole('table', { name: 'Saved reports' })
    .getByRole('row', { name: /Cards of the week/ })
  await expect(saved).toContainText('Weekly')
  await saved.click()
  await expect(heading(page, 'Cards by Member')).toBeVisible()
  await expect(page.getByLabel('Rows')).toHaveValue('100')
  await page.goto(base)
  await saved.getByRole('button', { name: /Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  const change = page.getByRole('dialog', { name: 'Change saved report' })
  await expect(change).toBeVisible()
  await change.getByLabel('Send me the link by e-mail').selectOption('Never')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(change).toBeHidden()
  await expect(saved).not.toContainText('Weekly')
  await saved.getByRole('button', { name: /Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete the saved report?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(saved).toBeHidden()
})

test('the close pack adds up, opens each line and prints without the menu', async ({ page }) => {
  await signIn(page, finance, `${base}/finance-close-pack`)
  await expect(heading(page, 'Finance Close Pack')).toBeVisible()
  const account = page.getByRole('table', { name: 'Disbursement account' })
  await expect(account.getByRole('row', { name: 'Closing balance' })).toBeVisible()
  const amounts = await account.getByRole('row').locator('td:last-child').allInnerTexts()
  const cents = amounts.map((amount) => Math.round(Number(amount.replaceAll(/[$,]/g, '')) * 100))
  expect(cents.length).toBeGreaterThan(2)
  expect(cents.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(cents.at(-1))
  await account.getByRole('button', { name: 'Card issued' }).click()
  const behind = page.getByRole('region', { name: 'Transactions behind Card issued' })
  await expect(behind.getByRole('table').locator('tbody').getByRole('row').first()).toBeVisible()
  // It has scrolled there, and what is half under the bar on top is too small to be pressed.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessibleOnBoth(page)
  await behind.getByRole('button', { name: 'Close' }).click()
  await expect(behind).toBeHidden()
  const checks = page.getByRole('table', { name: 'Breakage and checks' })
  await checks.getByRole('button', { name: 'Breakage: expired points, in dollars' }).click()
  await expect(page.getByRole('region', { name: 'Transactions behind expired points' })).toBeVisible()
  await checks.getByRole('button', { name: 'Unmatched lines' }).click()
  await expect(page.getByText('None: all that is in flight is held for something.')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden()
  await expect(account).toBeVisible()
})
