import type { Page } from '@playwright/test'
import { expect, expectAccessibleOnBoth, signIn, startSession, step, test } from '#e2e/fixtures.ts'

const superAdmin = 'super@hub.example'
const listCall = /\/api\/outbox(\?|$)/
const lost = 'door@harbourside.exmple'

const table = (page: Page) => page.getByRole('table', { name: 'Messages' })
const row = (page: Page, to: string) => table(page).getByRole('row', { name: to })
const panel = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('dialog', { name: 'Resend message?' })
const toast = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

/** Goes to the outbox as who is signed in. */
async function goToOutbox(page: Page, search = '') {
  await page.goto(`/outbox${search}`)
  await expect(page.getByRole('heading', { name: 'Outbox', level: 1 })).toBeVisible()
}

async function openOutbox(page: Page, search = '') {
  await startSession(page, superAdmin)
  await goToOutbox(page, search)
}

async function chooseResend(page: Page, to: string) {
  await row(page, to)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Resend' }).click()
}

// Opened by every-entry.spec.ts; its rules: messaging.test.ts and lists-by-words.test.ts.
test('the outbox @long', async ({ page }) => {
  await step(
    page,
    'is found in the menu and shows each message, its kind, business, state and tries',
    async () => {
      await signIn(page, superAdmin)
      await page.getByRole('link', { name: 'Outbox' }).click()
      await expect(page).toHaveURL('/outbox')
      await expect(row(page, 'promotions@harbourside.example')).toContainText('Your Hub account')
      await expect(row(page, 'promotions@harbourside.example')).toContainText('Sent')
      await expect(row(page, 'promotions@harbourside.example')).toContainText('Harbourside Leagues Club')
      await expect(row(page, 'promotions@harbourside.example').getByRole('cell').nth(1)).toHaveText(
        'Invitation',
      )
      await expect(row(page, 'super@hub.example').getByRole('cell').nth(3)).toHaveText('-')
      await expect(row(page, lost).getByRole('cell').nth(4)).toHaveText(/^Failed\s*12 tries$/)
      await page.setViewportSize({ width: 1000, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1000)
      await page.setViewportSize({ width: 1440, height: 900 })
    },
  )

  await step(page, 'can be searched and filtered, by its address too', async () => {
    await page.getByLabel('Search messages').fill('VALLEY-golf')
    await expect(page.getByText('All 1 shown')).toBeVisible()
    await page.getByLabel('State').selectOption('Kept')
    await expect(page.getByText('No messages match these filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByLabel('Business').selectOption('Valley Golf Club')
    await page.getByLabel('Channel').selectOption('E-mail')
    await expect(page).toHaveURL('/outbox?forBusiness=valley-golf&channel=email')
    await page.reload()
    await expect(page.getByLabel('Business')).toHaveValue('valley-golf')
    await expect(page.getByText('All 1 shown')).toBeVisible()
  })

  await step(page, 'says what failed, and tries again', async () => {
    await page.route(listCall, (route) => route.fulfill({ status: 418, json: {} }))
    await goToOutbox(page)
    await expect(page.getByText('The outbox could not be loaded.')).toBeVisible()
    await page.unroute(listCall)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(row(page, lost)).toBeVisible()
  })

  await step(page, 'without a message says so', async () => {
    await page.route(listCall, (route) => route.fulfill({ json: { Results: [], _links: {} } }))
    await goToOutbox(page)
    await expect(page.getByText('No message has been written yet.')).toBeVisible()
    await page.unroute(listCall)
  })
})

// Who has the page in the menu: menu.test.ts; who may read and write there: tests/access-matrix.test.ts; what a closed page says: audit.spec.ts.
test('the outbox is for super administrators alone @long', async ({ page }) => {
  await signIn(page, 'admin@harbourside.example')
  await expect(page.getByRole('link', { name: 'Home' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Outbox' })).toBeHidden()
  await page.goto('/outbox')
  await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible()
})

test('a message @long', async ({ page }) => {
  await step(
    page,
    'is accessible in its list, opened and asked about, at a desk and on a phone',
    async () => {
      await openOutbox(page)
      await expect(row(page, 'reception@harbourside.example')).toBeVisible()
      await expectAccessibleOnBoth(page)
      await row(page, 'reception@harbourside.example').getByRole('link').click()
      await expect(panel(page).getByRole('region', { name: 'Content' })).toBeVisible()
      await expectAccessibleOnBoth(page)
      await panel(page).getByRole('button', { name: 'Resend' }).click()
      await expect(question(page)).toBeVisible()
      await expectAccessibleOnBoth(page)
    },
  )

  await step(page, 'opens with what it says and why it failed, at an address of its own', async () => {
    await goToOutbox(page)
    await row(page, 'finance@harbourside.example').getByRole('link').click()
    await expect(panel(page)).toHaveAccessibleName('Choose a new Hub password')
    await expect(panel(page).getByRole('region', { name: 'Content' })).toContainText('Hello Fran,')
    await expect(panel(page)).toContainText('No way to send it is set up')
    await page.reload()
    await expect(panel(page)).toHaveAccessibleName('Choose a new Hub password')
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(page).toHaveURL('/outbox')
  })

  await step(page, 'that isn’t there says so', async () => {
    await goToOutbox(page, '?message=999999')
    await expect(panel(page).getByText('The message could not be loaded.')).toBeVisible()
    await expect(panel(page).getByText('The message was not found.')).toBeVisible()
  })
})

// Its rules: messaging.test.ts; what asks and refuses in a dialog: dialogs.spec.ts.
test('Resend @long', async ({ page }) => {
  await step(page, 'called off leaves the message alone', async () => {
    await openOutbox(page)
    await chooseResend(page, 'reception@harbourside.example')
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(question(page)).toBeHidden()
    await expect(row(page, 'reception@harbourside.example')).toContainText('Sent')
  })

  await step(page, 'that is refused says why, and keeps asking', async () => {
    await page.route('/api/outbox/*/resend', (route) =>
      route.fulfill({
        status: 409,
        json: { ErrorMessage: 'This message is waiting to be sent already.', ErrorCode: 'message_queued' },
      }),
    )
    await chooseResend(page, 'reception@harbourside.example')
    await question(page).getByRole('button', { name: 'Resend' }).click()
    await expect(toast(page, 'The message could not be sent again.')).toContainText(
      'This message is waiting to be sent already.',
    )
    await expect(question(page)).toBeVisible()
    await page.unrouteAll()
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(question(page)).toBeHidden()
  })

  await step(page, 'asks, queues the message and says so; the job takes it from there', async () => {
    await row(page, lost).getByRole('link').click()
    await expect(panel(page)).toContainText('The domain harbourside.exmple does not exist.')
    await panel(page).getByRole('button', { name: 'Resend' }).click()
    await expect(question(page)).toContainText(`${lost} gets it once more.`)
    await question(page).getByRole('button', { name: 'Resend' }).click()
    await expect(toast(page, 'The message is on its way again.')).toBeVisible()
    // Without a mail server it ends up kept.
    await expect(async () => {
      await page.goto('/outbox')
      await expect(row(page, lost)).toContainText('Kept', { timeout: 1000 })
    }).toPass()
    await page.goto('/businesses/harbourside/audit')
    await expect(
      page.getByRole('link', {
        name: `Sam Super (super administrator of Hub) sent the message to ${lost} again`,
      }),
    ).toBeVisible()
  })

  await step(page, 'is not offered for a message that is waiting', async () => {
    await page.route(listCall, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { Results: { State: string }[] }
      const now = new Date().toISOString()
      for (const message of body.Results) Object.assign(message, { State: 'Queued', CreatedDate: now })
      await route.fulfill({ json: body })
    })
    await goToOutbox(page)
    await row(page, lost)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await expect(page.getByRole('menuitem', { name: 'Resend' })).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText('This message is waiting to be sent already.')).toBeVisible()
    await page.keyboard.press('Escape')
    await row(page, lost).getByRole('link').click()
    await expect(panel(page)).toContainText('It waits for its next try.')
    await expect(panel(page).getByRole('button', { name: 'Resend' })).toBeHidden()
  })
})
