import type { PageName } from '#contract/console-paths.ts'
import { expect, expectAccessible, isLong, signIn, step, test } from '#e2e/fixtures.ts'
import { addressesOf, outsideOf } from '#e2e/layout/addresses.ts'

test('light or dark, and how close rows stand, is up to each', async ({ page, databaseUrl }) => {
  await signIn(page, 'super@hub.example', '/businesses/harbourside/members')
  const html = page.locator('html')
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const row = page.getByRole('row').nth(1)
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')

  await step(page, 'follows the system', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    expect(await ground()).toBe('rgb(21, 26, 31)')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  })

  await step(page, 'is chosen in the menu of the account, by keys too, and kept', async () => {
    const high = (await row.boundingBox())!.height
    await page.getByRole('button', { name: 'Sam Super' }).click()
    const choice = (name: string) => page.getByRole('menuitemradio', { name })
    await expect(choice('System')).toBeChecked()
    await choice('Dark').press('Enter')
    await expect(choice('Dark')).toBeChecked()
    await expectAccessible(page)
    await choice('Compact').click()
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(page.locator('meta[name=color-scheme]')).toHaveAttribute('content', 'dark')
    await expect(row).toBeVisible()
    expect((await row.boundingBox())!.height).toBeLessThan(high)
  })

  await step(page, 'is printed as if it were light', async () => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    expect(await ground()).toBe('rgb(255, 255, 255)')
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    expect(await ground()).toBe('rgb(21, 26, 31)')
  })

  // The colours are the same everywhere: these two have most of them.
  const pages: PageName[] = isLong
    ? ['home', 'member', 'events', 'cards', 'membershipRequest']
    : ['member', 'membershipRequest']
  for (const address of await addressesOf(databaseUrl, pages))
    await step(page, `can be read in the dark: ${address}`, async () => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expectAccessible(page)
    })
})

test('patrons have it as their system has it', async ({ page, databaseUrl }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const address of ['/', ...(await outsideOf(databaseUrl))]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
  await page.emulateMedia({ colorScheme: null })
})
