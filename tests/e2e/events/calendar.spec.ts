import { zonedTime } from '#contract/events/event-times.ts'
import { messages } from '#contract/messages.ts'
import { expect, expectAccessible, isLong, longStep, signIn, step, test } from '#e2e/fixtures.ts'
import { choose, dialog, eventsApiPath, item, keepToday, list, panel, scanSomebody } from './events-page.ts'

const text = messages.events
const eventsPath = '/businesses/harbourside/events'
const { date: today } = zonedTime(new Date(), 'Australia/Sydney')

test('events as a club holds them: in calendars, soon published, live, and for the door what is on', async ({
  page,
  databaseUrl,
}) => {
  await keepToday(databaseUrl)
  await signIn(page, 'admin@harbourside.example', eventsPath)
  const link = dialog(page).getByText(/\/api\/calendars\/harbourside\./)
  const statusOf = async (url: string) => (await page.request.get(url)).status()
  const headers = async () => {
    const { token } = await (await page.request.post('/identity/token')).json()
    return { authorization: `Bearer ${token}` }
  }
  let eventPath = ''

  await step(page, 'the link of the calendar is made, renewed and withdrawn', async () => {
    await page.getByRole('button', { name: 'Calendar', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Make link' }).click()
    const former = (await link.textContent()) ?? ''
    expect((await page.request.get(former)).headers()['content-type']).toBe('text/calendar; charset=utf-8')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Renew' }).click()
    await page
      .getByRole('dialog', { name: 'Renew the calendar link?' })
      .getByRole('button', { name: 'Renew' })
      .click()
    await expect(link).not.toHaveText(former)
    const address = (await link.textContent()) ?? ''
    expect([await statusOf(former), await statusOf(address)]).toEqual([404, 200])
    await dialog(page).getByRole('button', { name: 'Withdraw' }).click()
    await page
      .getByRole('dialog', { name: 'Withdraw the calendar link?' })
      .getByRole('button', { name: 'Withdraw' })
      .click()
    await expect(dialog(page).getByRole('button', { name: 'Make link' })).toBeVisible()
    expect(await statusOf(address)).toBe(404)
    await page.keyboard.press('Escape')
  })

  await step(page, 'a night is published by its name and its day', async () => {
    await page.getByRole('link', { name: text.createNew }).click()
    await page.getByLabel('Event Start Date').fill(today.split('-').toReversed().join('/'))
    await page.getByLabel('Event Name').fill('Karaoke / “Sing”')
    await expect(page.getByText(text.everyMember)).toBeVisible()
    await expect(page.getByLabel('Event End Date')).toHaveValue(/\d/)
    await page.getByRole('button', { name: text.editFilter }).click()
    await dialog(page).getByRole('tab', { name: 'Text' }).click()
    await dialog(page).getByRole('textbox').first().fill('Financial=true&Financial=!true')
    await dialog(page).getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText(text.noMember)).toBeVisible()
    await expectAccessible(page)
    // Who is suspended meets a filter, and comes in nowhere by it alone.
    await page.getByRole('button', { name: text.editFilter }).click()
    await dialog(page).getByRole('tab', { name: 'Text' }).click()
    await dialog(page).getByRole('textbox').first().fill('Status=Suspended')
    await dialog(page).getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('definition').filter({ hasText: /Suspended/ })).toBeVisible()
    await expect(page.getByText(text.noMember)).toBeVisible()
    await page.getByLabel('Let suspended members in').check()
    await expect(page.getByText(/^[1-9]\d* members? may come, as of today\.$/)).toBeVisible()
    await page.getByRole('button', { name: text.publish }).click()
    await expect(page.getByRole('main')).toContainText('Published')
    eventPath = `${eventsApiPath}/${page.url().split('/').at(-1)}`
  })

  await step(page, 'it goes into a calendar', async () => {
    const saved = page.waitForEvent('download')
    await choose(page, 'Add to calendar')
    expect((await saved).suggestedFilename()).toBe(`Karaoke “Sing” ${today}.ics`)
  })

  // The same as in versions.spec.ts, of an event.
  await longStep(page, 'who saves over somebody else is asked', async () => {
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Event Location').fill('My room')
    const event = await (await page.request.get(eventPath, { headers: await headers() })).json()
    await page.request.put(eventPath, {
      headers: await headers(),
      data: { ...event, EventLocation: 'Their room' },
    })
    await page.getByRole('button', { name: text.save, exact: true }).click()
    await expect(dialog(page)).toContainText('Their room')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: text.cancel }).click()
    await dialog(page).getByRole('button', { name: 'Discard' }).click()
  })

  await step(page, 'the page says what others do to it, and the count as it grows', async () => {
    await expect(page.getByRole('main').getByText('Live', { exact: true })).toBeVisible()
    await page.request.put(`${eventPath}/set/status/complete`, { headers: await headers() })
    await expect(page.getByRole('main')).toContainText('Completed')
    await page.goto(eventsPath)
    await item(page, 'Members’ Trivia Night').click()
    await expect(panel(page)).toContainText('46check-ins')
    expect(await scanSomebody(page, new URL(page.url()).searchParams.get('event') ?? '')).toBe('Valid')
    await expect(panel(page)).toContainText('47check-ins')
  })

  await step(page, 'the title of an event is never under the bar', async () => {
    for (const width of isLong ? [1440, 1000, 390] : [1440, 390]) {
      await page.setViewportSize({ width, height: 500 })
      await page.goto(eventsPath)
      await item(page, 'Beach Carnival').scrollIntoViewIfNeeded()
      await item(page, 'Beach Carnival').click()
      const title = panel(page).getByRole('heading', { name: 'Beach Carnival' })
      await expect(title).toBeInViewport()
      await expect.poll(async () => (await title.boundingBox())?.y).toBeGreaterThan(52)
      // At a desk the page is read by events.spec.ts.
      if (isLong || width === 390) await expectAccessible(page)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})

test('who scans sees what is on or soon', async ({ page }) => {
  await signIn(page, 'door@harbourside.example', eventsPath)
  await expect(item(page, 'Members’ Trivia Night')).toBeVisible()
  for (const name of ['Founders’ Lunch', 'Beach Carnival', 'Spring Racing Luncheon'])
    await expect(list(page).getByText(name)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Calendar', exact: true })).toBeHidden()
})

// What was typed stays when it is refused: edit-member.spec.ts, by the same form.
test('says when a change is refused @long', async ({ page }) => {
  await signIn(page, 'admin@harbourside.example', eventsPath)
  await item(page, 'Founders’ Lunch').click()
  await panel(page).getByRole('link', { name: 'Edit' }).click()
  await page.route(`**${eventsApiPath}/*`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, json: { ErrorMessage: 'No more.', ErrorCode: 'event_closed' } })
      : route.fallback(),
  )
  await page.getByLabel('Event Name').fill('Founders’ Dinner')
  await page.getByRole('button', { name: text.saveDraft }).click()
  await expect(page.getByText(text.updateFailed)).toBeVisible()
  await expect(page.getByText('No more.')).toBeVisible()
  await expect(page.getByLabel('Event Name')).toHaveValue('Founders’ Dinner')
})
