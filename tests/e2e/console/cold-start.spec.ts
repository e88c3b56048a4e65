import { businessApi } from '#contract/business/business.ts'
import { firstPaths } from '#contract/first-paths.ts'
import { expect, signIn, step, test } from '#e2e/fixtures.ts'

const list = '/api/cherrypay/v1/harbourside/members'

test('a page of the console begins before its scripts', async ({ page }) => {
  await signIn(page, 'reception@harbourside.example')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search))
  const row = page.getByRole('table', { name: 'Members' }).getByRole('row').nth(1)

  await step(page, 'each first read is asked for once, before the scripts are there', async () => {
    const wasAsked = page.waitForRequest((request) => new URL(request.url()).pathname === list)
    await page.route('/assets/first-console-*.js', async (route) => {
      await wasAsked
      await route.continue()
    })
    await page.goto('/businesses/harbourside/members')
    await expect(row).toBeVisible()
    await page.unroute('/assets/first-console-*.js')
    const summary = `${businessApi.listBusinesses.path}?businessId=harbourside`
    for (const path of [firstPaths.token, firstPaths.me, summary, list])
      expect(asked.filter((each) => each === path)).toEqual([path])
  })

  await step(page, 'one that fails is asked for again, and the page stands', async () => {
    let refusals = 0
    await page.route(list, (route) => (refusals++ === 0 ? route.abort() : route.continue()))
    await page.goto('/businesses/harbourside/members')
    await expect(row).toBeVisible()
    expect(refusals).toBe(2)
    await page.unroute(list)
  })

  await step(page, 'an address that says more asks for that alone', async () => {
    asked.length = 0
    await page.goto('/businesses/harbourside/members?q=a')
    await expect(row).toBeVisible()
    expect(asked).not.toContain(list)
  })
})
