import { codeTexts } from '#contract/members/member-codes.ts'
import { messages } from '#contract/messages.ts'
import { admin, dialog, toast } from '#e2e/access/users-page.ts'
import { expect, expectAccessible, signIn, test } from '#e2e/fixtures.ts'
import { makeDouble } from '#tests/records/codes.ts'
import { addMember, members, save } from './member-pages.ts'

test('a badge that somebody has is moved when that is wanted, and not before @long', async ({ page }) => {
  await signIn(page, admin, members)
  const from = await addMember(page, 'Giver', { BadgeNumber: 'MOVE-1' })
  const to = await addMember(page, 'Taker')
  await page.goto(`${members}/${to.id}?edit=true`)
  await page.getByLabel('Badge Number').fill('move-1')
  await save(page).click()
  const question = dialog(page, codeTexts.moveTitle)
  await expect(question).toContainText(
    `The badge number move-1 belongs to another member. It is that of Test Giver, ${from.MembershipNumber}.`,
  )
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('main')).toContainText('The badge number move-1 belongs to another member.')
  await save(page).click()
  await question.getByRole('button', { name: codeTexts.move }).click()
  await expect(toast(page, messages.members.updated)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('move-1')
  await page.goto(`${members}/${from.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Giver')
  await expect(page.getByRole('main')).not.toContainText('MOVE-1')
})

test('codes that two members have are told of, and lead to both @long', async ({ page, databaseUrl }) => {
  await signIn(page, admin, members)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByText(codeTexts.doubledNotice)).toBeHidden()
  const one = await addMember(page, 'Former', { BadgeNumber: 'TWICE' })
  const two = await addMember(page, 'Latter')
  await makeDouble(databaseUrl, two.id, 'twice')
  await page.reload()
  const way = page.getByRole('link', { name: codeTexts.doubledTitle })
  await expect(way).toBeVisible()
  await expectAccessible(page)
  await way.click()
  const row = page.getByRole('row').filter({ hasText: 'TWICE' })
  await expect(row.getByRole('link', { name: 'Test Former' })).toHaveAttribute('href', `${members}/${one.id}`)
  await expectAccessible(page)
  await row.getByRole('link', { name: 'Test Latter' }).click()
  await expect(page).toHaveURL(`${members}/${two.id}`)
})
