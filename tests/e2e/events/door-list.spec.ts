import type { Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { ask } from '#e2e/ask-database.ts'
import { expect, expectAccessible, signIn, startSession, test } from '#e2e/fixtures.ts'
import { item } from './events-page.ts'
import { openSlowLine } from './slow-line.ts'

// What these pages keep on the device, the next test must not find.
test.use({ hasOwnPage: true })

const text = messages.doorList
const parts = '**/door/list/parts/*'

/** An event of today for everybody of a business with more members than go into one part. */
async function newDoor(databaseUrl: string, members = 5_000): Promise<string> {
  await ask(
    databaseUrl,
    `insert into member (business_id, member_id, member_key, venue_no, first_name, last_name, membership_type, card_number)
     select business_id, gen_random_uuid(), gen_random_uuid(), venue_no, 'Guest', n::text, membership_type, 'C-' || $1 || '-' || n
     from generate_series(1, $1::integer) n, (select * from member where business_id = 'harbourside' limit 1) m
     on conflict do nothing`,
    [members],
  )
  const [row] = await ask<{ id: string }>(
    databaseUrl,
    `insert into event (business_id, name, location, start_date, end_date, check_in_start, check_in_end, time_zone,
       member_filter, status, published_at)
     select 'harbourside', 'Large door', 'Hall', current_date - 1, current_date + 1, '00:00', '23:59', 'UTC', '',
       'Published', now() returning event_id as id`,
  )
  return row!.id
}

/** The parts of lists that the device has. */
const keptParts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('hub-door-list')
        opening.addEventListener('error', () => reject(new Error('There is no list.')))
        opening.addEventListener('success', () => {
          const listing = opening.result.transaction('parts').objectStore('parts').getAllKeys()
          listing.addEventListener('success', () =>
            resolve((listing.result as [key: string, part: string][]).map(([, part]) => part)),
          )
        })
      }),
  )

test('a list that breaks off on its way says so, goes on where it was, and is gone after the event', async ({
  page,
  context,
  databaseUrl,
}) => {
  const eventId = await newDoor(databaseUrl)
  let asked = 0
  let isBroken = true
  await context.route(parts, (route) => {
    asked += 1
    return isBroken && asked > 2 ? route.abort('connectionreset') : route.continue()
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'door@harbourside.example', `/scan/harbourside/${eventId}`)
  const progress = page.getByRole('progressbar')
  await expect(progress).toBeVisible()
  await expect.poll(() => progress.evaluate((bar) => (bar as HTMLProgressElement).value)).toBeGreaterThan(0)
  await expect(page.getByText(/The list of members is on its way: [\d,]+ of [\d,]+\./)).toBeVisible()
  await expect(page.getByRole('status')).toContainText(text.none)
  await expectAccessible(page)

  await context.setOffline(true)
  await expect(page.getByText(/has come as far as [\d,]+ of [\d,]+\./)).toBeVisible()
  await expectAccessible(page)

  // What was still on its way when the connection went has to be fetched once more, and nothing else.
  const cameBefore = await keptParts(page)
  expect(cameBefore.length).toBeGreaterThan(0)
  const fetched: string[] = []
  context.on('request', (request) => fetched.push(new URL(request.url()).pathname.split('/').at(-1)!))
  isBroken = false
  await context.setOffline(false)
  await expect(page.getByRole('status')).toContainText(/List of \d,\d{3} from \d\d:\d\d/)
  await expect(progress).toBeHidden()
  expect(await keptParts(page)).toEqual(expect.arrayContaining(cameBefore))
  expect((await keptParts(page)).length).toBeGreaterThan(2)
  expect(fetched.filter((part) => cameBefore.includes(part))).toEqual([])

  await ask(
    databaseUrl,
    `update event set status = 'Completed', revision = revision + 1 where event_id = $1`,
    [eventId],
  )
  await page.reload()
  await expect(page.getByText('Event not open')).toBeVisible()
  await expect.poll(() => keptParts(page)).toEqual([])
})

test('a list of 170,000 members arrives over a slow 3G connection @long', async ({
  page,
  baseURL,
  databaseUrl,
}) => {
  test.setTimeout(30 * 60_000)
  const patience = { timeout: 5 * 60_000 }
  const eventId = await newDoor(databaseUrl, 170_000)
  const { url, close } = await openSlowLine(baseURL!)
  await startSession(page, 'door@harbourside.example')
  await page.goto(`${url}/scan/harbourside/${eventId}`, patience)
  await expect(page.getByRole('progressbar')).toBeVisible(patience)
  const hasAll = async () =>
    /List of 17\d,\d{3} from/.test((await page.getByRole('status').textContent()) ?? '')
  // Nothing breaks off, and nothing is begun anew: one part after the other comes, and stays.
  let come: string[] = []
  while (!(await hasAll())) {
    const before = come.length
    await expect
      .poll(async () => (await keptParts(page)).length > before || (await hasAll()), patience)
      .toBe(true)
    const now = await keptParts(page)
    expect(now).toEqual(expect.arrayContaining(come))
    come = now
  }
  close()
})

test('door staff see the events and go to the door of one', async ({ page }) => {
  await signIn(page, 'door@harbourside.example', '/businesses/harbourside/events')
  await expect(item(page, 'Members’ Trivia Night')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: messages.events.searchPlaceholder })).toBeHidden()
  await expect(page.getByRole('link', { name: messages.events.createNew })).toBeHidden()
  await expect(page.getByText(messages.events.selectOne)).toBeHidden()
  await item(page, 'Members’ Trivia Night').click()
  await expect(page).toHaveURL(/\/scan\/harbourside\/[\w-]+$/)
  await expect(page.getByRole('heading', { name: 'Members’ Trivia Night' })).toBeVisible()
})
