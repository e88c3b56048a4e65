import { expect, expectAccessible, signIn, step, test } from '#e2e/fixtures.ts'

test.use({ hasOwnPage: true })

test('the home page says what waits, leads there, and goes through the requests', async ({ page }) => {
  await signIn(page, 'reception@harbourside.example', '/businesses/harbourside')
  const today = page.getByRole('region', { name: 'Today' })
  const waits = today.getByRole('list', { name: 'What waits' })
  const applications = waits.getByRole('listitem').filter({ hasText: /applications? waits? for a decision/ })
  const birthdays = waits.getByRole('link', { name: /birthday within a week/ })
  const count = async () => Number((await applications.getByRole('link').first().innerText()).split(' ')[0])

  await step(page, 'it tells only of what one may open', async () => {
    await expect(applications).toBeVisible()
    await expect(today).not.toContainText('to give out')
    await expectAccessible(page)
  })

  await step(page, 'a line leads to what it counts', async () => {
    const waiting = await count()
    await applications.getByRole('link').first().click()
    await expect(page.getByLabel('Decision')).toHaveValue('me')
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(Math.min(waiting, 10) + 1)
    await page.goBack()
  })

  await step(page, 'it is snoozed, and brought back', async () => {
    if ((await birthdays.count()) === 0) return
    const line = waits.getByRole('listitem').filter({ hasText: /birthday within a week/ })
    await line.getByRole('button', { name: 'Snooze' }).click()
    await page.getByRole('menuitem', { name: 'Until tomorrow' }).click()
    await expect(birthdays).toHaveCount(0)
    await today.getByRole('button', { name: 'Show snoozed (1)' }).click()
    await line.getByRole('button', { name: 'Bring back' }).click()
    await expect(line.getByRole('button', { name: 'Snooze' })).toBeVisible()
  })

  await step(page, 'two presses decide a request, and the next opens by itself', async () => {
    await applications.getByRole('link', { name: 'Review' }).click()
    await page.waitForURL(/membership-requests\/[^?]+\?review=queue/)
    const first = page.url()
    await page.getByRole('button', { name: 'Accept as proposed' }).click()
    const dialog = page.getByRole('dialog', { name: 'Accept the request' })
    await expect(dialog.or(page.getByText('Request accepted.'))).toBeVisible()
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Accept' }).click()
    await page.waitForURL((url) => url.href !== first && url.search === '?review=queue')
  })
})
