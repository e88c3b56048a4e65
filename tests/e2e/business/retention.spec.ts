import type { Page } from '@playwright/test'
import { textIsGone } from '#contract/messaging/outbox.ts'
import { toast } from '#e2e/access/users-page.ts'
import { ask } from '#e2e/ask-database.ts'
import { expect, expectAccessibleOnBoth, signIn, step, test } from '#e2e/fixtures.ts'
import { superAdmin } from './configuration-page.ts'

const history = (page: Page) => page.getByRole('combobox', { name: 'History of members' })
const press = (page: Page) => page.getByRole('button', { name: 'Save retention' }).click()

// Opened by every-entry.spec.ts; what falls away, and what is said before: retention.test.ts.
test('how long a business keeps its records @long', async ({ page, databaseUrl }) => {
  await ask(
    databaseUrl,
    `insert into member_change (business_id, member_id, at, actor_id, actor_name, title)
     select business_id, member_id, now() - interval '4 years', 'x', 'X', 'Old' from member
     where business_id = 'valley-golf' limit 12`,
  )
  await signIn(page, superAdmin, '/businesses/valley-golf/configuration?tab=business')

  await step(page, 'is made shorter once it is said what falls away', async () => {
    await expect(history(page)).toHaveValue('')
    await history(page).selectOption('3 years')
    await press(page)
    const dialog = page.getByRole('dialog', { name: 'Keep records for a shorter time?' })
    await expect(dialog).toContainText(/History of members\s*12 from before/)
    await expectAccessibleOnBoth(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(history(page)).toHaveValue('36')
    await press(page)
    await dialog.getByRole('button', { name: 'Keep it shorter' }).click()
    await expect(toast(page, 'Retention updated.')).toBeVisible()
    await page.reload()
    await expect(history(page)).toHaveValue('36')
  })

  await step(page, 'is made longer without a question', async () => {
    await history(page).selectOption('For good')
    await press(page)
    await expect(toast(page, 'Retention updated.')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await step(page, 'is no list of messages that is shorter than their texts', async () => {
    await page.getByRole('combobox', { name: 'List of messages' }).selectOption('1 year')
    await press(page)
    await expect(page.getByText('The list of messages can’t be shorter than their texts')).toBeVisible()
  })
})

// What is left of it: fall-away.test.ts.
test('a message whose text has fallen away has its line in the outbox @long', async ({
  page,
  databaseUrl,
}) => {
  await ask(
    databaseUrl,
    `insert into outbox_message (business_id, channel, kind, recipient, body, state, sent_at, text_removed_at)
     values ('valley-golf', 'email', 'low-balance', '', '', 'Sent', now(), now())`,
  )
  await signIn(page, superAdmin, '/outbox?forBusiness=valley-golf')
  const line = page.getByRole('row', { name: /No longer kept/ })
  await expect(line).toContainText('Low balance')
  await line.getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Content' })).toHaveText(textIsGone)
})
