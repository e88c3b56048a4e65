import { guessablePassword } from '#contract/access/identity.ts'
import { answerMark } from '#contract/answer-mark.ts'
import { businessSuspended } from '#contract/business/standing-words.ts'
import { messages } from '#contract/messages.ts'
import { expect, expectAccessible, longStep, signIn, step, test } from '#e2e/fixtures.ts'
import { refuse } from './sign-in-page.ts'

test('a link that sets a password', async ({ page }) => {
  const owner = { email: 'reception@harbourside.example', displayName: 'Robin', kind: 'invitation' }

  await step(page, 'says whose it is, asks once, and leads straight in', async () => {
    await page.route('/identity/ticket', (route) => route.fulfill({ json: owner }))
    await page.route('/identity/password', (route) => route.fulfill({ status: 204 }))
    await page.goto('/set-password?ticket=good')
    await expect(page.getByText('Welcome, Robin. This will be the password of')).toContainText(owner.email)
    await expectAccessible(page)

    const field = page.getByLabel('New password', { exact: true })
    await field.fill('short')
    await expect(page.getByText('Too short password')).toBeVisible()
    await page.getByRole('button', { name: 'Set password and sign in' }).click()
    await expect(field).toHaveAccessibleDescription(/Use 10 characters or more/)

    await field.fill('demo-password')
    await page.getByRole('button', { name: 'Set password and sign in' }).click()
    await expect(page.getByText('Your password has been set.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Welcome, Robin Reception' })).toBeVisible()
    await expect(page).not.toHaveURL(/ticket/)
    await page.unrouteAll()
    await page.context().clearCookies()
  })

  // Its rules: second-step.test.ts; the question itself: second-factor.spec.ts.
  await longStep(
    page,
    'asks its owner for their second factor where somebody else is signed in',
    async () => {
      await signIn(page, 'admin@harbourside.example')
      await expect(page.getByRole('heading', { name: 'Welcome, Alex Admin' })).toBeVisible()
      const headers = { [answerMark.name]: answerMark.value }
      const needed = { code: 'second-factor-needed', challenge: 'asked', methods: ['code'], passkey: null }
      await page.route('/identity/ticket', (route) => route.fulfill({ json: owner }))
      await page.route('/identity/password', (route) => route.fulfill({ status: 204 }))
      await page.route('/identity/sign-in', (route) => route.fulfill({ status: 401, headers, json: needed }))
      await page.goto('/set-password?ticket=good')
      await page.getByLabel('New password', { exact: true }).fill('demo-password')
      await page.getByRole('button', { name: 'Set password and sign in' }).click()
      await expect(page.getByText('Now show your second factor.')).toContainText(owner.email)
      await page.route('/identity/second-factor', async (route) => {
        const postData = { email: owner.email, password: 'demo-password' }
        const url = new URL('/identity/sign-in', page.url()).href
        await route.fulfill({ response: await route.fetch({ url, postData }) })
      })
      await page.getByLabel('Authenticator code').fill('123456')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Welcome, Robin Reception' })).toBeVisible()
      await page.unrouteAll()
      await page.context().clearCookies()
    },
  )

  await step(page, 'says of a password that it is easily guessed, on its field', async () => {
    await page.route('/identity/ticket', (route) => route.fulfill({ json: owner }))
    await refuse(page, '/identity/password', 'guessable-password')
    await page.goto('/set-password?ticket=good')
    await page.getByLabel('New password', { exact: true }).fill('password123')
    await page.getByRole('button', { name: 'Set password and sign in' }).click()
    await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
      new RegExp(guessablePassword),
    )
    await page.unrouteAll()
  })

  // What each is refused by: invitations.test.ts.
  await longStep(page, 'says why it opens nothing for now', async () => {
    const mark = { [answerMark.name]: answerMark.value }
    for (const [code, sentence] of [
      ['user-disabled', messages.signIn.userDisabled],
      ['business-suspended', businessSuspended],
    ] as const) {
      for (const path of ['/identity/ticket', '/identity/email-change'])
        await page.route(path, (route) => route.fulfill({ status: 403, json: { code }, headers: mark }))
      await page.goto('/set-password?ticket=good')
      await expect(page.getByText(sentence)).toBeVisible()
      await page.goto('/confirm-email?ticket=good')
      await expect(page.getByText(sentence)).toBeVisible()
      await page.unrouteAll()
    }
  })

  await step(page, 'says that it no longer works, and offers another', async () => {
    await page.goto('/set-password?ticket=used')
    await expect(page.getByText('This link no longer works')).toBeVisible()
    await page.getByRole('button', { name: 'Ask for a new link' }).click()
    await expect(page.getByRole('heading', { name: messages.reset.title })).toBeVisible()
  })
})
