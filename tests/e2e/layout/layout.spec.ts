import type { Page } from '@playwright/test'
import { consolePaths, type PageName } from '#contract/console-paths.ts'
import { expect, expectAccessible, isLong, signIn, startSession, step, test } from '#e2e/fixtures.ts'
import { addressesOf, outsideOf } from './addresses.ts'
import { findSpills } from './find-spills.ts'
import { lengthenNames } from './long-names.ts'

// All pages at all widths: `npm run test:layout`.
const widths = isLong ? [320, 390, 768, 1000, 1280, 1366, 1440, 1920] : [320, 390, 768, 1000, 1366]
const main: PageName[] = [
  'home',
  'members',
  'member',
  'events',
  'whoIsIn',
  'visitors',
  'cards',
  'membershipRequests',
  'roles',
]

test.beforeAll(async ({ databaseUrl }) => lengthenNames(databaseUrl))

// A test for each, so that all of them can be taken in pieces: `npm run test:layout -- -g 'members '`.
for (const name of isLong ? (Object.keys(consolePaths) as PageName[]) : main)
  test(`the page ${name} spills at no width`, async ({ page, databaseUrl }) => {
    await startSession(page, 'super@hub.example')
    const [address = ''] = await addressesOf(databaseUrl, [name])
    await step(page, address, () => look(page, address))
  })

test('nor does one that is open to anyone', async ({ page, databaseUrl }) => {
  for (const address of ['/', ...(await outsideOf(databaseUrl))])
    await step(page, address, () => look(page, address))
})

test('on a desk the whole menu of those who run every business is in sight', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'super@hub.example', '/businesses/harbourside')
  const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('list').getByRole('link')
  await expect(links.last()).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(/^Version \d/)).toBeInViewport({ ratio: 1 })
})

/** Opened once, then only its width changes: to load each page eight times would take an hour. */
async function look(page: Page, address: string) {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await page.evaluate(findSpills), `${address} at ${width}`).toEqual([])
  }
  // At a desk each is read by its own test.
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
}
