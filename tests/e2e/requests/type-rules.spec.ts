import { ask } from '#e2e/ask-database.ts'
import { expect, expectAccessible, signIn } from '#e2e/fixtures.ts'
import { birthDateOf, finishedAtAllWidths, phone, test } from './request-pages.ts'

test.use({ hasOwnPage: true })

const formId = 'harbourside-sporting-renewal'

test('a form has rules per membership type, and who may not renew reads why @long', async ({
  page,
  databaseUrl,
}) => {
  const [member] = await ask<{ id: string }>(
    databaseUrl,
    `update member set membership_type = 'Sporting', status = 'Active', date_financial = '2999-06-30'
     where business_id = 'harbourside' and membership_number = '10310' returning member_id as id`,
  )
  await signIn(page, 'admin@harbourside.example', `/businesses/harbourside/request-forms/${formId}`)
  await page.getByText('Rules: Reviewed').click()
  await page.getByLabel('Review', { exact: true }).selectOption('When the type changes')
  await page.getByLabel('Earliest').fill('90')
  await page.getByLabel('Youngest age').fill('70')
  await page.getByLabel('Oldest age').fill('18')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The highest age is below the lowest.')).toBeVisible()
  await page.getByLabel('Oldest age').fill('')
  await page.getByLabel('Youngest age').fill('')
  await page.getByRole('group', { name: 'With the status' }).getByLabel('Active', { exact: true }).check()
  await expect(
    page.getByText('Rules: With status Active, up to 90 days before, reviewed if the type changes'),
  ).toBeVisible()
  await finishedAtAllWidths(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Form saved.')).toBeVisible()

  await page.goto(`/businesses/harbourside/members/${member!.id}`)
  await expect(page.getByText(/^Financial until 30 June 2999\./)).toBeVisible()

  const started = await page.request.post(`/api/patron/forms/${formId}/identify`, {
    data: { MembershipNumber: '10310', BirthDate: await birthDateOf(databaseUrl, '10310') },
  })
  const { Secret } = (await started.json()) as { Secret: string }
  await page.setViewportSize(phone)
  await page.goto(`/renew/${formId}#${Secret}`)
  await expect(page.getByText('This membership is renewed already.')).toBeVisible()
  await expectAccessible(page)
})
