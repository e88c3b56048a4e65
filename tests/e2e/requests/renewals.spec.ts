import { incompleteLink } from '#contract/words/link-words.ts'
import { ask } from '#e2e/ask-database.ts'
import { expect, expectAccessible, signIn } from '#e2e/fixtures.ts'
import {
  fillBirthDate,
  birthDateOf,
  desk,
  finishedAtAllWidths,
  newestCode,
  phone,
  test,
} from './request-pages.ts'

test.use({ hasOwnPage: true })

test('a member renews, pays, and has a new financial date', async ({ page, databaseUrl }) => {
  const born = await birthDateOf(databaseUrl, '10300')
  const [{ email } = { email: '' }] = await ask<{ email: string }>(
    databaseUrl,
    `update member set membership_type = 'Social' where business_id = 'harbourside' and membership_number = '10300'
     returning home_contact ->> 'EmailAddress' as email`,
  )
  await page.setViewportSize(phone)
  await page.goto('/renew/harbourside-renewal')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Enter your membership number.')).toBeVisible()
  await page.getByLabel('Membership number').fill('10300')
  await fillBirthDate(page, '1901-01-01')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('do not belong together')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('If a member has this number, a link is on its way')).toBeVisible()
  await fillBirthDate(page, born)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('We have found the membership 10300.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByLabel('Social')).not.toBeChecked()
  await expect(page.getByText('Step 1 of 2')).toBeVisible()
  await page.getByLabel('SMS').check()
  await page.getByLabel('E-mail').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByText('A code is on its way to')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send another code' })).toBeDisabled()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter the six digits of the code.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type(await newestCode(databaseUrl))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Hello .+\. Your membership 10300/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('Step 1 of 3')).toBeVisible()
  await expect(page.getByLabel('Social')).toBeChecked()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'How we reach you' })).toBeFocused()
  await expect(page.getByLabel('Email address')).toHaveAccessibleDescription(`On file: ${email}`)
  await expectAccessible(page)
  await page.getByLabel('Mobile number').fill('0499 000 111')
  await page.getByLabel('Mobile number').blur()
  await expect(page.getByLabel('Mobile number')).toHaveValue('+61499000111')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('I accept the terms.').check()
  await page.getByRole('button', { name: 'Continue to pay $15.00' }).click()
  await page.getByRole('button', { name: 'Pay $15.00', exact: true }).click()
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

// What they may, and how often it can be tried: prove-session.test.ts; on the same pages as above.
test('who is known by number and birth date alone renews, and sees and changes nothing @long', async ({
  page,
  databaseUrl,
}) => {
  await ask(
    databaseUrl,
    `update member set membership_type = 'Social' where business_id = 'harbourside' and membership_number = '10301'`,
  )
  await page.setViewportSize(phone)
  await page.goto('/renew/harbourside-renewal#link=abc')
  await expect(page.getByText(incompleteLink)).toBeVisible()
  const wrong = { MembershipNumber: '10302', BirthDate: '1901-01-01' }
  for (let i = 0; i < 5; i++)
    await page.request.post('/api/patron/forms/harbourside-renewal/identify', { data: wrong })
  await page.getByLabel('Membership number').fill(wrong.MembershipNumber)
  await fillBirthDate(page, wrong.BirthDate)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Too many attempts. Try again later. You can try again in 1 hour.',
  )
  await page.getByLabel('Membership number').fill('10301')
  await fillBirthDate(page, await birthDateOf(databaseUrl, '10301'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Social').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Step 2 of 2')).toBeVisible()
  await expect(page.getByText('How we reach you')).toBeHidden()
  await page.getByLabel('I accept the terms.').check()
  await page.getByRole('button', { name: 'Continue to pay $15.00' }).click()
  await page.getByRole('button', { name: 'Pay $15.00', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You are renewed' })).toBeVisible()
  await expect(page.getByText('We have written to the contact we have on file.')).toBeVisible()
  await expectAccessible(page)
})

test('staff see that nobody has shown who asks for another membership, and what accepting changes @long', async ({
  page,
  databaseUrl,
}) => {
  const [{ name } = { name: '' }] = await ask<{ name: string }>(
    databaseUrl,
    `update member set membership_type = 'Ordinary' where business_id = 'harbourside' and membership_number = '10303'
     returning first_name || ' ' || last_name as name`,
  )
  const forms = '/api/patron/forms/harbourside-renewal'
  const who = { MembershipNumber: '10303', BirthDate: await birthDateOf(databaseUrl, '10303') }
  const started = await page.request.post(`${forms}/identify`, { data: who })
  const { Secret } = (await started.json()) as { Secret: string }
  const Answers = { MembershipType: 'Life', HasAcceptedTerms: true }
  await page.request.put(`${forms}/sessions`, { data: { Secret, Answers } })
  await page.request.post(`${forms}/sessions/submit`, { data: { Secret } })

  await signIn(page, 'admin@harbourside.example', '/businesses/harbourside/membership-renewal-requests')
  const row = page.getByRole('row', { name: new RegExp(`${name}.*User Completed`) })
  await expect(row).toContainText('Not proven')
  await finishedAtAllWidths(page)
  await row.click()
  const doubt = `Nobody has shown that this is ${name}: it was started with a membership number and birth date.`
  const notice = page.getByRole('note', { name: doubt })
  await expect(notice).toContainText('Asks for Life instead of Ordinary.')
  await finishedAtAllWidths(page)
  await page.getByRole('button', { name: 'Accept' }).click()
  const dialog = page.getByRole('dialog', { name: 'Accept the renewal' })
  await expect(dialog.getByText('The membership type changes from Ordinary to Life.')).toBeVisible()
  await expect(dialog.getByText('so the details on file stay as they are.')).toBeVisible()
  await finishedAtAllWidths(page)
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Finalised by Alex Admin')).toBeVisible()
  await expect(notice).toBeHidden()
})
