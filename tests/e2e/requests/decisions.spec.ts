import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, step } from '#e2e/fixtures.ts'
import { finishedAtAllWidths, test } from './request-pages.ts'

test.use({ hasOwnPage: true })

const requests = '/businesses/harbourside/membership-requests'

/** What the form asks, of a membership that costs nothing. */
const answers = {
  MembershipType: 'Pensioner',
  FirstName: 'Nora',
  LastName: 'Deskford',
  BirthDate: '1950-05-17',
  EmailAddress: 'nora@example.org',
  MobileNumber: '0412 000 111',
  Address: {
    AddressLine1: '5 Pier Street',
    Suburb: 'Balmain',
    State: 'NSW',
    PostCode: '2041',
    Country: 'Australia',
  },
  HasAcceptedTerms: true,
}

/** Sends an application. */
async function applied(page: Page, FirstName: string, LastName: string, MobileNumber: string) {
  const path = '/api/patron/forms/harbourside-membership/sessions'
  const EmailAddress = `${FirstName}.${LastName}@example.org`.toLowerCase()
  const own = { FirstName, LastName, EmailAddress, MobileNumber }
  const started = await page.request.post(path, { data: { Answers: { ...answers, ...own } } })
  const { Secret } = (await started.json()) as { Secret: string }
  const sent = await page.request.post(`${path}/submit`, { data: { Secret } })
  expect(sent.status()).toBe(200)
}

test('requests are rejected for a reason, marked, put back, and accepted together', async ({ page }) => {
  await applied(page, 'Olive', 'Birchwood', '0498 111 221')
  await applied(page, 'Quentin', 'Birchwood', '0498 111 222')
  await signIn(page, 'admin@harbourside.example', `${requests}?q=olive+birchwood`)

  await step(page, 'a reason of the business’s list goes with the note', async () => {
    await page
      .getByRole('row', { name: /Olive Birchwood/ })
      .getByRole('link', { name: 'Finalise' })
      .click()
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject the request' })
    await dialog.getByLabel('Reason').selectOption('Could not be identified')
    await dialog.getByLabel('Note').fill('Come by with your licence.')
    await finishedAtAllWidths(page)
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(page.getByText('Request rejected.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Rejected' })).toContainText('Could not be identified')
  })

  await step(page, 'who, when and why stand behind the mark, for fingers and keys', async () => {
    await page.goto(`${requests}?q=birchwood&outcome=Rejected`)
    const row = page.getByRole('row', { name: /Olive Birchwood/ })
    await expect(page.getByRole('row', { name: /Quentin Birchwood/ })).toHaveCount(0)
    const mark = row.getByRole('button', { name: 'Rejected: who, when and why' })
    await mark.click()
    const words = page.getByRole('tooltip')
    await expect(words).toContainText('Finalised by Alex Admin')
    await expect(words).toContainText('Reason: Could not be identified')
    await expect(words).toContainText('Note: Come by with your licence.')
    await page.keyboard.press('Escape')
    await expect(words).toHaveCount(0)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(mark).toBeFocused()
    await expect(words).toContainText('Finalised by Alex Admin')
    await page.keyboard.press('Escape')
    await finishedAtAllWidths(page)
    await row.click()
  })

  await step(page, 'it is put back with a reason, assigned and noted on', async () => {
    await page.getByRole('button', { name: 'Put back' }).click()
    const dialog = page.getByRole('dialog', { name: 'Put the request back' })
    await dialog.getByRole('button', { name: 'Put back' }).click()
    await expect(dialog.getByText('Reason is required.')).toBeVisible()
    await dialog.getByLabel('Reason').fill('She came by.')
    await finishedAtAllWidths(page)
    await dialog.getByRole('button', { name: 'Put back' }).click()
    await expect(page.getByText('The request is back.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Steps' })).toContainText('She came by.')
    const team = page.getByRole('region', { name: 'Among colleagues' })
    await team.getByLabel('Assigned to').selectOption('Alex Admin')
    await expect(page.getByText('Assigned.', { exact: true })).toBeVisible()
    await team.getByLabel('New note').fill('Licence seen.')
    await team.getByRole('button', { name: 'Add note' }).click()
    await expect(team.getByRole('list', { name: 'Notes' })).toContainText('Licence seen.')
    await finishedAtAllWidths(page)
    await page.getByRole('link', { name: /^Next of \d+ waiting$/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Olive Birchwood' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  })

  await step(page, 'the plain ones are accepted at once', async () => {
    await page.goto(`${requests}?q=birchwood`)
    await page.getByRole('checkbox', { name: 'Select Olive Birchwood' }).check()
    await page.getByRole('button', { name: 'Select all that are ready' }).click()
    await finishedAtAllWidths(page)
    await page.getByRole('button', { name: 'Accept 2 selected' }).click()
    const dialog = page.getByRole('dialog', { name: 'Accept 2 requests' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByText('2 requests accepted.')).toBeVisible()
    await expect(page.getByRole('row', { name: /Olive Birchwood/ })).toContainText('Accepted')
  })
})

test('a form is filled in at the desk, and a member renews there @long', async ({ page }) => {
  // Finance, who may not open members, sees their numbers and no link.
  await signIn(page, 'finance@harbourside.example', requests)
  const table = page.getByRole('table', { name: 'Membership requests' })
  await expect(table.getByText('12000', { exact: true })).toBeVisible()
  await expect(table.getByRole('link', { name: '12000' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Fill in at the desk' })).toHaveCount(0)

  await signIn(page, 'reception@harbourside.example', requests)
  await step(page, 'an application begins in a tab of its own', async () => {
    await page.getByRole('button', { name: 'Fill in at the desk' }).click()
    const opened = page.waitForEvent('popup')
    await page.getByRole('menuitem', { name: 'Club membership' }).click()
    const form = await opened
    await expect(form.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(form).toHaveURL(/\/apply\/harbourside-membership/)
    await expectAccessible(form)
    // Filled in by a shorter way than through its pages, which have tests of their own.
    const path = '/api/patron/forms/harbourside-membership/sessions'
    const Secret = await form.evaluate(() => sessionStorage.getItem('hub.request.harbourside-membership'))
    await form.request.put(path, { data: { Secret, Answers: answers } })
    expect((await form.request.post(`${path}/submit`, { data: { Secret } })).status()).toBe(200)
    await form.reload()
    await expect(form.getByRole('heading', { name: 'The request is at the desk' })).toBeVisible()
    await expectAccessible(form)
    // What costs something can be paid at the counter: nobody is led to the payment page.
    let looks = 0
    await form.route('**/sessions/open', async (route) => {
      const response = await route.fetch()
      const session = (await response.json()) as object
      const due = { NextStep: 'Payment Required', AmountDue: 55, PaymentUrl: looks++ ? '/apply/pay' : null }
      await route.fulfill({ response, json: { ...session, ...due } })
    })
    await form.reload()
    await expect(form.getByText(/^Take \$55\.00 at the counter/)).toBeVisible()
    await expect(form.getByRole('button', { name: 'Pay $55.00', exact: true })).toBeVisible()
    await expect(form).toHaveURL(/\/apply\/harbourside-membership/)
    await form.close()
    await page.getByRole('searchbox', { name: 'Search requests...' }).fill('deskford')
    await page
      .getByRole('row', { name: /Nora Deskford/ })
      .getByRole('link', { name: 'Finalise' })
      .click()
    await expect(page.getByRole('region', { name: 'Steps' })).toContainText('At the desk.')
  })
  await step(page, 'a renewal knows whom the staff have before them', async () => {
    await page.goto('/businesses/harbourside/members?q=10150')
    await page.getByRole('row', { name: /10150/ }).click()
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Renew at the desk' }).click()
    const dialog = page.getByRole('dialog', { name: 'Renew at the desk' })
    await expectAccessible(page)
    const opened = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'Open the form' }).click()
    const form = await opened
    await expect(form).toHaveURL(/\/renew\//)
    await expect(form.getByText('10150')).toBeVisible()
    await form.close()
  })
})
