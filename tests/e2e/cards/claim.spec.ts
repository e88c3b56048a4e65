import type { Page } from '@playwright/test'
import { incompleteLink } from '#contract/words/link-words.ts'
import { ask } from '#e2e/ask-database.ts'
import { expect, expectAccessible, signIn, test } from '#e2e/fixtures.ts'
import { lettersTo } from '#e2e/requests/letters.ts'
import { newestLink, passedOffer } from './claim-links.ts'

// What these pages keep on the device, the next test must not find.
test.use({ hasOwnPage: true })

const phone = { width: 390, height: 844 }
const offer = '/claim/welcome-to-harbourside'
const masked = /^\*{4} \*{4} \*{4} \d{4}$/
const balance = (page: Page) => page.getByRole('status').filter({ hasText: 'Balance' })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('a card is activated on a phone, kept there, and brought to another', async ({
  page,
  browser,
  baseURL,
  databaseUrl,
}) => {
  await page.setViewportSize(phone)
  await page.goto(offer)
  await expect(heading(page, /, a card for you$/)).toBeVisible()
  await expect(page.getByText('Harbourside Leagues Club has sent you a Harbourside Gift Card.')).toBeVisible()
  await expect(page.getByText('$40.00')).toBeVisible()
  await expect(page.getByText('Activate by')).toBeVisible()
  await expect(page.getByText('Can be used until')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Terms' })).toContainText('every till of the club')
  await expectAccessible(page)

  // The server activates it, and its answer is lost.
  await page.route('**/api/claims/*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Activate card' }).click()
  await expect(page.getByRole('alert')).toHaveText(/There is no connection at the moment/)
  await page.unroute('**/api/claims/*')
  await page.getByRole('button', { name: 'Activate card' }).click()
  await expect(heading(page, 'Harbourside Gift Card')).toBeFocused()
  await expect(page.getByText('Your card is active.')).toBeVisible()
  await expect(balance(page)).toContainText('$40.00')
  await expect(page.getByRole('img', { name: 'Barcode of your card' })).toBeVisible()
  await expect(page.getByText(masked)).toBeVisible()
  await page.getByRole('button', { name: 'Show number' }).click()
  await expect(page.getByText(/^9036 \d{4} \d{4} \d{4}$/)).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText(masked)).toBeVisible()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(balance(page)).toContainText('$40.00')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectAccessible(page)

  // Elsewhere a used code, one that is too late and a wrong one say the same.
  const context = await browser.newContext({ viewport: phone, baseURL: baseURL! })
  const other = await context.newPage()
  await other.goto('/claim/there-never-was-such-a-code')
  await expect(heading(other, 'There is no card here')).toBeVisible()
  const words = await other.getByRole('main').innerText()
  for (const path of [await passedOffer(databaseUrl), offer]) {
    await other.goto(path)
    await expect(heading(other, 'There is no card here')).toBeVisible()
    expect(await other.getByRole('main').innerText()).toBe(words)
  }
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Send me a fresh link' }).click()
  await expect(other.getByText('a fresh one is on its way')).toBeVisible()
  await other.goto(await newestLink(databaseUrl))
  await expect(heading(other, /, here is your card$/)).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Show my card' }).click()
  await expect(other.getByText(masked)).toBeVisible()
  await context.close()
  await page.goto(offer)
  await expect(heading(page, 'There is no card here')).toBeVisible()
})

test('staff send a fresh link, and a card that is turned off says so to its holder @long', async ({
  page,
  browser,
  baseURL,
  databaseUrl,
}) => {
  await signIn(page, 'admin@harbourside.example', '/businesses/harbourside/cards?rows=100')
  const active = page.getByRole('row').filter({ has: page.getByText('Active', { exact: true }) })
  await active.first().click()
  await expect(heading(page, /^\d{12}$/)).toBeVisible()
  await page.getByRole('button', { name: 'Card Actions' }).click()
  await page.getByRole('menuitem', { name: 'Send a fresh link' }).click()
  await page.getByRole('dialog', { name: 'Send a fresh link?' }).getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('table', { name: 'History' })).toContainText('Link sent again')

  const context = await browser.newContext({ viewport: phone, baseURL: baseURL! })
  const holder = await context.newPage()
  const link = await newestLink(databaseUrl)
  await holder.goto(link)
  await holder.getByRole('button', { name: 'Show my card' }).click()
  await expect(holder.getByRole('button', { name: 'Show number' })).toBeVisible()
  await page.getByRole('button', { name: 'Card Actions' }).click()
  await page.getByRole('menuitem', { name: 'Set to Inactive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Set to Inactive' }).click()
  await expect(page.getByRole('table', { name: 'History' })).toContainText('Set to Inactive')
  await holder.goto(link)
  await expect(holder.getByText('This card can’t be used at the moment.')).toBeVisible()
  await expect(holder.getByRole('button', { name: 'Show number' })).toHaveCount(0)
  await expectAccessible(holder)
  await context.close()
})

test('too many wrong links are answered kindly, and a page that fails can be tried again', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await page.route('**/api/claims/*', (route) =>
    route.fulfill({
      status: 429,
      json: { ErrorMessage: 'Too many attempts.', ErrorCode: 'too_many_attempts' },
    }),
  )
  await page.goto('/claim/one-of-many')
  await expect(page.getByRole('alert')).toContainText('Wait a quarter of an hour')
  await expectAccessible(page)
  await page.unroute('**/api/claims/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'There is no card here')).toBeVisible()
})

const open = (page: Page, secret: string) => page.evaluate((hash) => (location.hash = hash), secret)

/** As if somebody who may only invite had sent a card elsewhere; tells what is secret in the link. */
async function sentElsewhere(databaseUrl: string): Promise<string> {
  const secret = 'a-secret-of-a-link-to-something-sent-elsewhere'
  await ask(
    databaseUrl,
    `with change as (
       insert into contact_change (business_id, member_id, kind, before, after, lasting, told_at)
       select business_id, member_id, 'SentElsewhere', reach, reach || '{"Home": {"EmailAddress": null, "MobileNumber": "+61491570888"}}',
         '{}', now()
       from member, lateral (select reach_of(home_contact, work_contact, postal_contact) as reach) r
       where business_id = 'harbourside' and membership_number = '10020'
       returning business_id, member_id, change_id)
     insert into contact_change_link (business_id, member_id, change_id, secret_hash)
     select change.*, sha256(convert_to($1, 'UTF8')) from change`,
    [secret],
  )
  return secret
}

test('who was reached before puts a changed contact back', async ({ page, databaseUrl }) => {
  await page.setViewportSize(phone)
  const [former] = await ask<{ email: string }>(
    databaseUrl,
    `update member m set home_contact = jsonb_set(m.home_contact, '{EmailAddress}', '"mallory@elsewhere.example"')
     from member o where m.membership_number = '10020' and m.business_id = 'harbourside'
       and o.business_id = m.business_id and o.member_id = m.member_id
     returning o.home_contact ->> 'EmailAddress' as email`,
  )
  const news = async () =>
    (await lettersTo(databaseUrl, former!.email)).filter(({ kind }) => kind === 'contact change')
  await expect.poll(news).toHaveLength(1)
  const [letter] = await news()
  await page.goto(/\/contact-change#\S+/.exec(letter!.body)![0])
  await expect(heading(page, 'Your contact details were changed')).toBeVisible()
  await expect(page.getByText('→ m•••@e•••.example')).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Put my old details back' }).click()
  await expect(page.getByText('Your old details are on file again.')).toBeVisible()
  await expect(page).toHaveTitle('Your old contact details are back · Harbourside Leagues Club')
  await expect(heading(page, 'Your old contact details are back')).toBeFocused()
  await page.reload()
  await expect(page.getByText('Your old details are on file again.')).toBeVisible()
  await expectAccessible(page)

  // Another link, opened in the same tab: of something that was sent to a contact that isn't on file.
  await open(page, await sentElsewhere(databaseUrl))
  await expect(heading(page, 'A card of yours was sent elsewhere')).toBeVisible()
  await expect(page.getByText('Sent to the mobile number')).toBeVisible()
  await expect(page.getByText('on file for you have not been changed')).toBeVisible()
  await expect(page.getByText('→')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop it' }).click()
  await expect(heading(page, 'The card was stopped')).toBeFocused()
  await expect(page).toHaveTitle('The card was stopped · Harbourside Leagues Club')

  // And half of one.
  await open(page, 'abc')
  await expect(page.getByText(incompleteLink)).toBeVisible()
  await expectAccessible(page)
})
