import type { Page } from '@playwright/test'
import type { PageName } from '#contract/console-paths.ts'
import { expect, startSession, step, test } from '#e2e/fixtures.ts'
import { addressesOf } from './addresses.ts'
import { findSpills } from './find-spills.ts'
import { lengthenNames } from './long-names.ts'

// All pages at all widths: `npm run test:layout`.
const isLong = process.env.HUB_LAYOUT === 'long'
const widths = isLong ? [320, 390, 768, 1000, 1280, 1366, 1440, 1920] : [320, 1000, 1366]
const main: PageName[] = ['home', 'members', 'member', 'events', 'cards', 'membershipRequests', 'roles']

test.beforeAll(async ({ databaseUrl }) => lengthenNames(databaseUrl))

test('no page spills at any width', async ({ page, databaseUrl }) => {
  test.setTimeout(isLong ? 3_600_000 : 300_000)
  await startSession(page, 'super@hub.example')
  for (const address of await addressesOf(databaseUrl, isLong ? undefined : main))
    await step(page, address, () => look(page, address))
})

async function look(page: Page, address: string) {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: 5000 })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const spills = await page.evaluate(findSpills)
    if (spills.length) console.log('SPILL', address, width, spills)
    expect.soft(spills, `${address} at ${width}`).toEqual([])
  }
}
