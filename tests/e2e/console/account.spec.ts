import type { Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { enter } from '#e2e/access/sign-in-page.ts'
import { ask } from '#e2e/ask-database.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleOnBoth,
  longStep,
  signIn,
  startSession,
  step,
  test,
} from '#e2e/fixtures.ts'
import { lettersTo } from '#e2e/requests/letters.ts'

const newPassword = 'seven herons over the weir'
const password = (page: Page) => page.getByRole('dialog').getByLabel(/^Password( \*)?$/)

test('my account', async ({ page, browser, baseURL, databaseUrl }) => {
  await signIn(page, 'reception@harbourside.example')

  await step(page, 'is behind the name, and says how one signs in', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Robin Reception' }).click()
    await page.getByRole('menuitem', { name: 'My account' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: 'reception@' })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'This one' })).toContainText('on')
    await expectAccessibleOnBoth(page)
  })

  await step(page, 'another name is in the bar at once', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Robin Redbreast')
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByRole('banner')).toContainText('Robin Redbreast')
  })

  // Set here and seen elsewhere: events.spec.ts; how each writes them: format.test.ts.
  await longStep(page, 'dates are written as one likes them', async () => {
    const cell = page.getByRole('row').filter({ hasText: 'This one' }).getByRole('time').first()
    await page.getByLabel('Language of dates').selectOption('American')
    await expect(cell).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M/)
    await page.getByLabel('Language of dates').selectOption('Australian')
    await expect(cell).toHaveText(/^\d{1,2} [A-Z][a-z]{2,3} \d{4}, \d{1,2}:\d\d [ap]m/)
  })

  // Its rules: devices.test.ts.
  await longStep(page, 'a session elsewhere is ended from here', async () => {
    const elsewhere = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage()
    await signIn(elsewhere, 'reception@harbourside.example')
    await expect(elsewhere.getByRole('banner')).toContainText('Robin Redbreast')
    await page.reload()
    await page.getByRole('button', { name: 'End all others' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click()
    await expect(page.getByText('All other sessions have ended.')).toBeVisible()
    await elsewhere.getByRole('link', { name: 'Members', exact: true }).click()
    await expect(elsewhere.getByText('Your session has ended.')).toBeVisible()
    await elsewhere.context().close()
  })

  // Its rules: my-email.test.ts.
  await longStep(page, 'another address waits for its link, and can be withdrawn', async () => {
    await page.getByRole('button', { name: 'Change e-mail address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change e-mail address' })
    await dialog.getByLabel('New email').fill('robin@new.example')
    await password(page).fill('not it')
    await dialog.getByRole('button', { name: 'Send the link' }).click()
    await expect(dialog.getByText('This is not your password.')).toBeVisible()
    await password(page).fill('demo-password')
    await dialog.getByRole('button', { name: 'Send the link' }).click()
    await expect(dialog.getByText('We have sent a link to the new address.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('We have sent a link to robin@new.example.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await expect(page.getByText('We have sent a link to')).toBeHidden()
  })

  await step(page, 'another password needs the present one', async () => {
    await page.getByRole('button', { name: 'Change password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change password' })
    await password(page).fill('demo-password')
    await dialog.getByLabel(/^New password( \*)?$/).fill('password12')
    await dialog.getByLabel('New password again').fill('password12')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect(dialog.getByText('This password is easily guessed.')).toBeVisible()
    await dialog.getByLabel(/^New password( \*)?$/).fill(newPassword)
    await dialog.getByLabel('New password again').fill(newPassword)
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Password changed.')).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await step(page, 'another address signs in once its link was opened', async () => {
    await page.getByRole('button', { name: 'Change e-mail address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change e-mail address' })
    await dialog.getByLabel('New email').fill('robin@new.example')
    await password(page).fill(newPassword)
    await dialog.getByRole('button', { name: 'Send the link' }).click()
    await expect(dialog.getByText('We have sent a link to the new address.')).toBeVisible()
    const [letter] = await lettersTo(databaseUrl, 'robin@new.example')
    const [link = ''] = /\/confirm-email\?ticket=[\w-]+/.exec(letter!.body) ?? []
    await page.goto(link)
    await expect(page.getByRole('main')).toContainText(
      'robin@new.example takes the place of reception@harbourside.example',
    )
    await expectAccessibleOnBoth(page)
    await page.getByRole('button', { name: 'Use this address' }).click()
    await expect(page.getByText('You sign in with robin@new.example from now on.')).toBeVisible()
    await page.goto(link)
    await expect(page.getByText('This link no longer works')).toBeVisible()
    await page.context().clearCookies()
    await page.goto('/')
    await enter(page, 'reception@harbourside.example', newPassword)
    await expect(page.getByText(messages.signIn.userNotFound)).toBeVisible()
    await enter(page, 'robin@new.example', newPassword)
    await expect(page.getByRole('banner')).toContainText('Robin Redbreast')
  })
})

test('money asks again, and what was typed goes through once it is answered', async ({
  page,
  databaseUrl,
}) => {
  await startSession(page, 'admin@harbourside.example')
  await ask(databaseUrl, `update identity.session set auth_time = now() - interval '20 minutes'`)
  await page.goto('/businesses/harbourside/members')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await expect(dialog).toContainText('Confirm that it is you before members are exported.')
  await expectAccessibleOnBoth(page)
  await password(page).fill('not it')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText(messages.signIn.wrongPassword)).toBeVisible()
  await password(page).fill('demo-password')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
  expect((await download).suggestedFilename()).toMatch(/^members-harbourside/)
})

test.describe('by the clock', () => {
  test.use({ hasOwnPage: true })

  test('the end of a session is told ahead, and keeps the page @long', async ({ page, context }) => {
    await page.clock.install()
    await signIn(page, 'promotions@harbourside.example', '/account')
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Half a na')

    await page.clock.fastForward('07:51:00')
    await expect(page.getByText(/^Your session ends at/)).toBeVisible()
    await expectAccessibleOnBoth(page)
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await password(page).fill('demo-password')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText(/^Your session ends at/)).toBeHidden()
    await expect(name).toHaveValue('Half a na')

    const other = await context.newPage()
    await other.goto('/account')
    await expect(other.getByRole('heading', { name: 'My account' })).toBeVisible()

    await page.clock.fastForward('08:00:01')
    const dialog = page.getByRole('dialog', { name: messages.signIn.title })
    await expect(dialog).toContainText('Your session has ended.')
    await expect(other.getByRole('dialog', { name: messages.signIn.title })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.getByLabel('Password', { exact: true }).fill('demo-password')
    await dialog.getByRole('button', { name: messages.signIn.next }).click()
    await expect(dialog).toBeHidden()
    await expect(name).toHaveValue('Half a na')
    await expect(other.getByRole('dialog')).toBeHidden()
  })
})
