import { openConfiguration } from './configuration-page.ts'
import { test as base, expect, expectAccessible, signIn } from './fixtures.ts'
import { birthDateOf, desk, finishedAtAllWidths, phone, saveElsewhere } from './request-pages.ts'

// The demo's payment page stands in for a real one.
const test = base.extend<object, { settings: Record<string, string> }>({
  settings: [async ({}, use) => use({ HUB_DEMO: 'on' }), { scope: 'worker' }],
})
test.use({ hasOwnPage: true })

test('a form is configured, shared, filled in on a phone, paid and accepted', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'admin@harbourside.example', '/businesses/harbourside/request-forms')
  await expect(page.getByRole('row', { name: /Club membership/ })).toBeVisible()
  await page.getByRole('button', { name: 'New form' }).click()
  await page.getByRole('menuitem', { name: 'For applications' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Name is required.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Name' }).fill('Autumn membership')
  await page.getByLabel('Venue').selectOption({ label: 'Harbourside Main Club' })
  await page.getByRole('switch', { name: 'Open' }).check()
  await page.getByRole('combobox', { name: 'Membership type' }).selectOption('Ordinary')
  await page.getByLabel('Fee, with tax').fill('44')
  await page.getByRole('button', { name: 'Add an item' }).click()
  await page.getByLabel('Description').fill('Club tie')
  await page.getByLabel('Fee, with tax').nth(1).fill('11')
  await page.getByLabel('Terms').fill('Be kind.')
  await page.getByLabel('At the end').fill('Come by on Sunday.')
  await finishedAtAllWidths(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Form created.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Autumn membership' })).toBeVisible()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('img', { name: 'QR code for Autumn membership' })).toBeVisible()
  const link = page.getByRole('dialog').getByRole('link', { name: /\/apply\// })
  const { pathname } = new URL((await link.getAttribute('href'))!)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  // Saved from another window meanwhile: nothing is lost, and one decides whose is kept.
  await page.getByLabel('Introduction').fill('Join us this autumn.')
  await saveElsewhere(page, pathname.split('/').at(-1)!, { Terms: 'Be very kind.' })
  await page.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: 'Somebody else has changed this form meanwhile.' })
  await expect(conflict).toContainText('Alex Admin saved on')
  await expect(conflict.getByRole('checkbox')).toHaveCount(2)
  await expect(conflict.getByLabel('Keep my introduction')).toBeChecked()
  await expect(conflict.getByLabel('Keep my terms')).not.toBeChecked()
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Form saved.')).toBeVisible()
  await expect(conflict).toBeHidden()
  await expect(page.getByLabel('Introduction')).toHaveValue('Join us this autumn.')
  await expect(page.getByLabel('Terms')).toHaveValue('Be very kind.')

  const context = await browser.newContext({ viewport: phone, baseURL: baseURL! })
  const patron = await context.newPage()
  await patron.goto(pathname)
  await expect(patron.getByRole('heading', { name: 'Autumn membership' })).toBeVisible()
  await expect(patron.getByText('Join us this autumn.')).toBeVisible()
  await patron.getByRole('button', { name: 'Continue' }).click()
  await expect(patron.getByText('Choose a membership.')).toBeVisible()
  await patron.getByLabel('Ordinary').check()
  await patron.getByLabel('Club tie').check()
  await expect(patron.getByText('$55.00')).toBeVisible()
  await expectAccessible(patron)
  await patron.getByRole('button', { name: 'Continue' }).click()
  await expect(patron.getByRole('heading', { name: 'About you' })).toBeFocused()
  await patron.getByRole('button', { name: 'Continue' }).click()
  await expect(patron.getByText('First name is required.')).toBeVisible()
  await expect(patron.getByLabel('First name')).toBeFocused()
  await patron.getByLabel('First name').fill('Wendy')
  await patron.getByLabel('Last name').fill('Autumn')
  await patron.getByLabel('Date of birth').fill('1988-03-09')
  await expectAccessible(patron)
  await patron.getByRole('button', { name: 'Continue' }).click()
  await patron.getByLabel('Email address').fill('wendy@example.org')
  await patron.getByLabel('Home address').fill('7 Wharf Road Balm')
  await patron.getByRole('button', { name: '7 Wharf Road, Balmain NSW 2041, Australia' }).click()
  await expect(patron.getByLabel('Postcode')).toHaveValue('2041')
  await expectAccessible(patron)

  // A bad network: nothing is lost.
  await patron.route('**/api/patron/**', (route) => route.abort())
  await patron.getByRole('button', { name: 'Continue' }).click()
  await expect(patron.getByRole('alert')).toContainText('There is no connection at the moment.')
  await patron.unroute('**/api/patron/**')
  await patron.getByRole('button', { name: 'Continue' }).click()
  await expect(patron.getByRole('heading', { name: 'Check and send' })).toBeVisible()
  await expect(patron.getByText('With the link we sent to wendy@example.org')).toBeVisible()
  await patron.reload()
  await expect(patron.getByRole('heading', { name: 'Check and send' })).toBeVisible()
  await patron.goBack()
  await expect(patron.getByLabel('Email address')).toHaveValue('wendy@example.org')
  await patron.getByRole('button', { name: 'Continue' }).click()
  await patron.getByRole('button', { name: 'Continue to pay $55.00' }).click()
  await expect(patron.getByText('Accept the terms to go on.')).toBeVisible()
  await patron.getByLabel('I accept the terms.').check()
  await expectAccessible(patron)
  await patron.getByRole('button', { name: 'Continue to pay $55.00' }).click()
  await expect(patron.getByText('This is a test: no money is moved.')).toBeVisible()
  await expectAccessible(patron)
  await patron.getByRole('button', { name: 'Cancel' }).click()
  await expect(patron.getByText('The payment was not made.')).toBeVisible()
  await patron.getByRole('button', { name: 'Pay $55.00' }).click()
  await expect(patron.getByText('This is a test: no money is moved.')).toBeVisible()
  await patron.getByRole('button', { name: 'Pay $55.00' }).click()
  await expect(patron.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(patron.getByText('You paid $55.00.')).toBeVisible()
  await expect(patron.getByText('Come by on Sunday.')).toBeVisible()
  await expectAccessible(patron)
  await context.close()

  await page
    .getByRole('navigation', { name: 'Menu' })
    .getByRole('link', { name: 'Membership', exact: true })
    .click()
  await page.getByRole('searchbox', { name: 'Search requests...' }).fill('wendy')
  await page
    .getByRole('row', { name: /Wendy Autumn/ })
    .getByRole('link', { name: 'Finalise' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Wendy Autumn' })).toBeVisible()
  await expect(page.getByText('7 Wharf Road, Balmain NSW 2041, Australia')).toBeVisible()
  await finishedAtAllWidths(page)
  await page.getByRole('button', { name: 'Accept' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Membership number')).toHaveValue('12001')
  await dialog.getByLabel('Member level').selectOption('Silver')
  await dialog.getByLabel('Digital membership card').selectOption({ index: 1 })
  await finishedAtAllWidths(page)
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Request accepted.')).toBeVisible()
  await expect(page.getByText('Finalised by Alex Admin')).toBeVisible()
  await page.getByRole('link', { name: '12001' }).click()
  await expect(page).toHaveURL(/\/members\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Wendy Autumn' })).toBeVisible()
  await page.getByRole('tab', { name: 'Digital Membership Cards' }).click()
  await expect(page.getByRole('row', { name: /Invited/ })).toContainText('wendy@example.org')
})

test('a member renews, pays, and has a new financial date', async ({ page, databaseUrl }) => {
  const born = await birthDateOf(databaseUrl, '10300')
  await page.setViewportSize(phone)
  await page.goto('/renew/harbourside-renewal')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Enter your membership number.')).toBeVisible()
  await page.getByLabel('Membership number').fill('10300')
  await page.getByLabel('Date of birth').fill('1901-01-01')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('do not belong together')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('If a member has this number, a link is on its way')).toBeVisible()
  await page.getByLabel('Date of birth').fill(born)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Social').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Mobile number').fill('0499 000 111')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('I accept the terms.').check()
  await page.getByRole('button', { name: 'Continue to pay $15.00' }).click()
  await page.getByRole('button', { name: 'Pay $15.00' }).click()
  await expect(page.getByRole('heading', { name: 'You are renewed' })).toBeVisible()
  const [, day, month, year] = /until (\d+) (\w+) (20\d\d)\./.exec(
    await page.getByText('Your membership runs until').innerText(),
  )!
  await expectAccessible(page)

  await page.setViewportSize(desk)
  await signIn(page, 'admin@harbourside.example', '/businesses/harbourside/membership-renewal-requests')
  const table = page.getByRole('table', { name: 'Membership renewal requests' })
  const rows = table.getByRole('row')
  await expect(rows.nth(1)).toContainText('$15.00')
  await expect(table.getByRole('columnheader')).toHaveText([
    'Renewal Form',
    'Session ID',
    'Member Name',
    'Date',
    'Fee Description',
    'Selected Fee Item',
    'Status',
    'Amount Paid',
    'Payment Date',
    'Payment ID',
  ])
  await expect(rows).toHaveCount(11)
  await finishedAtAllWidths(page)
  await page.getByRole('button', { name: 'Load more...' }).click()
  await expect(rows).toHaveCount(14)
  await page.getByRole('searchbox', { name: 'Search requests...' }).fill('nobody of this name')
  await expect(page.getByText('No membership renewal request')).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search requests...' }).fill('10300')
  await rows.nth(1).click()
  await page.getByRole('link', { name: '10300' }).click()
  await expect(page).toHaveURL(/\/members\//)
  await expect(page.getByText(new RegExp(`^${day} ${month!.slice(0, 3)}\\w* ${year}$`))).toBeVisible()

  await page.goto('/businesses/harbourside/membership-renewal-requests?q=isla')
  await page.getByRole('row', { name: /Isla Patel/ }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  const dialog = page.getByRole('dialog', { name: 'Accept the renewal' })
  await expect(dialog.getByText(/The member will be financial until 30 June 20\d\d\./)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Renewal accepted.')).toBeVisible()
  await expect(page.getByText('Finalised by Alex Admin')).toBeVisible()

  await page.goto('/businesses/harbourside/membership-renewal-requests/reminders')
  const optedOut = page.getByRole('row', { name: /No reminders/ })
  await expect(optedOut).toHaveCount(1)
  await finishedAtAllWidths(page)
  await page.getByRole('button', { name: 'Actions for' }).first().click()
  await page.getByRole('menuitem', { name: 'Send no more reminders' }).click()
  await expect(optedOut).toHaveCount(2)
})

test('requests are found, looked at beside members who may be the same, and rejected with a note', async ({
  page,
}) => {
  await page.route('**/odma/membership-requests?**', (route) => route.abort(), { times: 2 })
  await signIn(page, 'finance@harbourside.example', '/businesses/harbourside/membership-requests')
  await expect(page.getByText('An error was encountered while getting report.')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('img', { name: '$50.00 paid, but the fee is $55.00.' })).toBeVisible()
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
  await decided.selectOption('Finalised')
  await page.getByLabel('Application Form').selectOption('Club membership')
  const rejected = page.getByRole('row', { name: /Nigel Farrow/ }).getByRole('link', { name: 'Rejected' })
  await rejected.hover()
  await expect(page.getByRole('tooltip').filter({ hasText: 'Finalised by Alex Admin' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search requests...' }).fill('nobody')
  await expect(page.getByText('No Membership Request')).toBeVisible()

  // Who may not see members can decline, but not make one.
  await page.goto('/businesses/harbourside/membership-requests?q=marcus')
  await page.getByRole('row', { name: /Marcus Oyelaran/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Marcus Oyelaran' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept' })).toBeHidden()
  await page.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject the request' })
  await dialog.getByLabel('Note').fill('The section is full.')
  await expect(dialog.getByLabel('Refund $80.00')).toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Request rejected.')).toBeVisible()
  await expect(page.getByText('The section is full.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reject' })).toBeHidden()

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

test('a preview saves nothing, a closed form says so, and a wrong link leads nowhere', async ({ page }) => {
  await openConfiguration(page, 'valley-golf', '?tab=forms')
  await expect(page.getByRole('row', { name: /Golf membership.*Closed/ })).toBeVisible()
  await page.goto('/apply/valley-golf-membership')
  await expect(page.getByText('This form is closed at the moment.')).toBeVisible()
  await page.goto('/apply/nothing-of-this-name')
  await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
  await page.goto('/apply/valley-golf-membership?preview=yes')
  await page.getByLabel('Ordinary').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'About you' })).toBeVisible()
  await page.goto('/renew/harbourside-renewal#stop=a-secret-that-opens-nothing')
  await page.getByRole('button', { name: 'Send me no more reminders' }).click()
  await expect(page.getByRole('alert')).toContainText('This link is used up.')
})
