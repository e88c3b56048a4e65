import { ask } from '#e2e/ask-database.ts'
import { expect, expectAccessible, signIn, step, test } from '#e2e/fixtures.ts'
import { waitsLongest } from '#e2e/requests/waits-longest.ts'

test.use({ hasOwnPage: true })

test('the home page says what waits, leads there, and goes through the requests', async ({
  page,
  databaseUrl,
}) => {
  await waitsLongest(databaseUrl, 'Harriet Vance')
  await ask(
    databaseUrl,
    `update member set birth_date = (now() at time zone 'Australia/Sydney')::date - interval '40 years'
     where business_id = 'harbourside' and membership_number = '10001'`,
  )
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
    const line = waits.getByRole('listitem').filter({ hasText: /birthday within a week/ })
    await line.getByRole('button', { name: 'Snooze' }).click()
    await page.getByRole('menuitem', { name: 'Until tomorrow' }).click()
    await expect(birthdays).toHaveCount(0)
    await today.getByRole('button', { name: 'Show snoozed (1)' }).click()
    await line.getByRole('button', { name: 'Bring back' }).click()
    await expect(line.getByRole('button', { name: 'Snooze' })).toBeVisible()
  })

  await step(page, 'a plot has its figures in a table', async () => {
    const plot = page.getByRole('region', { name: 'Joined and lapsed this month' })
    await plot.getByRole('button', { name: 'Show figures' }).click()
    const table = plot.getByRole('table', { name: 'Joined and lapsed this month' })
    await expect(table.getByRole('row')).not.toHaveCount(0)
    await expectAccessible(page)
    await plot.getByRole('button', { name: 'Hide figures' }).click()
    await expect(table).toBeHidden()
  })

  await step(page, 'a key tells what the page is for, and where one goes on', async () => {
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Help' })
    await expect(help.getByRole('heading', { name: 'Keys' })).toBeVisible()
    await expect(help).toContainText(
      'What waits for you comes first; the products of your business stand below.',
    )
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
  })

  await step(page, 'two presses decide a request, and the next opens by itself', async () => {
    await applications.getByRole('link', { name: 'Review' }).click()
    await page.waitForURL(/membership-requests\/[^?]+\?review=queue/)
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toHaveText('Harriet Vance')
    await page.getByRole('button', { name: 'Accept as proposed' }).click()
    await expect(page.getByText('Request accepted.')).toBeVisible()
    await expect(title).toHaveText('Rory Blackwood')
    await expect(page).toHaveURL(/\?review=queue$/)
  })

  await step(page, 'what is not plain is not accepted by one press, and says why', async () => {
    await page.getByRole('button', { name: 'Accept as proposed' }).click()
    await expect(page.getByText('Something went wrong with it. Open it to decide.')).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Accept the request' })).toBeVisible()
    await page.keyboard.press('Escape')
  })
})

test('renewals are gone through from the home page, the oldest first', async ({ page, databaseUrl }) => {
  const nameOf = async (number: string) => {
    const [member] = await ask<{ name: string }>(
      databaseUrl,
      `select first_name || ' ' || last_name as name from member
       where business_id = 'harbourside' and membership_number = $1`,
      [number],
    )
    return member!.name
  }
  const [first, second] = [await nameOf('10023'), await nameOf('10022')]
  await waitsLongest(databaseUrl, first)
  await signIn(page, 'reception@harbourside.example', '/businesses/harbourside')
  const renewals = page
    .getByRole('list', { name: 'What waits' })
    .getByRole('listitem')
    .filter({ hasText: '2 renewals wait for a decision' })
  await renewals.getByRole('link', { name: 'Review' }).click()
  await page.waitForURL(/membership-renewal-requests\/[^?]+\?review=queue/)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(first)
  // They ask for another membership, and nobody has shown who they are: one looks at it first.
  await page.getByRole('button', { name: 'Accept as proposed' }).click()
  await page
    .getByRole('dialog', { name: 'Accept the renewal' })
    .getByRole('button', { name: 'Accept' })
    .click()
  await expect(page.getByText('Renewal accepted.')).toBeVisible()
  await expect(title).toHaveText(second)
  await expect(page).toHaveURL(/\?review=queue$/)
})
