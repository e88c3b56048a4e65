import type { Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { canDo, cardOrderStatuses, whyNotOrder, type CardOrderAction } from '#contract/orders/card-orders.ts'
import { expect, expectAccessible, isLong, signIn, test } from '#e2e/fixtures.ts'

const text = messages.cardOrders
const phone = { width: 390, height: 844 }
const path = '/businesses/harbourside/card-orders'
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
const refused = { status: 409, json: { ErrorMessage: 'Not now.', ErrorCode: 'not_now' } }

const table = (page: Page) => page.getByRole('table', { name: 'Card Orders' })
const rowsOf = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

/** The menu of the first row. */
async function openMenu(page: Page) {
  await rowsOf(page)
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
}

/** Shows the orders in one state alone. */
async function narrowTo(page: Page, status: string) {
  await page.getByLabel('Order status').selectOption(status)
  const others = cardOrderStatuses.filter((each) => each !== status)
  for (const other of others) await expect(table(page).getByText(other, { exact: true })).toHaveCount(0)
  await expect(rowsOf(page).first()).toContainText(status)
}

// An order from its beginning to its end: order-wizard.spec.ts; what a state allows: order-states.test.ts.
test('orders are listed, filtered and searched, and every state says what it allows @long', async ({
  page,
}) => {
  await page.route('**/harbourside/card-orders?*', (route) => route.fulfill(refused))
  await signIn(page, 'super@hub.example', path)
  await expect(page.getByRole('alert')).toContainText(text.listFailed)
  await expect(page.getByRole('alert')).toContainText('Not now.')
  await page.unroute('**/harbourside/card-orders?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rowsOf(page)).toHaveCount(10)
  // Every column at a desk; where there is less room they are there as well, and the page doesn't scroll sideways.
  for (const width of [1000, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(table(page).getByRole('columnheader')).toHaveText([
      'Order ID',
      'Order Started Date',
      'Membership Number',
      'Name',
      'Status',
      'External Account ID',
      'Ordered By',
      'Last Change',
      'Actions',
    ])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await expect(rowsOf(page).first().getByRole('cell').first()).toHaveText(/^[\da-f]{8}$/)
  await expect(page.getByLabel('Order status').getByRole('option')).toHaveText(['All', ...cardOrderStatuses])
  await expectAccessible(page)

  const actions: [CardOrderAction, string][] = [
    ['edit', 'Continue order'],
    ['complete', 'Complete'],
    ['cancel', 'Cancel'],
    ['archive', 'Archive'],
  ]
  // What each state allows: order-states.test.ts. In these two everything is allowed once, and refused once.
  for (const status of isLong ? cardOrderStatuses : (['Incomplete', 'Ordered'] as const)) {
    await narrowTo(page, status)
    await openMenu(page)
    for (const [action, label] of actions) {
      const name = canDo(action, status) ? label : `${label} ${whyNotOrder(action)}`
      const item = page.getByRole('menuitem', { name, exact: true })
      await expect(item, `${label} of an order that is ${status}`).toBeVisible()
      if (!canDo(action, status)) await expect(item).toHaveAttribute('aria-disabled', 'true')
    }
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }

  await narrowTo(page, 'Completed')
  const account = rowsOf(page).first().getByRole('cell').nth(5).getByRole('link')
  const id = await account.innerText()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(rowsOf(page)).toHaveCount(10)
  await page.getByRole('searchbox', { name: 'External Account Id' }).fill(id)
  await expect(rowsOf(page)).toHaveCount(1)
  await page.reload()
  await expect(rowsOf(page)).toHaveCount(1)
  const number = await rowsOf(page).first().getByRole('cell').nth(2).innerText()
  await account.click()
  await expect(page.getByRole('heading', { level: 1, name: id })).toBeVisible()
  await page.goto(path)
  await page.getByRole('searchbox', { name: text.searchPlaceholder }).fill(number)
  await expect(rowsOf(page)).toHaveCount(1)
  await page.getByLabel('Orders from').fill('1 Jan 2099')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText('No card orders match these filters.')).toBeVisible()
  await page.goto(`${path}?q=${number}`)
  await rowsOf(page).first().getByRole('link', { name: number }).click()
  await expect(page).toHaveURL(/\/members\/[\w-]+$/)
  await page.goto(path)
  await page.setViewportSize(phone)
  await expect(rowsOf(page)).toHaveCount(10)
  await expectAccessible(page)
})

test('orders are cancelled, archived and completed after a question, and remember it @long', async ({
  page,
}) => {
  await signIn(page, 'super@hub.example', `${path}?status=Incomplete`)
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Cancel', exact: true }).click()
  const cancel = page.getByRole('dialog', { name: 'Cancel this order?' })
  await expect(cancel).toBeVisible()
  await page.route('**/cancel', (route) => route.fulfill(refused))
  await cancel.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText(text.cancelFailed('Not now.'))).toBeVisible()
  await page.unroute('**/cancel')
  await expectAccessible(page)
  const before = await rowsOf(page).count()
  await cancel.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText(text.cancelled)).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(before - 1)

  await narrowTo(page, 'Ordered')
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Archive', exact: true }).click()
  const archive = page.getByRole('dialog', { name: 'Archive this order?' })
  await expect(archive).toContainText('its money returns to the disbursement account')
  await page.route('**/archive', (route) => route.fulfill(refused))
  await archive.getByRole('button', { name: 'Archive order' }).click()
  await expect(page.getByText(text.archiveFailed('Not now.'))).toBeVisible()
  await page.unroute('**/archive')
  const ordered = await rowsOf(page).count()
  await archive.getByRole('button', { name: 'Archive order' }).click()
  await expect(page.getByText(text.archived)).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(ordered - 1)

  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Complete', exact: true }).click()
  const complete = page.getByRole('dialog', { name: 'Complete Order' })
  await expect(complete).toBeVisible()
  await complete.getByRole('button', { name: 'Complete' }).click()
  await expect(complete.getByText('External account ID is required.')).toBeVisible()
  await expect(complete.getByText('Posted date is required, as 2026-11-14.')).toBeVisible()
  await complete.getByLabel('External account ID').fill('SINGLE-0001')
  await complete.getByLabel('Posted date').fill(yesterday)
  await complete.getByLabel('External account ID').focus()
  await expectAccessible(page)
  await complete.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('Order completed.')).toBeVisible()
  await expect(complete).toHaveCount(0)

  await page.goto(`${path}?externalAccountId=SINGLE-0001`)
  await rowsOf(page).first().click()
  const panel = page.getByRole('dialog', { name: /^Order [\da-f]{8}$/ })
  const history = panel.getByRole('table', { name: 'History' })
  await expect(history).toContainText('Completed')
  await expect(history).toContainText(`Account SINGLE-0001, posted ${yesterday}`)
  await expect(history).toContainText('Sam Super')
  await expect(panel.getByText('Postal address')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('staff of one venue see its orders, go on with one, and meet no bureau @long', async ({ page }) => {
  await signIn(page, 'promotions@harbourside.example', `${path}?rows=100`)
  await expect(rowsOf(page).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Card bureau' })).toHaveCount(0)
  await page.goto('/businesses/harbourside/card-orders/bureau')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No access')
  await signIn(page, 'admin@harbourside.example', `${path}?status=Incomplete`)
  await openMenu(page)
  await expect(page.getByRole('menuitem', { name: 'Complete', exact: true })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Continue order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Order a card' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'CONFIRM DETAILS' })).toBeVisible()
  await page.getByLabel('First name').fill('Changed')
  await page.getByRole('button', { name: 'CANCEL' }).click()
  await page
    .getByRole('dialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Discard' })
    .click()
  await expect(page.getByRole('radio').first()).toBeVisible()
})
