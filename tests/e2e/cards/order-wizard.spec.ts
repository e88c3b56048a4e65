import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { ask } from '#e2e/ask-database.ts'
import { expect, expectAccessible, expectAccessibleOnBoth, signIn, test } from '#e2e/fixtures.ts'
import { newestLink } from './claim-links.ts'
import { chooseMember, confirmDetails, currentStep, openWizard } from './order-wizard-page.ts'

const text = messages.cardOrders
const phone = { width: 390, height: 844 }
const wide = { width: 1440, height: 900 }
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
const refused = { status: 409, json: { ErrorMessage: 'Not now.', ErrorCode: 'not_now' } }

/** What a field says once it holds this and is left. */
async function said(page: Page, label: string, value: string, sentence: string) {
  const field = page.getByLabel(label)
  await field.fill(value)
  await field.blur()
  await expect(page.getByText(sentence, { exact: true })).toBeVisible()
}

test('a member is found five at a time, searched, filtered, chosen, and found again after a reload @long', async ({
  page,
}) => {
  await page.route('**/harbourside/members?*', (route) => route.fulfill(refused))
  await openWizard(page)
  await expect(page.getByRole('alert')).toContainText(text.searchFailed)
  await expect(page.getByRole('alert')).toContainText('Not now.')
  await page.unroute('**/harbourside/members?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  const table = page.getByRole('table', { name: 'Members' })
  const rows = table.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(5)
  await expect(table.getByRole('columnheader')).toHaveText([
    'Select',
    'Membership Number',
    'Name',
    'Status',
    'View',
  ])
  await expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveText([
    '1 SELECT MEMBER',
    '2 MEMBER DETAILS',
    '3 CONFIRM & ORDER',
  ])
  await page.getByRole('button', { name: messages.generic.loadMore }).click()
  await expect(rows).toHaveCount(10)
  await page.getByRole('searchbox', { name: 'Search members...' }).fill('nobody at all')
  await expect(page.getByText(text.noMatchingMembers)).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(rows.first()).toBeVisible()

  await page.getByRole('button', { name: 'Filters' }).click()
  const dialog = page.getByRole('dialog', { name: messages.members.filterTitle })
  await dialog.getByRole('tab', { name: 'Text' }).click()
  await dialog.getByRole('textbox').fill('Financial=false')
  await dialog.getByRole('tab', { name: 'Saved filters' }).click()
  await expect(dialog.getByRole('button', { name: 'Save filter' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('status', { name: 'Filter' })).toBeVisible()
  await expect(rows.getByText('Unfinancial')).toHaveCount(5)
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(rows.getByText('Financial', { exact: true }).first()).toBeVisible()

  await expect(page.getByRole('button', { name: 'Proceed' })).toHaveCount(0)
  await rows.nth(2).click()
  await expect(page.getByRole('button', { name: 'Proceed' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await expectAccessible(page)
  await page.reload()
  await expect(rows.nth(2).getByRole('radio')).toBeChecked()
  await expect(page.getByRole('button', { name: 'Proceed' })).toBeVisible()
})

test('a card goes from a name in the list to the hands of its holder', async ({
  page,
  browser,
  baseURL,
  databaseUrl,
}) => {
  const short = `'{"MobileNumber": "+6149157011"}'::jsonb`
  await ask(
    databaseUrl,
    `update member set home_contact = home_contact || ${short}, work_contact = work_contact || ${short},
      postal_contact = postal_contact || ${short}
    where business_id = 'harbourside' and membership_number = '11900'`,
  )
  await openWizard(page)
  await chooseMember(page, '11900')
  await expect(page.getByText('Membership number 11900')).toBeVisible()

  // What was filled in already is checked as well when it is left, and what was left empty.
  await page.getByLabel('Mobile number').focus()
  await page.getByLabel('Initial balance').focus()
  await expect(page.getByText(text.mobileLength, { exact: true })).toBeVisible()
  await page.getByLabel('First name').focus()
  await expect(page.getByText(text.balanceRequired, { exact: true })).toBeVisible()
  // Each field says what is wrong with it when it is left.
  await said(page, 'Email address', 'x', text.invalidEmail)
  await said(page, 'Email address', '', text.emailRequired)
  await page.getByLabel('Email address').fill('holder@example.org')
  await said(page, 'Mobile number', '+6149157011', text.mobileLength)
  // A number as it is dialled at home becomes international by itself.
  await page.getByLabel('Mobile number').fill('0491 570 110')
  await page.getByLabel('Mobile number').blur()
  await expect(page.getByLabel('Mobile number')).toHaveValue('+61491570110')
  await said(page, 'Initial balance', '20', text.belowMinimum('$20.00'))
  await said(page, 'Initial balance', '1000', text.aboveMaximum('$1,000.00'))
  const address = page.getByRole('combobox', { name: 'Postal address' })
  await expect(address).toHaveAccessibleDescription(/Streets aren’t checked/)
  await address.fill('')
  await page.getByRole('button', { name: 'CONFIRM DETAILS' }).click()
  await expect(page.getByText(text.addressRequired, { exact: true })).toBeVisible()
  await address.fill('nowhere in particular')
  await page.getByLabel('First name').focus()
  const missing = ['country', 'post code', 'state', 'locality', 'route']
  await expect(page.getByText(messages.members.addressMissing(missing))).toBeVisible()
  await address.fill('12 Darling Street Balmain')
  await page.getByRole('option', { name: '12 Darling Street, Balmain NSW 2041, Australia' }).click()
  await expectAccessibleOnBoth(page)
  await page.getByLabel('Initial balance').fill('75')

  await page.route('**/member-details', (route) => route.fulfill(refused))
  await page.getByRole('button', { name: 'CONFIRM DETAILS' }).click()
  const alert = page.getByRole('alert').filter({ hasText: text.detailsFailed })
  await expect(alert).toContainText('Not now.')
  await page.unroute('**/member-details')
  await page.getByRole('button', { name: 'CONFIRM DETAILS' }).click()
  await expect(currentStep(page)).toHaveText('3 CONFIRM & ORDER')
  await expect(page.getByText('12 Darling Street, Balmain, NSW, 2041, Australia')).toBeVisible()
  await expect(page.getByText('$75.00')).toBeVisible()
  await expect(page.getByText('holder@example.org')).toBeVisible()
  await page.getByRole('button', { name: 'BACK' }).click()
  await expect(page.getByLabel('Initial balance')).toHaveValue('$75.00')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'PLACE ORDER' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'PLACE ORDER' })).toBeVisible()
  await expectAccessibleOnBoth(page)

  const tooLittle = 'Insufficient funds: $5.00 is available in the disbursement account.'
  await page.route('**/confirm?*', (route) =>
    route.fulfill({ status: 409, json: { ErrorMessage: tooLittle, ErrorCode: 'insufficient_funds' } }),
  )
  await page.getByRole('button', { name: 'PLACE ORDER' }).click()
  await expect(page.getByRole('alert')).toHaveText(tooLittle)
  await page.unroute('**/confirm?*')
  await page.getByRole('button', { name: 'PLACE ORDER' }).dblclick()
  await expect(page.getByText(/^The card order was successfully placed for \S+\.$/)).toBeVisible()
  const orderId = new URL(page.url()).searchParams.get('orderId')!
  await page.reload()
  await expect(page.getByText(text.alreadyOrdered)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'NEW ORDER' }).click()
  await expect(currentStep(page)).toHaveText('1 SELECT MEMBER')

  // The bureau is sent what waits, and answers.
  await signIn(page, 'super@hub.example', '/businesses/harbourside/card-orders')
  await page.getByRole('link', { name: 'Card bureau' }).click()
  await expect(page.getByText(/^5 orders wait to be exported\.$/)).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export orders' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('card-orders-harbourside-batch-4.csv')
  expect(await readFile(await file.path(), 'utf8')).toContain(orderId)
  await expect(page.getByText('No order waits to be exported.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export orders' })).toBeDisabled()
  await expect(page.getByRole('row', { name: /^Batch 4 / })).toBeVisible()
  const choose = (rows: string[]) =>
    page.getByLabel('File of the bureau').setInputFiles({
      name: 'answer.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.join('\n')),
    })
  await choose(['Name', 'Somebody'])
  await expect(page.getByText('The file needs the columns Order ID,')).toBeVisible()
  await choose([
    'Order ID,External Account ID,Posted Date',
    `${orderId},BUREAU-7001,${yesterday}`,
    `no-such-order,BUREAU-7002,${yesterday}`,
  ])
  await expect(page.getByText('2 rows, of which 1 can be completed.')).toBeVisible()
  await expect(page.getByRole('row', { name: /There is no order with this ID\./ })).toBeVisible()
  await expectAccessibleOnBoth(page)
  await page.getByRole('button', { name: 'Complete 1 order' }).click()
  await expect(page.getByText(/^1 of 2 rows completed\./)).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByLabel('File of the bureau')).toBeVisible()

  // The card is there, and its holder activates it.
  await page.goto('/businesses/harbourside/card-orders?externalAccountId=BUREAU-7001')
  await page.getByRole('link', { name: 'BUREAU-7001' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'BUREAU-7001' })).toBeVisible()
  await expect(page.getByText('Inactive').first()).toBeVisible()
  const context = await browser.newContext({ viewport: phone, baseURL: baseURL! })
  const holder = await context.newPage()
  await holder.goto(await newestLink(databaseUrl, 'holder@example.org'))
  await expect(holder.getByRole('heading', { level: 1, name: /, activate your card$/ })).toBeVisible()
  await expect(holder.getByText('$75.00')).toBeVisible()
  await expectAccessible(holder)
  await holder.getByRole('button', { name: 'Activate card' }).click()
  await expect(holder.getByText('Your card is active.')).toBeVisible()
  await expect(holder.getByText('$75.00').first()).toBeVisible()
  await context.close()
  await page.reload()
  await expect(page.getByRole('table', { name: 'History' })).toContainText('Activated')
})

test('two people who work on one order place it once, and each sees what the other has changed @long', async ({
  page,
  browser,
  baseURL,
}) => {
  await openWizard(page)
  await chooseMember(page, '11901')
  await confirmDetails(page, '40')
  const context = await browser.newContext({ baseURL: baseURL!, viewport: wide })
  const other = await context.newPage()
  await openWizard(other, 'super@hub.example')
  await chooseMember(other, '11901')
  await expect(other.getByLabel('Initial balance')).toHaveValue('$40.00')
  await confirmDetails(other, '55')
  await page.getByRole('button', { name: 'PLACE ORDER' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Somebody has changed this order meanwhile. Look at its details again.',
  )
  await expect(page.getByText('$55.00')).toBeVisible()
  await other.getByRole('button', { name: 'PLACE ORDER' }).click()
  await expect(other.getByText(/successfully placed/)).toBeVisible()
  await page.getByRole('button', { name: 'PLACE ORDER' }).click()
  await expect(page.getByText(text.alreadyOrdered)).toBeVisible()
  await page.getByRole('button', { name: 'NEW ORDER' }).click()
  await expect(currentStep(page)).toHaveText('1 SELECT MEMBER')
  await context.close()

  // A second one of the same program is asked about, and what there is already shown.
  await chooseMember(page, '11901')
  const inHand = page.getByRole('region', { name: 'Cards and open orders of this member' })
  await expect(inHand.getByRole('listitem').filter({ hasText: 'Harbourside Plastic Card' })).toContainText(
    'Ordered',
  )
  await expectAccessible(page)
  await page.getByLabel('Initial balance').fill('30')
  await page.getByRole('button', { name: 'CONFIRM DETAILS' }).click()
  const question = page.getByRole('dialog', { name: 'Order a second card?' })
  await expect(question).toContainText('has an open order of Harbourside Plastic Card already.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'CONFIRM DETAILS' }).click()
  await question.getByRole('button', { name: 'Order another' }).click()
  await expect(page.getByRole('button', { name: 'PLACE ORDER' })).toBeVisible()
})
