import { businessApi } from '#contract/business/business.ts'
import { firstPaths } from '#contract/first-paths.ts'
import { expect, signIn, startSession, step, test } from '#e2e/fixtures.ts'

const list = '/api/cherrypay/v1/harbourside/members'

test('a page of the console begins before its scripts', async ({ page }) => {
  // Without a page, which would still be asking.
  await startSession(page, 'reception@harbourside.example')
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

  await step(page, 'so is the token', async () => {
    let losses = 0
    await page.route(firstPaths.token, (route) => (losses++ === 0 ? route.abort() : route.continue()))
    await page.goto('/businesses/harbourside/members')
    await expect(row).toBeVisible()
    expect(losses).toBe(2)
    await page.unroute(firstPaths.token)
  })

  await step(page, 'an address that says more asks for that alone', async () => {
    asked.length = 0
    await page.goto('/businesses/harbourside/members?q=a')
    await expect(row).toBeVisible()
    expect(asked).not.toContain(list)
  })

  await step(page, 'its keys are heard from the moment it is drawn', async () => {
    const isWatched = Promise.withResolvers<void>()
    await page.route('/assets/first-console-*.js', async (route) => {
      await isWatched.promise
      await route.continue()
    })
    await page.goto('/businesses/harbourside', { waitUntil: 'commit' })
    await page.evaluate(pressWhenDrawn)
    isWatched.resolve()
    await expect(page.getByRole('dialog', { name: 'Jump to' })).toBeVisible()
    await page.unroute('/assets/first-console-*.js')
  })
})

/** In the page: presses the keys of the palette as soon as the button that opens it is there. */
function pressWhenDrawn() {
  const watch = new MutationObserver(() => {
    const isDrawn = [...document.querySelectorAll('button')].some((button) =>
      button.innerText.startsWith('Jump to'),
    )
    if (!isDrawn) return
    watch.disconnect()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))
  })
  watch.observe(document, { childList: true, subtree: true })
}

test('what is lost on the way leaves the page as it is', async ({ page }) => {
  const welcome = page.getByRole('heading', { name: 'Welcome, Robin Reception' })
  await signIn(page, 'reception@harbourside.example')
  await expect(welcome).toBeVisible()

  await step(page, 'a session that has ended leads to the sign-in screen, and nothing fails', async () => {
    await page.context().clearCookies({ name: 'hub_session' })
    await page.goto('/businesses/harbourside')
    await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
    await expect(page.locator('html')).not.toHaveAttribute('data-hub')
  })

  await startSession(page, 'reception@harbourside.example')

  await step(page, 'a menu that cannot be fetched says so, and opens when it can', async () => {
    await page.route('/assets/soon-*.js', (route) => route.abort())
    await page.goto('/businesses/harbourside')
    const account = page.getByRole('button', { name: 'Robin Reception' })
    await account.click()
    await expect(page.getByText('This could not be loaded.')).toBeVisible()
    await expect(welcome).toBeVisible()
    await expect(account).toBeFocused()
    await page.unroute('/assets/soon-*.js')
    await account.click()
    await expect(page.getByRole('menuitem', { name: 'My account' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(account).toBeFocused()
  })

  await step(
    page,
    'a bell that cannot be fetched takes nothing down, and is there with the next page',
    async () => {
      await page.route('/assets/bell-*.js', (route) => route.abort())
      const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/bell-'))
      await page.goto('/businesses/harbourside')
      await lost
      await expect(welcome).toBeVisible()
      const bell = page.getByRole('button', { name: /^Notifications/ })
      await expect(bell).toBeHidden()
      await page.unroute('/assets/bell-*.js')
      await page
        .getByRole('navigation', { name: 'Menu' })
        .getByRole('link', { name: 'Members', exact: true })
        .click()
      await expect(bell).toBeVisible()
    },
  )

  await step(page, 'a page that has no menu never has the shape of one', async () => {
    await page.goto('/set-password?ticket=none')
    await expect(page.locator('html')).not.toHaveAttribute('data-hub')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/businesses/harbourside')
    await expect(welcome).toBeVisible()
  })

  await step(page, 'the menu of a phone gives the focus back, also the first time', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const button = page.getByRole('button', { name: 'Open menu' })
    await button.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Hub' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  })
})
