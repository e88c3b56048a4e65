import type { Page } from '@playwright/test'
import { answerMark } from '#contract/answer-mark.ts'
import { messages } from '#contract/messages.ts'
import { connectionWords } from '#contract/words/connection-words.ts'
import { expect, signIn, step, test } from '#e2e/fixtures.ts'

const signInTitle = messages.signIn.title

const headers = { [answerMark.name]: answerMark.value }

const expectSignedOut = (page: Page) => expect(page.getByRole('heading', { name: signInTitle })).toBeVisible()

async function logIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('demo-password')
  await page.getByRole('button', { name: messages.signIn.next }).click()
}

const signInAgain = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: signInTitle })
  await dialog.getByLabel('Password', { exact: true }).fill('demo-password')
  await dialog.getByRole('button', { name: messages.signIn.next }).click()
  await expect(dialog).toBeHidden()
}

test('a session', async ({ page, context }) => {
  await signIn(page, 'super@hub.example')
  await step(page, 'a session outlives a reload, and its token is nowhere to be read', async () => {
    await expect(page.getByText('Sam Super')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Sam Super')).toBeVisible()
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    expect(kept).not.toContain('eyJ')
    const readable = (await context.cookies()).filter((cookie) => !cookie.httpOnly)
    expect(readable).toMatchObject([{ name: 'hub_signed_in', value: '1' }])
  })

  await step(page, 'a log-out that fails says so and changes nothing', async () => {
    await page.route('/identity/sign-out', (route) => route.abort())
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByText('You are still signed in.')).toBeVisible()
    await expect(page.getByText(messages.generic.unknownError)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Businesses' })).toBeVisible()
    await page.unroute('/identity/sign-out')
  })

  await step(page, 'a token that ran out is renewed once for all calls, and they go on', async () => {
    await expect(page.getByText('Summit Bowls')).toBeVisible()
    let isExpired = true
    let renewals = 0
    await page.route('/api/business/**', (route) =>
      isExpired
        ? route.fulfill({ status: 401, headers, json: { ErrorCode: 'not_signed_in' } })
        : route.continue(),
    )
    await page.route('/identity/token', (route) => {
      renewals++
      isExpired = false
      return route.continue()
    })
    await page.getByRole('link', { name: 'Summit Bowls' }).click()
    await expect(page.getByText(messages.business.noProduct)).toBeVisible()
    expect(renewals).toBe(1)
    await page.unroute('/api/business/**')
    await page.unroute('/identity/token')
  })

  await step(
    page,
    'what the sign-in page of a Wi-Fi refuses ends no session: the page waits for Hub',
    async () => {
      let answered = 0
      const portal = /\/(api|identity)\//
      await page.route(portal, (route) =>
        answered++ % 2
          ? route.fulfill({ status: 401, json: { error: 'login_required' } })
          : route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Welcome to our Wi-Fi</h1>' }),
      )
      await page.getByRole('link', { name: 'Users', exact: true }).dispatchEvent('click')
      await expect(page.getByText(connectionWords.away)).toBeVisible()
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.unroute(portal)
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
      await page.goBack()
    },
  )

  await step(
    page,
    'a session that the server closed asks to sign in over the page, which then goes on',
    async () => {
      await expect(page.getByText(messages.business.noProduct)).toBeVisible()
      await page.context().clearCookies()
      await page.route('/api/**', (route) => route.fulfill({ status: 401, headers, json: {} }))
      // A pointer over the link would fetch ahead, and meet the refusal before the click; what was read before asks nothing.
      await page.getByRole('link', { name: 'Roles', exact: true }).dispatchEvent('click')
      await expect(page.getByText('Your session has ended.')).toBeVisible()
      await page.unroute('/api/**')
      await signInAgain(page)
      await expect(page.getByRole('heading', { name: 'Roles' })).toBeVisible()
    },
  )

  await step(page, 'whoever signs in after a log-out starts at their own first page', async () => {
    await page.getByRole('button', { name: 'Log out' }).click()
    await logIn(page, 'super@hub.example')
    await expect(page.getByRole('heading', { name: 'Businesses' })).toBeVisible()
  })
})

test('a question that cannot be fetched waits over the page, and what is typed there goes on', async ({
  page,
}) => {
  await page.route('/assets/soon-*.js', (route) => route.abort())
  await signIn(page, 'admin@harbourside.example')
  await page.goto('/businesses/harbourside/members')
  await page.getByRole('table', { name: 'Members' }).getByRole('row').nth(1).click()
  await page.getByLabel('New note').fill('Asked for a larger locker')
  await page.context().clearCookies()
  await page.route('/api/**', (route) => route.fulfill({ status: 401, headers, json: {} }))
  await page.getByRole('button', { name: 'Add note' }).click()
  const lost = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(lost).toContainText('This could not be loaded.')
  await page.unroute('/api/**')
  await page.unroute('/assets/soon-*.js')
  await lost.getByRole('button', { name: 'Try again' }).click()
  await signInAgain(page)
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Asked for a larger locker')
})

test('signing in and out in one tab does so in the others', async ({ page, context }) => {
  await page.goto('/businesses/harbourside')
  const other = await context.newPage()
  await other.goto('/businesses/harbourside')
  await expectSignedOut(other)

  await logIn(page, 'reception@harbourside.example')
  await expect(page.getByText('Robin Reception').first()).toBeVisible()
  await expect(other.getByText('Robin Reception').first()).toBeVisible()

  await step(page, 'also one that leads through another site, and begins with a new page', async () => {
    const asAdmin = { email: 'admin@harbourside.example', password: 'demo-password' }
    await other.evaluate(async (body) => {
      const asJson = { 'Content-Type': 'application/json' }
      await fetch('/identity/sign-in', { method: 'POST', headers: asJson, body: JSON.stringify(body) })
    }, asAdmin)
    await expect(page.getByText('Robin Reception').first()).toBeVisible()
    await other.reload()
    await expect(other.getByText('Alex Admin').first()).toBeVisible()
    await expect(page.getByText('Alex Admin').first()).toBeVisible()
  })

  await page.getByRole('button', { name: 'Log out' }).click()
  await expectSignedOut(page)
  await expectSignedOut(other)
  await other.reload()
  await expectSignedOut(other)
})

test.describe('by the clock', () => {
  test.use({ hasOwnPage: true })

  test('the session ends eight hours after sign-in', async ({ page }) => {
    await page.clock.install()
    await signIn(page, 'super@hub.example')
    await expect(page.getByText('Sam Super')).toBeVisible()
    await page.clock.fastForward('07:59:00')
    await expect(page.getByText('Sam Super')).toBeVisible()
    await page.clock.fastForward('01:10')
    await expectSignedOut(page)
    await expect(page.getByText('Your session has ended.')).toBeVisible()
    await page.reload()
    await expectSignedOut(page)
  })
})
