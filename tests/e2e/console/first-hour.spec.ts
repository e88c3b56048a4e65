import { messages } from '#contract/messages.ts'
import { ask } from '#e2e/ask-database.ts'
import { callApi, superAdmin } from '#e2e/business/configuration-page.ts'
import { expect, expectAccessibleOnBoth, signIn, startSession, step, test } from '#e2e/fixtures.ts'

test('the first hour of a business', async ({ page }) => {
  await startSession(page, superAdmin)
  const found = await callApi(page, 'GET', `/business/lookup/name?q=${encodeURIComponent('Redgum Hotel')}`)
  const { Results } = (await found.json()) as { Results: object[] }
  const made = await callApi(page, 'POST', '/business', Results[0])
  const { BusinessId } = (await made.json()) as { BusinessId: string }
  const home = `/businesses/${BusinessId}`
  const list = page.getByRole('list', { name: 'Getting started' })
  const stepOf = (title: string) => list.getByRole('listitem').filter({ hasText: title })

  await step(page, 'begins with what is to be set up, and why', async () => {
    await page.goto(home)
    await expect(page.getByText('0 of 5 done')).toBeVisible()
    await expect(list.getByRole('listitem')).toHaveCount(5)
    await expect(stepOf('Add a venue')).toContainText('Members, points and tills belong to one.')
    await expect(page.getByText(messages.business.noProduct)).toBeVisible()
    await expectAccessibleOnBoth(page)
  })

  await step(page, 'a step leads to its place, and is ticked once it is done', async () => {
    await stepOf('Choose the products').getByRole('link', { name: 'Choose licences' }).click()
    await page.getByRole('switch', { name: 'Chat' }).press('Space')
    await expect(page.getByText('Licences updated.')).toBeVisible()
    await page.getByRole('link', { name: 'Home' }).click()
    await expect(stepOf('Choose the products').getByRole('img', { name: 'Done' })).toBeVisible()
    await expect(page.getByText('1 of 5 done')).toBeVisible()
  })

  await step(page, 'is hidden if one likes, and comes back', async () => {
    await page.getByRole('button', { name: 'Hide the checklist' }).click()
    await expect(list).toBeHidden()
    await page.reload()
    await page.getByRole('button', { name: 'Show the checklist (4 left)' }).click()
    await expect(list).toBeVisible()
  })

  await step(page, 'a page that is not licensed says what is missing, and leads there', async () => {
    await page.goto(`${home}/members/import`)
    await expect(page.getByRole('heading', { name: 'HubMembership is not licensed' })).toBeVisible()
    await expectAccessibleOnBoth(page)
    await page.getByRole('link', { name: 'Open Licences' }).click()
    await expect(page).toHaveURL(/\?tab=licences$/)
  })
})

test('the bell', async ({ page, databaseUrl }) => {
  await signIn(page, 'finance@harbourside.example', '/businesses/harbourside')
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications')

  await step(page, 'tells at once of what happens', async () => {
    await ask(
      databaseUrl,
      `with rung as (
         insert into user_notice (business_id, uid, kind, subject_id, told)
         select business_id, uid, kind, '0', told::jsonb from business_user,
           (values ('ReportReady', '{"Name": "Close", "Schedule": "Daily", "Report": "finance-close-pack", "Search": "?date=2026-01-31"}'),
             ('DeliveryFailed', '{"Kind": "card"}')) as happened (kind, told)
         where email = 'finance@harbourside.example' returning business_id, uid
       )
       select pg_notify('bell_changed', business_id || ' ' || uid) from rung`,
    )
    await expect(bell).toHaveAccessibleName('Notifications, 2 unread')
    await bell.click()
    const notices = page.getByRole('dialog', { name: 'Notifications' })
    await expect(notices.getByRole('listitem')).toHaveCount(2)
    await expectAccessibleOnBoth(page)
  })

  await step(page, 'leads to it where it can be opened, and has read it', async () => {
    const notices = page.getByRole('dialog', { name: 'Notifications' })
    await expect(notices.getByText('A message of yours could not be delivered')).toBeVisible()
    // The outbox is not theirs to open.
    await expect(notices.getByRole('link')).toHaveCount(1)
    await notices.getByRole('link', { name: /Your daily report “Close” is here/ }).click()
    await expect(page).toHaveURL(/finance-close-pack\?date=2026-01-31/)
    await expect(notices).toBeHidden()
    await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
    await bell.click()
    await notices.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(bell).toHaveAccessibleName('Notifications')
    await page.keyboard.press('Escape')
    await expect(notices).toBeHidden()
    await expect(bell).toBeFocused()
  })
})
