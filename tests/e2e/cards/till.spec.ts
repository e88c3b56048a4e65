import type { Page, Route } from '@playwright/test'
import { expect, expectAccessible, test } from '#e2e/fixtures.ts'

// Only the demo has a till to play with.
test.use({ settings: { HUB_DEMO: 'on' } })

/** The receipt on top, once it says this. */
const printed = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('region', { name: 'Receipts' }).getByRole('listitem').first()).toContainText(text)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('the sign-in page of a demo says that it is one', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('note')).toContainText('This is a demo')
  await expectAccessible(page)
  const words = await page.getByRole('note').innerText()
  // At a door as well.
  await page.goto('/scan/harbourside/any-event')
  await expect(page.getByRole('note')).toHaveText(words)
  await expectAccessible(page)
})

test('a till holds, captures, releases and refunds, and prints why it can not', async ({ page }) => {
  await page.goto('/dev/till')
  await press(page, 'Card, active')
  const card = page.getByRole('region', { name: /Harbourside/ })
  await expect(card).toContainText('Active')
  const amount = page.getByLabel('Amount in dollars')
  const balance = async () => Number(/Balance\s+\$([\d.]+)/.exec(await card.innerText())![1])
  const before = await balance()
  await amount.fill('10')
  // The answer is lost after the server has done it: pressed again it is the same hold.
  const loseAnswer = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/till/holds', loseAnswer, { times: 1 })
  await press(page, 'Hold')
  await printed(page, 'Nobody knows whether it was done: try again.')
  await press(page, 'Hold')
  await printed(page, 'Amount held')
  await expect.poll(balance).toBe(before - 10)
  await expectAccessible(page)
  await page.getByLabel('Amount to take of what is held').fill('7.50')
  await press(page, 'Capture')
  await printed(page, /Sale.*Amount: \$7\.50/)
  await page.getByLabel('Amount to give back').fill('2.50')
  await press(page, 'Refund')
  await printed(page, /Refund.*Amount: \$2\.50/)
  await page.getByLabel('Amount to give back').fill('6')
  await press(page, 'Refund')
  await printed(page, 'Only $5.00 of this sale can be refunded.')
  await amount.fill('1')
  await press(page, 'Hold')
  await printed(page, 'Amount held')
  await press(page, 'Release')
  await printed(page, 'Sale cancelled')
  await amount.fill('99999')
  await press(page, 'Hold')
  await printed(page, /Sale declined.*There is not enough on this card/)

  await press(page, 'Card, inactive')
  await expect(card).toContainText('Inactive')
  await amount.fill('1')
  await press(page, 'Hold')
  await printed(page, 'This card is inactive: only an active card can be used.')
  await press(page, 'Member')
  await expect(page.getByText('Membership number')).toBeVisible()
  await page.getByLabel('Amount in points').fill('0.5')
  await press(page, 'Hold')
  await printed(page, 'Amount: 0.5 Points')
  await page.getByLabel('Number').fill('nothing')
  await press(page, 'Look up')
  await printed(page, 'A card or member with this number was not found.')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
})
