import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, step, test } from '#e2e/fixtures.ts'
import { newestLink } from './claim-links.ts'

// Only the demo tells the key of its till.
test.use({ settings: { HUB_DEMO: 'on' } })

// What the holder's page keeps on the device, the next test must not find.
test.use({ hasOwnPage: true })

const phone = { width: 390, height: 844 }
const offer = '/claim/welcome-to-harbourside'
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** What a till is answered that wants some dollars of a card. */
async function pay(page: Page, Code: string, Amount: number) {
  const till = (await (await page.request.get('/api/dev/till')).json()) as { Secret: string }
  const answer = await page.request.post('/api/cherrypay/v1/harbourside/till/holds', {
    headers: { authorization: `Bearer ${till.Secret}` },
    data: { Code, Amount },
  })
  return answer.status()
}

async function numberOn(holder: Page): Promise<string> {
  await holder.getByRole('button', { name: 'Show number' }).click()
  return (await holder.getByText(/^9036 \d{4} \d{4} \d{4}$/).innerText()).replaceAll(' ', '')
}

test('a holder reports a card lost, staff replace it, and the new one pays', async ({
  page,
  browser,
  baseURL,
  databaseUrl,
}) => {
  const context = await browser.newContext({ viewport: phone, baseURL: baseURL! })
  const holder = await context.newPage()
  let lost = ''

  await step(page, 'the holder blocks the card', async () => {
    await holder.goto(offer)
    await holder.getByRole('button', { name: 'Activate card' }).click()
    lost = await numberOn(holder)
    await holder.getByRole('button', { name: 'I have lost my card' }).click()
    await expect(heading(holder, 'Harbourside Gift Card')).toBeVisible()
    await expectAccessible(holder)
    await holder.getByRole('button', { name: 'Block my card' }).click()
    await expect(holder.getByText('You have reported this card lost, and it is blocked')).toBeVisible()
    await expectAccessible(holder)
    expect(await pay(page, lost, 5)).toBe(409)
  })

  await step(page, 'staff find it and replace it', async () => {
    await signIn(page, 'admin@harbourside.example', '/businesses/harbourside/cards')
    await page.getByRole('button', { name: 'Show them' }).click()
    const rows = page.getByRole('table', { name: 'Cards Issued' }).getByRole('row')
    await expect(rows).toHaveCount(2)
    await rows.last().click()
    await expect(page.getByText('The holder reported it lost.')).toBeVisible()
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: 'Replace card' }).click()
    const dialog = page.getByRole('dialog', { name: 'Replace Card' })
    await expect(dialog.getByText('stops working at once, for good')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Reason').selectOption('Stolen')
    await dialog.getByRole('button', { name: 'Replace card' }).click()
    await expect(page.getByText('This card was replaced.')).toBeVisible()
    await expect(page.getByRole('table', { name: 'History' })).toContainText('Replaced')
    await page.getByRole('link', { name: 'the card that took its place' }).click()
    await expect(page.getByText('This card took the place of')).toBeVisible()
    await expectAccessible(page)
  })

  await step(page, 'the old one stays dead, and the new one pays', async () => {
    await holder.reload()
    await expect(holder.getByText('This card was replaced. Use the new one')).toBeVisible()
    await holder.goto(await newestLink(databaseUrl))
    await expect(heading(holder, /, your new card$/)).toBeVisible()
    await expect(holder.getByText('$40.00')).toBeVisible()
    await expectAccessible(holder)
    await holder.getByRole('button', { name: 'Activate card' }).click()
    await expect(holder.getByText('Your card is active.')).toBeVisible()
    const number = await numberOn(holder)
    expect([await pay(page, lost, 5), await pay(page, number, 5)]).toEqual([409, 200])
    await holder.getByRole('button', { name: 'Update' }).click()
    await expect(holder.getByRole('status').filter({ hasText: 'Balance' })).toContainText('$35.00')
  })
  await context.close()
})
