import type { Page } from '@playwright/test'
import { ask } from '#e2e/ask-database.ts'
import { openConfiguration } from '#e2e/business/configuration-page.ts'
import { expect, expectAccessible, expectAccessibleOnBoth, step, test } from '#e2e/fixtures.ts'

// Only the demo has a till to play with.
test.use({ settings: { HUB_DEMO: 'on' } })

const secret = 'S'.repeat(43)

/** An active card that can be reloaded, whose holder is known by a secret of the test. */
async function clubCard(databaseUrl: string) {
  const [card] = await ask<{ id: string; number: string }>(
    databaseUrl,
    `select card_id as id, card_number as number from card join card_program using (business_id, card_program_id)
     where business_id = 'harbourside' and description = 'Harbourside Club Card' and card.status = 'Active'
     order by created_at desc limit 1`,
  )
  await ask(databaseUrl, `delete from card_offer where business_id = 'harbourside' and card_id = $1`, [
    card!.id,
  ])
  await ask(
    databaseUrl,
    `insert into card_offer (business_id, card_id, code_hash, used_at, holder_hash)
     values ('harbourside', $1, sha256('my-own-card'), now(), sha256($2::bytea))`,
    [card!.id, secret],
  )
  return card!
}

const dialog = (page: Page) => page.getByRole('dialog')
const printed = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('region', { name: 'Receipts' }).getByRole('listitem').first()).toContainText(text)

test('a card is reloaded within limits, its holder sees it, and its receipt is found again', async ({
  page,
  databaseUrl,
}) => {
  const card = await clubCard(databaseUrl)
  await step(page, 'the program gets limits', async () => {
    await openConfiguration(page, 'harbourside', '?tab=card-programs')
    await page.getByRole('button', { name: 'Actions for Harbourside Club Card' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(dialog(page).getByLabel('Holders can reload it')).toBeChecked()
    await dialog(page).getByLabel('Most on a card').fill('100')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toContainText('A card can start with $1,000.00')
    await dialog(page).getByLabel('Most on a card').fill('')
    await dialog(page).getByLabel('Most added in a day').fill('90')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Card program updated.')).toBeVisible()
    await expect(page.getByRole('row', { name: 'Harbourside Club Card' })).toContainText('$90.00 a day')
  })
  await step(page, 'the card is reloaded in the console', async () => {
    await page.goto(`/businesses/harbourside/cards/${card.id}`)
    await page.getByRole('button', { name: 'Card Actions' }).click()
    await page.getByRole('menuitem', { name: 'Reload card' }).click()
    await dialog(page).getByLabel('Amount').fill('90.01')
    await dialog(page).getByLabel('Note').fill('A prize')
    await dialog(page).getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByText(/Only \$90\.00 can still be added to this card today/)).toBeVisible()
    await dialog(page).getByLabel('Amount').fill('50')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Reload' }).click()
    const receipt = page.getByRole('dialog', { name: 'Receipt' })
    await expect(receipt).toContainText('Amount: $50.00')
    await expectAccessible(page)
    await receipt.getByRole('button', { name: 'Close' }).first().click()
    await expect(page.getByRole('row', { name: 'Card reloaded' }).first()).toContainText('$50.00')
  })
  let receiptNumber = ''
  await step(page, 'a till reloads it, and prints the receipt again', async () => {
    await page.goto('/dev/till')
    await page.getByLabel('Number or code').fill(card.number)
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByLabel('Dollars paid in').fill('20')
    await page.getByRole('button', { name: 'Reload', exact: true }).click()
    await printed(page, /Reload.*Amount: \$20\.00Paid by: Cash/)
    receiptNumber = /R-\w+/.exec(await page.getByText(/^Receipt: R-/).innerText())![0]
    await page.getByLabel('Receipt, such as').fill(receiptNumber.toLowerCase())
    await page.getByRole('button', { name: 'Print a copy' }).click()
    await printed(page, `Copy`)
    await expectAccessibleOnBoth(page)
  })
  await step(page, 'its holder sees both', async () => {
    await page.evaluate((kept) => localStorage.setItem('hub.claim.my-own-card', kept), secret)
    await page.goto('/claim/my-own-card')
    const history = page.getByRole('region', { name: 'Transactions' })
    await expect(history.getByRole('listitem').first()).toContainText(/Reload\+\$20\.00/)
    await expect(history.getByRole('listitem').nth(1)).toContainText('Added by the club')
    await expectAccessibleOnBoth(page)
  })
  await step(page, 'its holder pays for more, on the card’s page', async () => {
    await page.getByRole('button', { name: 'Reload', exact: true }).click()
    await expect(page.getByText(/\$20\.00 can still be added today/)).toBeVisible()
    await page.getByLabel('Amount in dollars').fill('25')
    await page.getByRole('button', { name: 'Go to payment' }).click()
    await expect(page.getByText(/^Only \$20\.00 can still be added/)).toBeVisible()
    await page.getByLabel('Amount in dollars').fill('20')
    await expectAccessibleOnBoth(page)
    await page.getByRole('button', { name: 'Go to payment' }).click()
    await page.getByRole('button', { name: 'Pay $20.00', exact: true }).click()
    await expect(page.getByText(/^\$20\.00 is on your card\. Receipt: R-/)).toBeVisible()
    await expect(page).toHaveURL(/\/claim\/my-own-card$/)
    const history = page.getByRole('region', { name: 'Transactions' })
    await expect(history.getByRole('listitem').first()).toContainText(/Reload\+\$20\.00/)
    await expectAccessibleOnBoth(page)
  })
  await step(page, 'the receipt leads the staff to the card', async () => {
    await page.goto('/businesses/harbourside/members')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByLabel('Find anything, or say what to do').fill(receiptNumber)
    await page.getByRole('option', { name: `Receipt ${receiptNumber}: reload, $20.00` }).click()
    await expect(page).toHaveURL(new RegExp(`/cards/${card.id}`))
  })
})
