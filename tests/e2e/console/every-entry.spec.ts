import type { Page, Response } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { expect, isLong, startSession, step, test } from '#e2e/fixtures.ts'

const home = '/businesses/harbourside'
// Who runs every business has all entries; which of them others have, shell.spec.ts says.
const accounts = ['super@hub.example']
if (isLong)
  for (const name of ['admin', 'reception', 'promotions', 'finance', 'door'])
    accounts.push(`${name}@harbourside.example`)

test('every entry of everybody’s menu, and every tab behind it, opens and shows something', async ({
  page,
}) => {
  const refused: string[] = []
  const hear = (response: Response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  }
  for (const email of accounts)
    await step(page, email, async () => {
      await page.context().clearCookies()
      await startSession(page, email)
      await page.goto(home)
      const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('list').getByRole('link')
      await expect(links.first()).toBeVisible()
      const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
      page.on('response', hear)
      // Those of the business first: elsewhere they aren't in the menu.
      for (const href of hrefs.toSorted((one, other) => Number(isOutside(one)) - Number(isOutside(other)))) {
        await open(page, href)
        await expect(page).toHaveURL(new RegExp(`${href}($|[/?])`))
        await expectShown(page, `${email} at ${href}`)
        await openTabs(page, `${email} at ${href}`)
      }
      page.off('response', hear)
      expect(refused, email).toEqual([])
    })
})

const isOutside = (href: string) => !href.startsWith(home)

/** The address changes before the page does: until it has, the tabs in sight are those of the one before. */
async function open(page: Page, href: string) {
  const title = await page.getByRole('main').getByRole('heading', { level: 1 }).elementHandle()
  const isThere = new URL(page.url()).pathname === href
  await page.getByRole('navigation', { name: 'Menu' }).locator(`a[href="${href}"]`).click()
  if (!isThere) await title?.waitForElementState('hidden')
}

async function openTabs(page: Page, where: string) {
  const tabs = page.getByRole('main').getByRole('tab')
  for (let index = 1; index < (await tabs.count()); index++) {
    await tabs.nth(index).click()
    await expectShown(page, `${where}, tab ${index + 1}`)
  }
}

async function expectShown(page: Page, where: string) {
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 }), where).toBeVisible()
  await expect(main.locator('[aria-busy=true]'), where).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Retry' }), where).toHaveCount(0)
  await expect(main, where).not.toContainText(messages.generic.unknownError)
  // More than its crumbs and its title.
  await expect.poll(async () => (await main.innerText()).length, where).toBeGreaterThan(60)
}
