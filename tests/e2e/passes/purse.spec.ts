import type { Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { dialog } from '#e2e/access/users-page.ts'
import { ask } from '#e2e/ask-database.ts'
import { callApi } from '#e2e/business/configuration-page.ts'
import { newestLink } from '#e2e/cards/claim-links.ts'
import { expect, expectAccessible, expectAccessibleOnBoth, startSession, step, test } from '#e2e/fixtures.ts'
import { act, members } from '#e2e/members/member-pages.ts'
import { checkLedger } from '#server/ledger'

// Only the demo has a till to play with.
test.use({ settings: { HUB_DEMO: 'on' } })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const printed = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('region', { name: 'Receipts' }).getByRole('listitem').first()).toContainText(text)
const purses = (page: Page) => page.getByRole('table', { name: 'Purses of digital cards' })
const history = (page: Page) => page.getByRole('table', { name: 'Purse history' })

type Holder = { memberId: string; code: string }

/** A member of the demo with a digital card, and points to put into its purse. */
async function holder(page: Page, databaseUrl: string): Promise<Holder> {
  const [found] = await ask<Holder>(
    databaseUrl,
    `select p.member_id as "memberId", p.coupon_code as code
     from pass p join member m on m.business_id = p.business_id and m.member_id = p.member_id
     where p.business_id = 'harbourside' and p.pass_configuration_id = 'member-card' and p.claimed_at is not null
       and p.revoked_at is null and m.date_financial > current_date + 7
     order by p.created_at limit 1`,
  )
  const award = `/cherrypay/v1/harbourside/members/${found!.memberId}/points/Points/award`
  await callApi(page, 'POST', award, { Note: 'Journey', PointsByDollarValue: 50, PointsByQuantity: 5000 })
  return found!
}

async function transfer(page: Page, dollars: string) {
  await act(page, messages.passTransfer.title)
  const form = dialog(page, messages.passTransfer.title)
  await form.getByLabel('Card').selectOption({ index: 1 })
  await form.getByLabel('Dollars').fill(dollars)
  await form.getByLabel('Description').fill('For the bar')
  await form.getByLabel('Note').fill('As asked')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Transfer' }).click()
  await expect(page.getByText(messages.pointsTransfer.done)).toBeVisible()
}

/** Begins a sale at the toy till, paid from the purse of the digital card with this code. */
async function holdOf(page: Page, code: string, dollars: string) {
  await page.goto('/dev/till')
  await page.getByLabel('Number or code').fill(code)
  await press(page, 'Look up')
  await expect(page.getByRole('term').filter({ hasText: 'Purse of Member Card' })).toBeVisible()
  await page.getByLabel('Pay with').selectOption('Purse of Member Card')
  await page.getByLabel('Amount in dollars').fill(dollars)
  await press(page, 'Hold')
}

test('points go to a digital card, pay at the till, come back, become points again, and outlive a lost phone', async ({
  page,
  browser,
  baseURL,
  databaseUrl,
}) => {
  await startSession(page, 'admin@harbourside.example')
  const { memberId, code } = await holder(page, databaseUrl)
  const proven = async () => expect((await checkLedger(databaseUrl)).wrong).toEqual([])

  await step(page, 'the purse is filled, and stands beside the cards', async () => {
    await page.goto(`${members}/${memberId}?tab=cards`)
    await expect(purses(page)).toContainText('$0.00')
    await transfer(page, '20')
    await expect(purses(page)).toContainText('$20.00')
    await expectAccessibleOnBoth(page)
  })

  await step(page, 'the till takes the code of the pass, and what to pay with is chosen', async () => {
    await holdOf(page, code.toLowerCase(), '12.50')
    await printed(page, /Amount held.*Purse of Member Card of .*Amount: \$12\.50.*Balance: \$7\.50/)
    await press(page, 'Capture')
    await printed(page, /Sale.*Amount: \$12\.50/)
    await page.getByLabel('Amount in dollars').fill('99')
    await press(page, 'Hold')
    await printed(page, 'There is not enough in the purse of this digital card: $7.50 can be used.')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await press(page, 'Refund')
    await printed(page, /Refund.*Amount: \$12\.50.*Balance: \$20\.00/)
    await proven()
  })

  await step(page, 'the transfer is taken back, with a reason and once', async () => {
    await page.goto(`${members}/${memberId}?tab=passes`)
    await page.getByRole('button', { name: 'Actions for Member Card' }).click()
    await page.getByRole('menuitem', { name: 'View card' }).click()
    await expect(history(page)).toContainText('Refund')
    await expectAccessibleOnBoth(page)
    await history(page)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Back to points' }).click()
    const form = dialog(page, 'Back to Points?')
    await press(page, 'Back to points')
    await expect(form).toContainText('Reason is required.')
    await expectAccessible(page)
    await form.getByLabel('Reason').fill('Not wanted after all')
    await press(page, 'Back to points')
    await expect(page.getByText('The points are back.')).toBeVisible()
    await expect(history(page)).toContainText('Taken back')
    await expect(history(page).getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
    await proven()
  })

  await step(page, 'the phone is lost: the card on it is dead, the new one pays', async () => {
    await page.goto(`${members}/${memberId}?tab=cards`)
    await transfer(page, '15')
    await page.goto(`${members}/${memberId}?tab=passes`)
    await page.getByRole('button', { name: 'Actions for Member Card' }).click()
    await page.getByRole('menuitem', { name: 'Replace' }).click()
    const form = dialog(page, 'Replace Digital Card')
    await expect(form).toContainText('$15.00 in its purse')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Replace card' }).click()
    await expect(page.getByText('Card replaced. The new invitation was sent.')).toBeVisible()
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: baseURL! })
    const phone = await context.newPage()
    await phone.goto(await newestLink(databaseUrl))
    await phone.getByRole('button', { name: 'Take my card' }).click()
    await expect(phone.getByRole('img', { name: /QR/ })).toBeVisible()
    await context.close()
    const [next] = await ask<{ code: string }>(
      databaseUrl,
      `select coupon_code as code from pass
       where member_id = $1 and pass_configuration_id = 'member-card' and revoked_at is null`,
      [memberId],
    )
    await holdOf(page, next!.code, '10')
    await printed(page, /Amount held.*Balance: \$5\.00/)
    await press(page, 'Capture')
    await printed(page, /Sale.*Amount: \$10\.00/)
    await page.getByLabel('Number or code').fill(code)
    await press(page, 'Look up')
    await expect(page.getByText('A card or member with this number was not found.')).toBeVisible()
    await proven()
  })
})
