import type { Page } from '@playwright/test'
import { microsoftWords } from '#contract/access/microsoft-words.ts'
import { userWords } from '#contract/access/user-words.ts'
import { messages } from '#contract/messages.ts'
import { ask } from '#e2e/ask-database.ts'
import { test as base, expect, expectAccessible, signIn } from '#e2e/fixtures.ts'
import { lettersTo } from '#e2e/requests/letters.ts'
import { startMicrosoft } from '#tests/fakes/microsoft.ts'
import { choose, row, toast, usersPath } from './users-page.ts'

const text = messages.signIn
const admin = 'admin@harbourside.example'

/** A server that takes a provider on this machine for Microsoft. */
const test = base.extend<object, { microsoft: Awaited<ReturnType<typeof startMicrosoft>> }>({
  microsoft: [
    async ({}, use) => {
      const microsoft = await startMicrosoft()
      await use(microsoft)
      microsoft.stop()
    },
    { scope: 'worker' },
  ],
  settings: async ({ microsoft }, use) => use(microsoft.settings),
})

async function signInWithMicrosoft(page: Page, email: string) {
  await page.getByRole('button', { name: text.withMicrosoft }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('a password account is linked with Microsoft, and signs in that way from then on', async ({ page }) => {
  await page.goto('/businesses/harbourside')
  await signInWithMicrosoft(page, admin)

  const dialog = page.getByRole('dialog', { name: text.linkTitle })
  await expect(dialog.getByLabel('Email')).toHaveValue(admin)
  await expectAccessible(page)
  await dialog.getByLabel('Password', { exact: true }).fill('wrong password')
  await dialog.getByRole('button', { name: 'Link accounts' }).click()
  await expect(dialog.getByText(text.wrongPassword)).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill('demo-password')
  await dialog.getByRole('button', { name: 'Link accounts' }).click()
  await expect(page).toHaveURL('/businesses/harbourside')
  await expect(page.getByText('Alex Admin').first()).toBeVisible()

  await page.reload()
  await expect(page.getByText('Alex Admin').first()).toBeVisible()
  await page.getByRole('button', { name: /log ?out/i }).click()
  await page.getByLabel('Email').fill(admin)
  await page.getByLabel('Password', { exact: true }).fill('demo-password')
  await page.getByRole('button', { name: text.next }).click()
  await expect(page.getByText(microsoftWords.useMicrosoft)).toBeVisible()

  await signInWithMicrosoft(page, admin)
  await expect(page.getByText('Alex Admin').first()).toBeVisible()
})

test('the page asked for is reached, by way of the link and straight @long', async ({ page }) => {
  const wanted = '/businesses/valley-golf'
  await page.goto(wanted)
  await signInWithMicrosoft(page, 'super@hub.example')
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('demo-password')
  await page.getByRole('button', { name: 'Link accounts' }).click()
  await expect(page.getByText('Sam Super').first()).toBeVisible()
  await expect(page).toHaveURL(wanted)

  await page.getByRole('button', { name: /log ?out/i }).click()
  await expect(page.getByRole('heading', { name: text.title })).toBeVisible()
  await page.goto(wanted)
  await signInWithMicrosoft(page, 'super@hub.example')
  await expect(page.getByText('Sam Super').first()).toBeVisible()
  await expect(page).toHaveURL(wanted)
})

test('a person without an account is not found', async ({ page }) => {
  await page.goto('/')
  await signInWithMicrosoft(page, 'stranger@club.example')
  await expect(page.getByText(text.userNotFound)).toBeVisible()
})

test('a disabled account stays out', async ({ page }) => {
  await page.goto('/')
  await signInWithMicrosoft(page, 'disabled@harbourside.example')
  await expect(page.getByText(text.userDisabled)).toBeVisible()
})

test('an account without a password can not be linked', async ({ page, databaseUrl }) => {
  await ask(
    databaseUrl,
    `update identity.account set password_hash = null where email = 'door@harbourside.example'`,
  )
  await page.goto('/')
  await signInWithMicrosoft(page, 'door@harbourside.example')
  await expect(page.getByText(text.providerNotSupported)).toBeVisible()
})

test('an invitation is accepted with Microsoft, and a new one unlinks that again @long', async ({
  page,
  databaseUrl,
}) => {
  const invited = 'mia@harbourside.example'
  await signIn(page, 'reception@harbourside.example')
  await ask(databaseUrl, `update business_user set role_name = 'Admin' where email like 'reception@%'`)
  await page.goto(usersPath)
  await page.getByRole('button', { name: messages.users.newTitle }).click()
  const form = page.getByRole('dialog', { name: messages.users.newTitle })
  await form.getByLabel('Name').fill('Mia Microsoft')
  await form.getByLabel('Email').fill(invited)
  await form.getByLabel('Role').selectOption('Door')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('dialog', { name: messages.users.editTitle })).toBeVisible()
  const [letter] = await lettersTo(databaseUrl, invited)
  const link = new URL(/https?:\/\/\S+/.exec(letter!.body)![0])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /log ?out/i }).click()
  await expect(page.getByRole('heading', { name: text.title })).toBeVisible()

  await page.goto(link.pathname + link.search)
  await expect(page.getByRole('button', { name: microsoftWords.accept })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: microsoftWords.accept }).click()
  await page.getByLabel('Email').fill('mia.elsewhere@outlook.example')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Mia Microsoft').first()).toBeVisible()

  await page.getByRole('button', { name: /log ?out/i }).click()
  await signIn(page, 'reception@harbourside.example', usersPath)
  await choose(page, 'Mia Microsoft', 'Unlink from Microsoft')
  await page.getByRole('button', { name: 'Unlink and invite' }).click()
  await expect(row(page, 'Mia Microsoft')).toContainText('Invited')
})

test('authority asks at Microsoft, not just for a name, and the page goes on', async ({
  page,
  databaseUrl,
}) => {
  const manager = 'finance@harbourside.example'
  await ask(databaseUrl, `update business_user set role_name = 'Admin' where email = '${manager}'`)
  await page.goto(usersPath)
  await signInWithMicrosoft(page, manager)
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('demo-password')
  await page.getByRole('button', { name: 'Link accounts' }).click()
  await page.getByRole('button', { name: /log ?out/i }).click()
  await expect(page.getByRole('heading', { name: text.title })).toBeVisible()
  await page.goto(usersPath)
  await signInWithMicrosoft(page, manager)
  await ask(
    databaseUrl,
    `insert into identity.factor (uid, kind, name, created_at, credential_id, public_key, counter, transports)
     select uid, 'passkey', 'Lost', now(), 'lost', '', 0, '{}' from identity.account where email like 'promotions@harb%'`,
  )
  await expect(row(page, 'Pat Promotions')).toBeVisible()
  await page.reload()
  await choose(page, 'Pat Promotions', 'Reset second factor')
  const reset = page.getByRole('dialog', { name: 'Reset second factor?' })
  await expect(reset.getByText(userWords.microsoftAsks)).toBeVisible()
  await expect(reset.getByLabel('Password')).toHaveCount(0)
  await expectAccessible(page)
  await reset.getByRole('button', { name: 'Reset' }).click()

  const question = page.getByRole('dialog', { name: 'Is it you?' })
  await expect(question).toBeVisible()
  const opening = page.waitForEvent('popup')
  await question.getByRole('button', { name: text.withMicrosoft }).click()
  const popup = await opening
  await popup.getByLabel('Email').fill(manager)
  await popup.getByRole('button', { name: 'Sign in' }).click()
  await expect(toast(page, 'Second factor reset.')).toBeVisible()
  await expect(question).toHaveCount(0)
})

test('whoever turns back at Microsoft is told that the sign-in failed', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: text.withMicrosoft }).click()
  await page.getByLabel('Email').fill(admin)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByText(text.failed)).toBeVisible()
})
