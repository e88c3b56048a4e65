import type { Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { expect, expectAccessibleOnBoth, signIn, test } from '#e2e/fixtures.ts'
import { csvCells } from '#tests/reading/cells.ts'
import { csvCell, download, shownCells } from './report-cells.ts'

const text = messages.reports
const finance = 'finance@harbourside.example'
const base = '/businesses/harbourside/reports'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const rowsOf = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')

// Each report and its files: reports.test.ts; where the index leads, and a report as it is filed: reports.spec.ts.
test('reports on membership: forms, decisions and payments; what has none says so @long', async ({
  page,
}) => {
  await signIn(page, finance, `${base}/membership-applications?rows=50`)
  await expect(heading(page, 'Membership Applications')).toBeVisible()
  await expect(page.getByText(/^All \d+ shown$/)).toBeVisible()
  const applications = await shownCells(rowsOf(page))
  const [, ...applicationLines] = csvCells((await download(page, 'Download CSV')).bytes)
  expect(applicationLines.map((line) => line.map(csvCell))).toEqual(applications)
  await page.getByLabel('Is Finalised').selectOption('Finalised')
  await expect(rowsOf(page).first()).toContainText(/Yes|No/)
  await expectAccessibleOnBoth(page)
  await page.goto(`${base}/membership-applications?from=2020-01-01&to=2020-01-02`)
  await expect(page.getByText(text.noApplications)).toBeVisible()

  await page.goto(`${base}/membership-renewal-applications`)
  await expect(heading(page, 'Membership Renewal Applications')).toBeVisible()
  await expect(page.getByText(/^Total inc\. tax/)).toContainText('$')
  await expect(page.getByRole('columnheader', { name: 'Renewal Form' })).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(10)
  await expectAccessibleOnBoth(page)
  const renewals = await shownCells(rowsOf(page))
  const csv = await download(page, 'Download CSV')
  const [renewalHeadings, ...renewalLines] = csvCells(csv.bytes)
  expect(renewalHeadings).toEqual(await page.getByRole('columnheader').allInnerTexts())
  expect(renewalLines.slice(0, 10).map((line) => line.map(csvCell))).toEqual(renewals)
  await page.goto(`${base}/membership-renewal-applications?from=2020-01-01&to=2020-01-02`)
  await expect(page.getByText(text.noRenewals)).toBeVisible()

  await page.goto('/businesses/harbourside/reports/passes-by-member')
  await expect(heading(page, 'Passes by Member')).toBeVisible()
  await expect(page.getByText(/^All \d+ shown$/)).toBeVisible()
  const holders = await shownCells(rowsOf(page))
  const [, ...passLines] = csvCells((await download(page, 'Download CSV')).bytes)
  expect(passLines.map((line) => line.map(csvCell))).toEqual(holders)
  await expectAccessibleOnBoth(page)
  await signIn(page, 'super@hub.example', '/businesses/summit-bowls/reports/passes-by-member')
  await expect(page.getByText(text.noPasses)).toBeVisible()
  await page.goto('/businesses/summit-bowls/reports')
  await expect(page.getByText(/^No saved reports yet/)).toBeVisible()
  // The whole row leads to its member, not just the column that stays while the others scroll.
  await page.goto(`${base}/passes-by-member`)
  await rowsOf(page)
    .first()
    .click({ position: { x: 700, y: 20 } })
  await expect(page).toHaveURL(/\/members\/[\w-]+$/)
})
