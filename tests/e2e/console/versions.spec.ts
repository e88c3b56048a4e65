import type { Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { dialog, toast } from '#e2e/access/users-page.ts'
import { callApi } from '#e2e/business/configuration-page.ts'
import { choose, openWith, row, save, venuesPath } from '#e2e/business/venues-page.ts'
import { expect, expectAccessible, longStep, step, test } from '#e2e/fixtures.ts'

const conflict = (page: Page, what: string) =>
  dialog(page, `Somebody else has changed this ${what} meanwhile.`)

const club = '/cherrypay/v1/valley-golf'

test('who saves second is asked whose is kept', async ({ page }) => {
  const pick = (what: string, field: string) =>
    conflict(page, what).getByRole('radiogroup', { name: field, exact: true })

  await step(page, 'of a venue, field by field', async () => {
    const id = await openWith(page, 'Contested Green')
    await choose(page, 'Contested Green', 'Edit')
    const form = dialog(page, messages.venues.editTitle)
    await form.getByLabel('Display name').fill('My Green')
    await form.getByLabel('Gaming').fill('g-1')
    const elsewhere = {
      DisplayName: 'Their Green',
      PointsTypes: [{ PointsTypeId: 'Points', PointsToDollarRatio: 200, IsDefault: true }],
    }
    await callApi(page, 'PATCH', `${venuesPath}/${id}`, elsewhere)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(conflict(page, 'venue')).toContainText('You saved this venue meanwhile.')
    await expect(pick('venue', 'Gaming').getByLabel('Yours')).toBeChecked()
    await expect(pick('venue', 'Points types').getByLabel('Theirs')).toBeChecked()
    await expect(pick('venue', 'Points types')).toContainText('Points: 200 to the dollar, the default')
    await expectAccessible(page)
    await save(page).last().click()
    await expect(pick('venue', 'Display name')).toContainText('Both of you have changed this: pick one.')
    await pick('venue', 'Display name').getByLabel('Yours').check()
    await save(page).last().click()
    await expect(toast(page, messages.venues.updated)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row(page, 'My Green')).toBeVisible()
    const { Results } = await (await callApi(page, 'GET', `${venuesPath}?q=green`)).json()
    expect(Results).toMatchObject([
      { DefaultGamingIntegrationId: 'g-1', PointsTypes: [{ PointsToDollarRatio: 200 }] },
    ])
  })

  // What is picked, and what becomes of it: differences.test.ts.
  await longStep(page, 'of a venue again, or keeps editing', async () => {
    await choose(page, 'My Green', 'Edit')
    const form = dialog(page, messages.venues.editTitle)
    await form.getByLabel('Display name').fill('Mine again')
    const { Results } = await (await callApi(page, 'GET', `${venuesPath}?q=green`)).json()
    await callApi(page, 'PATCH', `${venuesPath}/${Results[0].id}`, { DisplayName: 'Theirs again' })
    await form.getByRole('button', { name: 'Save' }).click()
    await conflict(page, 'venue').getByRole('button', { name: 'Cancel' }).click()
    await expect(conflict(page, 'venue')).toBeHidden()
    await expect(form.getByLabel('Display name')).toHaveValue('Mine again')
    await form.getByRole('button', { name: 'Save' }).click()
    await pick('venue', 'Display name').getByLabel('Theirs').check()
    await save(page).last().click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row(page, 'Theirs again')).toBeVisible()
  })

  // The same dialog over another form; who saves second is refused everywhere: tests/revisions.test.ts.
  await longStep(page, 'of a user', async () => {
    const made = await callApi(page, 'POST', `${club}/user`, {
      Username: 'contested@valley-golf.example',
      DisplayName: 'Connie Contested',
    })
    const { Uid } = await made.json()
    await page.goto('/businesses/valley-golf/users?q=contested')
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
    const form = dialog(page, messages.users.editTitle)
    await form.getByLabel('Role').selectOption('Reception')
    await callApi(page, 'PUT', `${club}/user/${Uid}/role`, { Value: 'Door' })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(pick('user', 'Role')).toContainText('Door')
    // Who calls it off has decided nothing.
    await conflict(page, 'user').getByRole('button', { name: 'Cancel' }).click()
    await expect(conflict(page, 'user')).toBeHidden()
    await form.getByRole('button', { name: 'Save' }).click()
    await pick('user', 'Role').getByLabel('Yours').check()
    await save(page).last().click()
    await expect(toast(page, messages.users.updated)).toBeVisible()
    await expect(page.getByRole('row', { name: 'Connie Contested' })).toContainText('Reception')
  })

  // The same dialog, of another record.
  await longStep(page, 'of an event', async () => {
    const events = '/cherrypass/v1/valley-golf/events'
    const day = '2031-03-01'
    const made = await callApi(page, 'POST', events, {
      EventName: 'Contested Cup',
      EventStartDate: day,
      EventEndDate: day,
      CheckInStartTime: '09:00',
      CheckInEndTime: '17:00',
      EventLocation: 'Green',
      TimeZoneId: 'Australia/Sydney',
    })
    const { id, ...event } = await made.json()
    await page.goto(`/businesses/valley-golf/events/${id}?edit=true`)
    await page.getByLabel('Event Name').fill('My Cup')
    const elsewhere = { ...event, EventLocation: 'Clubhouse' }
    await callApi(page, 'PUT', `${events}/${id}`, elsewhere)
    await page.getByRole('button', { name: messages.events.saveDraft }).click()
    await expect(pick('event', 'Event Name').getByLabel('Yours')).toBeChecked()
    await expect(pick('event', 'Event Location').getByLabel('Theirs')).toBeChecked()
    await conflict(page, 'event').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'My Cup' })).toBeVisible()
    await expect(page.getByText('Clubhouse').first()).toBeVisible()
  })
})
