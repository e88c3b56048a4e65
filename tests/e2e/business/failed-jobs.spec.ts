import type { Page } from '@playwright/test'
import { ask } from '#e2e/ask-database.ts'
import { expect, expectAccessibleOnBoth, signIn, step, test } from '#e2e/fixtures.ts'

const table = (page: Page) => page.getByRole('table', { name: 'Failed jobs' })
const row = (page: Page, words: string) => table(page).getByRole('row', { name: words })
const panel = (page: Page) => page.getByRole('dialog')
const toast = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

/** Work of Harbourside that was given up. */
async function giveUp(databaseUrl: string, task: string, count: number) {
  await ask(
    databaseUrl,
    `select graphile_worker.add_job($1, json_build_object('businessId', 'harbourside'),
       run_at := now() + interval '1 day', max_attempts := 12) from generate_series(1, $2)`,
    [task, count],
  )
  await ask(
    databaseUrl,
    `update graphile_worker._private_jobs set attempts = 12, last_error = 'Nobody answered at the other end.'
     where run_at > now() + interval '23 hours'`,
  )
}

// Opened by every-entry.spec.ts; its rules: failed-jobs.test.ts.
test('failed jobs @long', async ({ page, databaseUrl }) => {
  await step(page, 'are found in the menu, and there are none at first', async () => {
    await signIn(page, 'super@hub.example')
    await page.getByRole('link', { name: 'Failed Jobs' }).click()
    await expect(page).toHaveURL('/failed-jobs')
    await expect(page.getByText('All work is done, or on its way.')).toBeVisible()
    await expect(page.getByText('No backups are taken by themselves.')).toBeVisible()
  })

  await step(page, 'say what, why, whose and when, opened in full', async () => {
    await giveUp(databaseUrl, 'tell_wallets', 1)
    await giveUp(databaseUrl, 'find_untold_wallets', 3)
    await page.reload()
    const failed = row(page, 'Tell wallets of changes')
    await expect(failed).toContainText('Nobody answered at the other end.')
    await expect(failed).toContainText('Harbourside Leagues Club')
    await expect(failed).toContainText('Given up')
    await expectAccessibleOnBoth(page)
    await failed.getByRole('link').click()
    await expect(panel(page)).toContainText('12 of 12')
    await expect(panel(page).getByRole('region', { name: 'Reason' })).toHaveText(
      'Nobody answered at the other end.',
    )
    await expectAccessibleOnBoth(page)
  })

  await step(page, 'are dropped, once asked', async () => {
    await panel(page).getByRole('button', { name: 'Drop' }).click()
    const question = page.getByRole('dialog', { name: 'Drop this work?' })
    await expect(question).toContainText('will never be done for Harbourside Leagues Club')
    await question.getByRole('button', { name: 'Drop' }).click()
    await expect(toast(page, 'It was dropped.')).toBeVisible()
    await expect(row(page, 'Tell wallets of changes')).toHaveCount(0)
    await expect(page).toHaveURL('/failed-jobs')
  })

  await step(page, 'are tried again, one or all of a kind', async () => {
    await table(page)
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Try again' }).click()
    const question = page.getByRole('dialog', { name: 'Try again?' })
    await question.getByRole('button', { name: 'Try again' }).click()
    await expect(toast(page, 'It is tried again.')).toBeVisible()
    await expect(page.getByText('All 2 shown')).toBeVisible()
    await page.getByLabel('Work').selectOption('Find changes untold to wallets')
    await expect(page).toHaveURL('/failed-jobs?task=find_untold_wallets')
    await page.getByRole('button', { name: 'Try all again' }).click()
    const all = page.getByRole('dialog', { name: 'Try all again?' })
    await all.getByRole('button', { name: 'Try all again' }).click()
    await expect(toast(page, 'All of them are tried again.')).toBeVisible()
    await expect(page.getByText('No failed jobs match these filters.')).toBeVisible()
  })
})
