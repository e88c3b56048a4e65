import { expect, expectAccessibleOnBoth, signIn, startSession, step, test } from '#e2e/fixtures.ts'

// Opened by every-entry.spec.ts; its rules: support-access.test.ts; another trail: audit.spec.ts.
test('what super administrators do @long', async ({ page }) => {
  const platform = page.getByRole('table', { name: 'Platform audit' })
  const own = page.getByRole('table', { name: 'Audit', exact: true })
  const deed = 'Sam Super deleted the venue The Old Boathouse'

  await step(
    page,
    'stands on the platform’s page, with the business and a way to its own trail',
    async () => {
      await signIn(page, 'super@hub.example')
      await page.getByRole('link', { name: 'Platform Audit' }).click()
      await expect(page).toHaveURL('/platform-audit')
      await expect(platform.getByRole('row').nth(1)).toContainText('Sam Super signed in')
      await page.getByLabel('Business', { exact: true }).selectOption('Harbourside Leagues Club')
      await page.getByLabel('Search by record').fill('boathouse')
      await expect(platform.getByRole('row', { name: deed })).toContainText('Harbourside Leagues Club')
      await expectAccessibleOnBoth(page)
      await platform.getByRole('link', { name: deed }).click()
      await expectAccessibleOnBoth(page)
      await page.getByRole('dialog').getByRole('link', { name: 'See it in the business’s own trail' }).click()
      await expect(page).toHaveURL(/\/businesses\/harbourside\/audit\?entry=\d+$/)
      await expect(page.getByRole('dialog')).toContainText('Sam Super, super administrator of Hub')
    },
  )

  await step(page, 'is marked in the business’s trail, and found by its filter', async () => {
    await startSession(page, 'admin@harbourside.example')
    await page.goto('/businesses/harbourside/audit')
    await page.getByLabel('By', { exact: true }).selectOption('Super administrators')
    await expect(page).toHaveURL(/by=administrators$/)
    await expect(own).toContainText(
      'Sam Super (super administrator of Hub) created the venue Harbourside Sports Bar',
    )
    await expect(own).not.toContainText('Alex Admin')
  })
})

test('a business can ask why a super administrator enters @long', async ({ page }) => {
  const switchOf = page.getByRole('switch', { name: 'Ask for a reason before a super administrator enters' })

  await step(page, 'its Admin switches it on', async () => {
    await signIn(page, 'admin@harbourside.example', '/businesses/harbourside/settings')
    await switchOf.check()
    await expect(page.getByText('Support access has been changed.')).toBeVisible()
    await expect(switchOf).toBeChecked()
    await expectAccessibleOnBoth(page)
  })

  await step(page, 'whoever comes is asked first, wherever the address leads, and may leave', async () => {
    await signIn(page, 'super@hub.example', '/businesses/harbourside/users')
    await expect(page.getByRole('dialog')).toHaveAccessibleName('Enter Harbourside Leagues Club?')
    await expectAccessibleOnBoth(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/businesses')
  })

  await step(page, 'who says why goes on where they wanted to, and the trail tells it', async () => {
    await page.goto('/businesses/harbourside/users')
    await page.getByLabel('Reason').fill('A ticket of the club')
    await page.getByRole('button', { name: 'Enter' }).click()
    await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
    await expect(page.getByText('Robin Reception').first()).toBeVisible()
    await page.goto('/businesses/harbourside/audit')
    await expect(page.getByRole('table', { name: 'Audit', exact: true })).toContainText(
      'entered Harbourside Leagues Club: ‘A ticket of the club’',
    )
  })
})
