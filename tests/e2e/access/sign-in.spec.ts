import type { Response } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { expect, expectAccessible, expectAccessibleOnBoth, step, test } from '#e2e/fixtures.ts'
import { email, enter, openReset, password, refuse, reset, wrongAddresses } from './sign-in-page.ts'

const text = messages.signIn

test('sign-in', async ({ page }) => {
  await step(page, 'is loaded without what only signed-in users need', async () => {
    const scripts: string[] = []
    const refused: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    const hear = (response: Response) => response.status() < 400 || refused.push(response.url())
    page.on('response', hear)
    // A second after it is shown, what is behind it is fetched ahead.
    const isLooked = Promise.withResolvers<void>()
    await page.route('/api/console/settings', async (route) => {
      await isLooked.promise
      await route.continue()
    })
    await page.goto('/')
    await expect.poll(() => scripts.some((url) => url.includes('/assets/identity-pages'))).toBe(true)
    const ofOthers = /\/assets\/(within|list|palette|parts|wallet|data-table|[\w-]+-page-)/
    expect(scripts.filter((url) => ofOthers.test(url))).toEqual([])
    expect(scripts.some((url) => url.includes('/assets/first'))).toBe(true)
    isLooked.resolve()
    await expect(page.getByRole('heading', { name: text.title })).toBeVisible()
    await page.unroute('/api/console/settings')
    // A browser without a session asks for no token.
    expect(refused).toEqual([])
    page.off('response', hear)
  })

  await step(page, 'asks for what is missing, and puts the focus there', async () => {
    await expect(email(page)).toBeFocused()
    await page.getByRole('button', { name: text.next }).click()
    await expect(email(page)).toHaveAccessibleDescription(text.emailRequired)
    await expect(password(page)).toHaveAccessibleDescription(text.passwordRequired)
    await email(page).fill('super@hub.example')
    await page.keyboard.press('Enter')
    await expect(password(page)).toBeFocused()
  })

  await step(page, 'is accessible at a desk and on a phone', async () => {
    await email(page).fill('')
    await page.getByRole('button', { name: text.next }).click()
    await expect(page.getByText(text.emailRequired)).toBeVisible()
    await expectAccessibleOnBoth(page)
  })

  await step(page, 'says on the e-mail field what is wrong with it', async () => {
    for (const [address, says] of wrongAddresses) {
      await enter(page, address)
      await expect(email(page)).toHaveAccessibleDescription(says)
      await expect(email(page)).toBeFocused()
    }
  })

  await step(page, 'says that the password is wrong on its field', async () => {
    await enter(page, 'super@hub.example', 'not the password')
    await expect(password(page)).toHaveAccessibleDescription(text.wrongPassword)
    await expect(password(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(password(page)).toHaveAccessibleDescription(text.wrongPassword)
    await password(page).press('a')
    await expect(page.getByText(text.wrongPassword)).toBeHidden()
  })

  await step(page, 'says that there were too many attempts on the password field', async () => {
    await refuse(page, '/identity/sign-in', 'too-many-attempts', 429)
    await enter(page, 'super@hub.example')
    await expect(password(page)).toHaveAccessibleDescription(text.tooManyAttempts)
    await page.unroute('/identity/sign-in')
  })

  await step(page, 'says any other failure in a toast', async () => {
    await page.route('/identity/sign-in', (route) => route.abort())
    await enter(page, 'super@hub.example')
    await expect(page.getByText(text.failed)).toBeVisible()
    await expect(page.getByRole('button', { name: text.next })).toBeEnabled()
    await page.unroute('/identity/sign-in')
  })

  await step(page, 'says of Microsoft that it is not set up', async () => {
    await page.getByRole('button', { name: text.withMicrosoft }).click()
    await expect(page.getByText('Microsoft sign-in is not set up here.')).toBeVisible()
  })
})

test('sign-in leads on', async ({ page }) => {
  await step(page, 'shows at any address, and leads to the page asked for', async () => {
    await page.goto('/businesses/harbourside?from=mail')
    await expect(page.getByRole('heading', { name: text.title })).toBeVisible()
    await expect(page).toHaveTitle('Sign in to your account · Hub')
    await expect(page.getByText('This is a demo')).toHaveCount(0)
    await enter(page, 'reception@harbourside.example')
    await expect(page.getByRole('heading', { name: 'Welcome, Robin Reception' })).toBeVisible()
    await expect(page).toHaveURL(/\/businesses\/harbourside\?from=mail$/)
    await page.context().clearCookies()
  })

  await step(page, 'takes a super administrator to the businesses', async () => {
    await page.goto('/login')
    await enter(page, 'super@hub.example')
    await expect(page.getByRole('heading', { name: 'Businesses' })).toBeVisible()
    await expect(page).toHaveURL(/\/businesses$/)
    await page.context().clearCookies()
  })

  await step(page, 'is a press in a demo, which says what each may do', async () => {
    await page.route('**/api/console/settings', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), Demo: true } })
    })
    await page.goto('/')
    await expectAccessibleOnBoth(page)
    await page.getByRole('button', { name: 'Drew Door Door: looks members up and scans' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome, Drew Door' })).toBeVisible()
    await page.unrouteAll()
    await page.context().clearCookies()
  })

  await step(page, 'takes other users to their own business, whichever they asked for', async () => {
    await page.goto('/businesses/harbourside')
    await enter(page, 'admin@valley-golf.example')
    await expect(page).toHaveURL(/\/businesses\/valley-golf$/)
    await page.goto('/businesses')
    await expect(page).toHaveURL(/\/businesses\/valley-golf$/)
    for (const address of ['/sign-in', '/login']) {
      await page.goto(address)
      await expect(page).toHaveURL(/\/businesses\/valley-golf$/)
    }
  })

  await step(page, 'and tells those who may not switch a licence on who can', async () => {
    await page.goto('/businesses/valley-golf/members/import')
    await expect(page.getByRole('heading', { name: 'HubMembership is not licensed' })).toBeVisible()
    await expect(page.getByText('A super administrator can switch it on: ask support for it.')).toBeVisible()
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await expect(page).toHaveURL(/\/businesses\/valley-golf$/)
  })
})

test('reset', async ({ page }) => {
  await page.goto('/')
  await openReset(page)
  await step(page, 'asks for the e-mail', async () => {
    await page.getByRole('button', { name: messages.reset.submit }).click()
    await expect(email(page)).toHaveAccessibleDescription(text.emailRequired)
  })

  await step(page, 'is accessible at a desk and on a phone', () => expectAccessibleOnBoth(page))

  await step(page, 'says on the e-mail field what is wrong with it', async () => {
    for (const [address, says] of wrongAddresses) {
      await reset(page, address)
      await expect(email(page)).toHaveAccessibleDescription(says)
    }
  })

  await step(page, 'says that there were too many attempts on the e-mail field', async () => {
    const headers = { 'retry-after': '900' }
    await page.route('/identity/reset', (route) =>
      route.fulfill({ status: 429, headers, json: { code: 'too-many-attempts' } }),
    )
    await reset(page, 'super@hub.example')
    await expect(email(page)).toHaveAccessibleDescription(
      `${text.tooManyAttempts} You can try again in 15 minutes.`,
    )
    await page.unroute('/identity/reset')
  })

  await step(page, 'says any other failure in a toast', async () => {
    await page.route('/identity/reset', (route) => route.abort())
    await reset(page, 'super@hub.example')
    await expect(page.getByText(messages.reset.failed)).toBeVisible()
    await page.unroute('/identity/reset')
  })

  await step(page, 'can be called off', async () => {
    await page.getByRole('button', { name: messages.reset.cancel }).click()
    await expect(page.getByRole('heading', { name: text.title })).toBeVisible()
    await openReset(page)
  })

  await step(page, 'returns to sign-in and says that the e-mail is on its way', async () => {
    await reset(page, 'door@harbourside.example')
    await expect(page.getByText(messages.reset.sent)).toBeVisible()
    await expect(page.getByRole('heading', { name: text.title })).toBeVisible()
    await expect(email(page)).toHaveValue('door@harbourside.example')
    await expect(password(page)).toBeFocused()
  })
})

test('Microsoft @long', async ({ page }) => {
  await step(page, 'goes there with the page asked for', async () => {
    await page.route('/api/console/settings', async (route) => {
      const settings = await (await route.fetch()).json()
      await route.fulfill({ json: { ...settings, MicrosoftSignIn: true } })
    })
    await page.route('/identity/microsoft?**', (route) => route.fulfill({ body: 'Microsoft' }))
    await page.goto('/businesses/harbourside?tab=2')
    await page.getByRole('button', { name: text.withMicrosoft }).click()
    await expect(page).toHaveURL(/\/identity\/microsoft\?to=%2Fbusinesses%2Fharbourside%3Ftab%3D2$/)
    await page.unrouteAll()
  })

  await step(page, 'comes back to the e-mail field when there is no such user', async () => {
    await page.goto('/sign-in#code=user-not-found&email=new@hub.example')
    await expect(email(page)).toHaveValue('new@hub.example')
    await expect(email(page)).toHaveAccessibleDescription(text.userNotFound)
    await expect(page).not.toHaveURL(/#/)
    await page.goto('/')
  })

  await step(page, 'comes back to a toast for another provider, and for any other failure', async () => {
    await page.goto('/sign-in#code=provider-not-supported&email=old@hub.example')
    await expect(page.getByText(text.providerNotSupported)).toBeVisible()
    await page.goto('/')
    await page.goto('/sign-in#code=microsoft-failed')
    await expect(page.getByText(text.failed)).toBeVisible()
    await page.goto('/')
  })

  await step(page, 'links an account that has a password, and signs in', async () => {
    await refuse(page, '/identity/link', 'wrong-password')
    await page.goto('/sign-in#code=account-exists&email=admin@harbourside.example')
    const dialog = page.getByRole('dialog', { name: text.linkTitle })
    await expect(dialog).toContainText('you must sign in with Microsoft')
    await expect(dialog).toContainText('in order to merge')
    await expect(dialog.getByLabel('Email')).toHaveValue('admin@harbourside.example')
    await expect(dialog.getByLabel('Email')).toHaveAttribute('readonly')
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
    await expectAccessible(page)

    await dialog.getByLabel('Password', { exact: true }).fill('wrong')
    await dialog.getByRole('button', { name: 'Link accounts' }).click()
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      text.wrongPassword,
    )

    await page.unroute('/identity/link')
    await page.route('/identity/link', async (route) => {
      const signedIn = await route.fetch({ url: new URL('/identity/sign-in', page.url()).href })
      await route.fulfill({ response: signedIn })
    })
    await dialog.getByLabel('Password', { exact: true }).fill('demo-password')
    await dialog.getByRole('button', { name: 'Link accounts' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome, Alex Admin' })).toBeVisible()
  })
})

test('a server that fails at the start is an error with a retry', async ({ page }) => {
  await page.route('/api/console/settings', (route) => route.fulfill({ status: 404 }), { times: 1 })
  await page.goto('/')
  await expect(page.getByText(messages.generic.pageAreaError)).toBeVisible()
  await expect(page.getByText(messages.generic.httpError(404))).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: text.title })).toBeVisible()
})
