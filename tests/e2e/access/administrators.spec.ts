import type { Page } from '@playwright/test'
import { administratorWords as text } from '#contract/access/administrators.ts'
import { ask } from '#e2e/ask-database.ts'
import { expect, expectAccessibleOnBoth, signIn, step, test } from '#e2e/fixtures.ts'

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Administrators' }).getByRole('row', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const toast = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

async function openMenu(page: Page, name: string) {
  await row(page, name)
    .getByRole('button', { name: /^Actions for/ })
    .click()
}

/** Picks something from the menu of an administrator, and says yes when asked. */
async function confirm(page: Page, name: string, action: string, title: string, label = action) {
  await openMenu(page, name)
  await page.getByRole('menuitem', { name: action, exact: true }).click()
  await dialog(page, title).getByRole('button', { name: label, exact: true }).click()
}

// Opened by every-entry.spec.ts; its rules: administrators.test.ts.
test('super administrators @long', async ({ page, databaseUrl }) => {
  await step(page, 'are found in the menu, and do nothing to themselves', async () => {
    await signIn(page, 'super@hub.example')
    await page.getByRole('link', { name: 'Administrators' }).click()
    await expect(page).toHaveURL('/administrators')
    const own = row(page, 'super@hub.example')
    await expect(own).toContainText('Active')
    await expect(own).toContainText(/\d+ \w+ 20\d\d/)
    await openMenu(page, 'super@hub.example')
    await expect(page.getByRole('menuitem')).toHaveText(["DisableYou can't disable yourself."])
    await page.keyboard.press('Escape')
  })

  await step(page, 'are invited, each address once', async () => {
    await page.getByRole('button', { name: text.inviteTitle }).click()
    const form = dialog(page, text.inviteTitle)
    await form.getByLabel('Name').fill('Una Under')
    await form.getByLabel('Email').fill('super@hub.example')
    await form.getByRole('button', { name: 'Invite' }).click()
    await expect(form.getByText('This e-mail address is already in use.')).toBeVisible()
    await expectAccessibleOnBoth(page)
    await form.getByLabel('Email').fill('una@hub.example')
    await form.getByRole('button', { name: 'Invite' }).click()
    await expect(toast(page, text.invited)).toBeVisible()
    await expect(row(page, 'Una Under')).toContainText('Invited')
    await confirm(page, 'Una Under', 'Resend invitation', text.resendTitle, 'Resend')
    await expect(toast(page, 'Invitation sent.')).toBeVisible()
  })

  await step(page, 'are disabled and enabled, once asked', async () => {
    await confirm(page, 'Una Under', 'Disable', text.disableTitle)
    await expect(toast(page, text.disabled)).toBeVisible()
    await expect(row(page, 'Una Under')).toContainText('Disabled')
    await openMenu(page, 'Una Under')
    await expect(page.getByRole('menuitem', { name: 'Resend invitation' })).toContainText(text.enableFirst)
    await page.keyboard.press('Escape')
    await confirm(page, 'Una Under', 'Enable', text.enableTitle)
    await expect(toast(page, text.enabled)).toBeVisible()
    await expect(row(page, 'Una Under')).toContainText('Invited')
  })

  await step(page, 'lose a second factor to whoever shows that it is them', async () => {
    await ask(
      databaseUrl,
      `insert into identity.factor (uid, kind, name, created_at, credential_id, public_key, counter, transports)
       select uid, 'passkey', 'Lost', now(), 'lost', '', 0, '{}' from identity.account where email = $1`,
      ['una@hub.example'],
    )
    await page.reload()
    await expect(row(page, 'Una Under')).toContainText('Set')
    await openMenu(page, 'Una Under')
    await page.getByRole('menuitem', { name: 'Reset second factor' }).click()
    const form = dialog(page, 'Reset second factor?')
    await form.getByLabel('Password', { exact: true }).fill('demo-password')
    await form.getByRole('button', { name: 'Reset' }).click()
    await expect(toast(page, 'Second factor reset.')).toBeVisible()
    await expect(row(page, 'Una Under')).toContainText('None')
  })

  await step(page, 'are searched, and read at a desk and on a phone', async () => {
    await expectAccessibleOnBoth(page)
    await page.getByRole('searchbox', { name: 'Search administrators' }).fill('nobody at all')
    await expect(page.getByText(text.noneFound)).toBeVisible()
  })
})
