import type { Page } from '@playwright/test'
import { approvalWords } from '#contract/approvals/approvals.ts'
import { limitWords } from '#contract/approvals/limits.ts'
import { messages } from '#contract/messages.ts'
import { dialog, toast } from '#e2e/access/users-page.ts'
import { ask } from '#e2e/ask-database.ts'
import { expect, expectAccessibleOnBoth, signIn, step, test } from '#e2e/fixtures.ts'
import { act } from './member-pages.ts'
import { openMembers, rows } from './members-list-page.ts'

const text = messages.points
const awardCall = '**/api/cherrypay/v1/harbourside/members/*/points/*/award'

const award = (page: Page) => dialog(page, text.awardTitle)
const loyalty = (page: Page) => page.getByRole('region', { name: 'Loyalty' })
const history = (page: Page) => page.getByRole('table', { name: 'Points history' })
const entry = (page: Page, words: string) => history(page).getByRole('row').filter({ hasText: words })

async function openAward(page: Page) {
  await act(page, 'Award Points')
  await expect(award(page).getByLabel('Dollars')).toBeVisible()
}

/** A member of the demo whose bonus points have expired in part. */
async function memberWithBonus(databaseUrl: string): Promise<string> {
  const [account] = await ask<{ id: string }>(
    databaseUrl,
    `select owner_id as id from ledger_account where kind = 'points' and unit = 'points/bonus' and balance > 0 limit 1`,
  )
  return account!.id
}

test('an Admin awards points, once although the answer was lost, and takes them back', async ({ page }) => {
  await openMembers(page, 'admin@harbourside.example')
  await rows(page).first().click()
  await expect(loyalty(page)).toContainText(/\$\d+\.\d\d\s+[\d,.]+ points/)

  await step(page, 'the balance is read anew, and is ? where that fails', async () => {
    await page.route('**/members/*/points', (route) => route.fulfill({ status: 404, json: {} }))
    await loyalty(page).getByRole('button', { name: 'Refresh points balance' }).click()
    await expect(loyalty(page).getByText('?', { exact: true })).toBeVisible()
    await page.unroute('**/members/*/points')
    await loyalty(page).getByRole('button', { name: 'Refresh points balance' }).click()
    await expect(loyalty(page)).toContainText('$')
  })

  await step(page, 'dollars and points are made from each other, and checked', async () => {
    await openAward(page)
    const form = award(page)
    await form.getByRole('button', { name: 'Add points' }).click()
    for (const sentence of [text.amountRequired, text.quantityRequired, text.noteRequired])
      await expect(form.getByText(sentence)).toBeVisible()
    await form.getByLabel('Dollars').fill('12.5')
    await expect(form.getByRole('textbox', { name: 'Points', exact: true })).toHaveValue('1,250')
    await form.getByRole('textbox', { name: 'Points', exact: true }).fill('150.5')
    await expect(form.getByLabel('Dollars')).toHaveValue('$1.51')
    await form.getByLabel('Note').fill('Journey')
    await form.getByRole('button', { name: 'Add points' }).click()
    await expect(form.getByText(text.invalidQuantity)).toBeVisible()
    await expect(form.getByText(text.invalidAmount)).toBeVisible()
    await form.getByRole('textbox', { name: 'Points', exact: true }).fill('2000000')
    await form.getByRole('button', { name: 'Add points' }).click()
    await expect(form.getByText(text.aboveMaximum(1_000_000))).toBeVisible()
    await expectAccessibleOnBoth(page)
  })

  await step(
    page,
    'the answer is lost after the server has done it; neither a reload nor a second press does it again',
    async () => {
      await award(page).getByRole('textbox', { name: 'Points', exact: true }).fill('500')
      await page.route(
        awardCall,
        async (route) => {
          await route.fetch()
          await route.abort()
        },
        { times: 1 },
      )
      await award(page).getByRole('button', { name: 'Add points' }).click()
      await expect(toast(page, text.awardFailed)).toBeVisible()
      // Also after a reload, which offers the note again.
      await page.reload()
      await openAward(page)
      await award(page).getByRole('button', { name: 'Restore' }).click()
      await award(page).getByRole('textbox', { name: 'Points', exact: true }).fill('500')
      await award(page).getByRole('button', { name: 'Add points' }).click()
      await expect(toast(page, text.awarded)).toBeVisible()
      await page.getByRole('tab', { name: 'Points' }).click()
      await expect(entry(page, 'Journey')).toHaveCount(1)
      await expect(entry(page, 'Journey')).toContainText(/Award.*\+500.*Journey.*Alex Admin/)
    },
  )

  await step(page, 'it is reversed with a reason', async () => {
    await entry(page, 'Journey')
      .getByRole('button', { name: /Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Reverse' }).click()
    const form = dialog(page, 'Reverse Entry?')
    await form.getByRole('button', { name: 'Reverse' }).click()
    await expect(form.getByText('Reason is required.')).toBeVisible()
    await form.getByLabel('Reason').fill('Wrong member')
    await form.getByRole('button', { name: 'Reverse' }).click()
    await expect(entry(page, 'Wrong member')).toContainText(/Reversal.*−500/)
    await expect(entry(page, 'Journey')).toContainText('Reversed')
    await expect(entry(page, 'Journey').getByRole('button')).toHaveCount(0)
    await expectAccessibleOnBoth(page)
  })
})

test('Promotions awards from the list of members, and reverses nothing', async ({ page }) => {
  await openMembers(page, 'promotions@harbourside.example')
  await rows(page)
    .first()
    .getByRole('button', { name: /Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Award Points' }).click()
  await award(page).getByLabel('Dollars').fill('3')
  await expect(award(page).getByText(/^Then [\d,.]+ points/)).toBeVisible()
  await award(page).getByLabel('Note').fill('From the list')
  await award(page).getByRole('button', { name: 'Add points' }).dblclick()
  await expect(toast(page, text.awarded)).toBeVisible()
  await rows(page).first().click()
  await page.getByRole('tab', { name: 'Points' }).click()
  await expect(entry(page, 'From the list')).toHaveCount(1)
  await expect(history(page).getByRole('button')).toHaveCount(0)
})

test('Door sees points, with what will expire, and may award none', async ({ page, databaseUrl }) => {
  const memberId = await memberWithBonus(databaseUrl)
  await signIn(page, 'door@harbourside.example', `/businesses/harbourside/members/${memberId}`)
  await expect(loyalty(page)).toContainText('25 points expire on')
  await expect(page.getByRole('button', { name: 'Actions', exact: true })).toBeHidden()
  await page.getByRole('tab', { name: 'Points' }).click()
  await page.getByLabel('Points type').selectOption('Bonus')
  await expect(entry(page, 'Expiry')).toContainText(/−25/)
  await expect(page.getByText(/Unless they are used before: 25 points expire on/)).toBeVisible()
})

test('what is above the limit of a role somebody else approves', async ({ page, databaseUrl }) => {
  const limits = dialog(page, 'Limits of Promotions')
  await step(page, 'a super administrator limits Promotions', async () => {
    await signIn(page, 'super@hub.example', '/businesses/harbourside/roles')
    await page.getByRole('button', { name: /Promotions/ }).click()
    await page.getByRole('menuitem', { name: 'Limits' }).click()
    await limits.getByLabel('Points of one award').fill('500')
    await expectAccessibleOnBoth(page)
    await limits.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await dialog(page, 'Save roles?').getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, messages.roles.updated)).toBeVisible()
  })

  const [member] = await ask<{ id: string }>(
    databaseUrl,
    `select member_id as id from member where business_id = 'harbourside' and venue_no = '2' and deleted_at is null limit 1`,
  )
  await step(page, 'above it the form offers to ask for approval', async () => {
    await signIn(page, 'promotions@harbourside.example', `/businesses/harbourside/members/${member!.id}`)
    await openAward(page)
    await award(page).getByRole('textbox', { name: 'Points', exact: true }).fill('700')
    await award(page).getByLabel('Note').fill('Main prize')
    await award(page).getByRole('button', { name: 'Add points' }).click()
    const question = dialog(page, 'Ask for approval?')
    await expect(question).toContainText(limitWords.perAct('Awards', 500))
    await question.getByLabel('Reason').fill('The raffle of the year')
    await expectAccessibleOnBoth(page)
    await question.getByRole('button', { name: 'Ask for approval' }).click()
    await expect(toast(page, approvalWords.asked)).toBeVisible()
    await expect(award(page)).toBeHidden()
  })

  await step(page, 'an Admin finds it in the menu, and approves it', async () => {
    await signIn(page, 'admin@harbourside.example', '/businesses/harbourside')
    const approvals = page.getByRole('link', { name: 'Approvals' })
    await expect(approvals).toHaveAccessibleDescription('1 waiting')
    await approvals.click()
    const row = page.getByRole('row').filter({ hasText: 'The raffle of the year' })
    await expect(row).toContainText('700 points')
    await expectAccessibleOnBoth(page)
    await row.getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Approve' }).click()
    await dialog(page, 'Approve this request?').getByRole('button', { name: 'Approve' }).click()
    await expect(toast(page, approvalWords.approved)).toBeVisible()
    await expect(page.getByText(approvalWords.nothingWaits)).toBeVisible()
    await page.getByRole('tab', { name: 'Decided' }).click()
    await row.getByRole('link').click()
    await page.getByRole('tab', { name: 'Points' }).click()
    await expect(entry(page, 'Main prize')).toContainText('approved by')
  })
})
