import { messages } from '#contract/messages.ts'
import { ask } from '#e2e/ask-database.ts'
import { expect, expectAccessibleOnBoth, signIn, step, test } from '#e2e/fixtures.ts'
import { eventsApiPath, scanSomebody } from './events-page.ts'

const eventsPath = '/businesses/harbourside/events'

test('an event says what its door does, shows its sessions, and who is in', async ({
  page,
  browser,
  baseURL,
  databaseUrl,
}) => {
  await signIn(page, 'admin@harbourside.example', `${eventsPath}/new`)
  const [date] = await ask<{ today: string }>(
    databaseUrl,
    `select (now() at time zone 'Australia/Sydney')::date::text as today`,
  )
  const day = date!.today.split('-').toReversed().join('/')
  await step(page, 'fills in the door, with a session that is checked', async () => {
    await page.getByLabel('Event Name').fill('Long Lunch')
    await page.getByLabel('Event Start Date').fill(day)
    await page.getByLabel('Event End Date').fill(day)
    await page.getByLabel('Check-in Start Time').fill('00:00')
    await page.getByLabel('Check-in End Time').fill('23:59')
    await page.getByLabel('Event Location').fill('Terrace')
    await page.getByLabel('Re-entry').selectOption('In again after a check-out')
    await page.getByRole('button', { name: 'Add session' }).click()
    const session = page.getByRole('group', { name: /^session 1$|^Sitting$/ })
    await session.getByLabel('Capacity').fill('1')
    await page.getByRole('button', { name: messages.events.publish }).click()
    await expect(page.getByText('A session needs a name.')).toBeVisible()
    await session.getByLabel('Name').fill('Sitting')
    await page.getByRole('button', { name: messages.events.publish }).click()
    await expect(page).toHaveURL(/\/events\/[\w-]{36}$/)
    const facts = page.getByRole('definition')
    await expect(facts.filter({ hasText: 'In again after a check-out' })).toBeVisible()
    await expect(facts.filter({ hasText: /00:00 – 23:59, 1 person/ })).toBeVisible()
  })
  await step(page, 'lists who is in, to call out', async () => {
    const eventId = new URL(page.url()).pathname.split('/').at(-1)!
    expect(await scanSomebody(page, eventId)).toBe('Valid')
    const { token } = await (await page.request.post('/identity/token')).json()
    const full = await page.request.post(`${eventsApiPath}/${eventId}/scans`, {
      headers: { authorization: `Bearer ${token}` },
      data: { ScanId: 'one-too-many', Code: '10001', ScannedAt: new Date().toISOString() },
    })
    expect(await full.json()).toMatchObject({ Result: 'Full' })
    await page.getByRole('link', { name: 'Who is in' }).click()
    await expect(page.getByText('1 in, 0 seen, 1 to find')).toBeVisible()
    await expect(page.getByText(/^As of \d/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled()
    await page.getByRole('checkbox').check()
    await expect(page.getByText('1 in, 1 seen, 0 to find')).toBeVisible()
    await expectAccessibleOnBoth(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation', { name: 'Menu' })).toHaveCount(0)
    for (const name of ['Print', 'Read again']) await expect(page.getByText(name)).toBeHidden()
    await expect(page.getByText('1 in, 1 seen, 0 to find')).toBeVisible()
    await page.emulateMedia({ media: null })
  })
  await step(
    page,
    'keeps up by itself, and goes on when the event is closed, for the door as well',
    async () => {
      const { token } = await (await page.request.post('/identity/token')).json()
      const headers = { authorization: `Bearer ${token}` }
      const eventPath = `${eventsApiPath}/${page.url().split('/').at(-2)}`
      const context = await browser.newContext({
        baseURL: baseURL ?? '',
        viewport: { width: 390, height: 844 },
      })
      const phone = await context.newPage()
      await phone.clock.install()
      await signIn(phone, 'door@harbourside.example', new URL(page.url()).pathname)
      await expect(phone.getByText('1 in, 0 seen, 1 to find')).toBeVisible()
      await phone.getByRole('checkbox').check()
      const data = { Reason: 'The band' }
      await page.request.post(`${eventPath}/scans/one-too-many/admit`, { headers, data })
      await phone.clock.fastForward('00:20')
      await expect(phone.getByText('2 in, 1 seen, 1 to find')).toBeVisible()
      await page.request.put(`${eventPath}/set/status/complete`, { headers })
      await phone.reload()
      await expect(phone.getByText('2 in, 0 seen, 2 to find')).toBeVisible()
      await context.close()
      await page.goto(page.url().replace(/\/who-is-in$/, ''))
      await expect(page.getByRole('main')).toContainText('Completed')
      await page.getByRole('link', { name: 'Who is in' }).click()
      await expect(page.getByText('2 in, 0 seen, 2 to find')).toBeVisible()
    },
  )
  await step(page, 'shows who came by day and session', async () => {
    await page.goto(page.url().replace(/\/who-is-in$/, ''))
    await page.getByRole('button', { name: 'Attendance' }).click()
    // Of one session there is nothing to choose.
    await expect(page.getByRole('table', { name: 'Attendance' }).getByRole('row')).toHaveCount(3)
    const choice = page.getByRole('combobox', { name: 'Day or session' })
    await expect(choice).toHaveCount(0)
    const twoDays = await eventOfTwoDays(databaseUrl)
    await page.goto(`${eventsPath}/${twoDays}`)
    await page.getByRole('button', { name: 'Attendance' }).click()
    const days = page.getByRole('list', { name: 'Check-ins by day or session' }).getByRole('listitem')
    await expect(days).toHaveText([/ 20\d\d2$/, / 20\d\d1$/])
    const rows = page.getByRole('table', { name: 'Attendance' }).getByRole('row')
    await expect(rows).toHaveCount(4)
    await choice.selectOption({ index: 2 })
    await expect(rows).toHaveCount(2)
  })
})

/** One that two came to yesterday, and one of them today. */
async function eventOfTwoDays(databaseUrl: string): Promise<string> {
  const [row] = await ask<{ id: string }>(
    databaseUrl,
    `with held as (
       insert into event (business_id, name, location, start_date, end_date, check_in_start, check_in_end, time_zone,
         member_filter, status, published_at)
       select 'harbourside', 'Two days', 'Hall', today - 1, today, '00:00', '23:59', 'Australia/Sydney', '', 'Published',
         now() - interval '3 days' from (select (now() at time zone 'Australia/Sydney')::date as today) d
       returning event_id, start_date, end_date
     ), came as (
       select member_id, row_number() over (order by member_id) as n from member
       where business_id = 'harbourside' and deleted_at is null order by member_id limit 2
     ), scans as (
       insert into event_scan (business_id, event_id, scan_id, member_id, code, result, occasion, scanned_at, device_name,
         actor_id, actor_name)
       select 'harbourside', event_id, 'two-days-' || n || day, member_id, 'x', 'Valid', day::text, now(), '', '', ''
       from held, came, unnest(array[start_date, end_date]) as day where n = 1 or day = start_date
     )
     select event_id as id from held`,
  )
  return row!.id
}
