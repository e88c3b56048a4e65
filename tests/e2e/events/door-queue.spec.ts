import type { Browser, Page } from '@playwright/test'
import { ask } from '#e2e/ask-database.ts'
import { expect, expectAccessible, signIn, startSession, test } from '#e2e/fixtures.ts'
import { openWifi } from './captive-portal.ts'
import { type, typeAsScanner } from './door-device.ts'
import { connection, isKept, last, membersOf, newDoor, result, resultsStay } from './door-page.ts'

// What these pages keep on the device, the next test must not find.
test.use({ hasOwnPage: true })

const door = 'door@harbourside.example'
const admin = 'admin@harbourside.example'
const hourMs = 3_600_000

test('neither a Wi-Fi that asks to sign in nor a clock that is an hour wrong closes a door, and no scan is lost', async ({
  page,
  baseURL,
  databaseUrl,
}) => {
  const [one, two, ...others] = (await membersOf(databaseUrl)).filter(({ isFinancial }) => isFinancial)
  const eventId = await newDoor(databaseUrl, 30)
  const { wifi, url, close } = await openWifi(baseURL!)
  await resultsStay(page)
  await setClock(page, hourMs)
  await startSession(page, door)
  await page.goto(`${url}/scan/harbourside/${eventId}`)
  await expect(connection(page)).toContainText('List of')
  await isKept(page)

  wifi.asksToSignIn = true
  await type(page, one!.number)
  await expect(result(page)).toContainText(`Welcome${one!.name}`)
  await expect(result(page)).toContainText('Decided by this device, offline.')
  await expect(connection(page)).toContainText('Offline')
  // Whatever it answers, also to the page itself and to the token.
  await page.reload()
  await expect(connection(page)).toContainText('Offline')
  await expect(page.getByRole('region', { name: 'People in' })).toContainText('1 in')
  const tries = Array.from({ length: 8 }, () => tryAgain(page))
  await Promise.all(tries)
  await expect.poll(() => wifi.answered).toBeGreaterThan(tries.length)
  await type(page, two!.number)
  await expect(result(page)).toContainText(`Welcome${two!.name}`)
  await expect(connection(page)).toContainText('2 scans wait to be sent.')

  wifi.asksToSignIn = false
  await tryAgain(page)
  await expect(connection(page)).toContainText('Online')
  await expect(connection(page)).toContainText('List of')
  const stored = await ask<{ result: string; isNow: boolean }>(
    databaseUrl,
    `select result, abs(extract(epoch from now() - scanned_at)) < 300 as "isNow" from event_scan where event_id = $1`,
    [eventId],
  )
  expect(stored).toEqual(Array.from({ length: 2 }, () => ({ result: 'Valid', isNow: true })))

  // A queue with a scanner: one goes on while the last is still being asked for.
  for (const { number } of others.slice(0, 20)) await typeAsScanner(page, number)
  await expect(page.getByRole('region', { name: 'People in' })).toContainText('22 in')
  await expect(connection(page)).not.toContainText('to be sent')
  const counted = await ask<{ people: number }>(
    databaseUrl,
    `select count(distinct member_id)::int as people from event_scan where event_id = $1 and result = 'Valid'`,
    [eventId],
  )
  expect(counted).toEqual([{ people: 22 }])
  await page.close()
  close()
})

// More than a call takes, which goes in several: queue.test.ts; many at many doors: many-doors.test.ts and doors-property.test.ts.
const queue = 200

test('two doors with wrong clocks scan two hundred each in ten minutes without a connection, and everybody counts once', async ({
  page,
  browser,
  baseURL,
  databaseUrl,
}) => {
  const eventId = await newDoor(databaseUrl)
  const numbers = (await membersOf(databaseUrl))
    .filter(({ isFinancial }) => isFinancial)
    .map(({ number }) => number)
  await startSession(page, admin)
  const { token } = await (await page.request.post('/identity/token')).json()
  const headers = { authorization: `Bearer ${token}` }
  const api = `/api/cherrypass/v1/harbourside/events/${eventId}`
  const openDoor = async (Name: string, wrongByMs: number) => {
    const kit = await (await page.request.post(`${api}/door-kits`, { headers, data: { Name } })).json()
    return openKit(browser, `${baseURL}/scan/harbourside/${eventId}#kit=${kit.Secret}`, wrongByMs)
  }
  const doors = [await openDoor('North', -4 * 60_000), await openDoor('South', hourMs)]
  // Half of them are let in at both, in the last minutes.
  const queues = [numbers.slice(0, queue), numbers.slice(queue / 2, queue * 1.5).toReversed()]
  for (const [i, device] of doors.entries()) {
    await device.context().setOffline(true)
    await scanAll(device, queues[i]!, 10 * 60_000)
    await expect(connection(device)).toContainText(`${queue} scans wait to be sent.`)
    await expect(device.getByRole('region', { name: 'People in' })).toContainText(`${queue} in`)
  }
  for (const device of doors) {
    await device.context().setOffline(false)
    await expect(connection(device)).toContainText('List of')
    await device.context().close()
  }
  const counted = await (await page.request.get(`${api}/attendance/kpi`, { headers })).json()
  expect(counted.ValidScanCount).toBe(queue * 1.5)
  // By whichever clock: each door let people in for the ten minutes before it had a connection again.
  const stored = await ask<{ scans: number; minutes: number; isBefore: boolean; twice: number }>(
    databaseUrl,
    `select count(*)::int as scans, round(extract(epoch from max(scanned_at) - min(scanned_at)) / 60)::int as minutes,
       max(scanned_at) <= now() and min(scanned_at) > now() - interval '20 minutes' as "isBefore",
       (sum(count(*) filter (where is_let_in_twice)) over ())::int as twice
     from event_scan where event_id = $1 group by device_name`,
    [eventId],
  )
  const ofEach = { scans: queue, minutes: 10, isBefore: true, twice: queue / 2 }
  expect(stored).toEqual([ofEach, ofEach])
  await signIn(page, admin, `/businesses/harbourside/events/${eventId}`)
  await expect(page.getByText(String(queue * 1.5), { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Attendance' }).click()
  await expect(page.getByText(`${queue / 2} let in twice`)).toBeVisible()
  await expect(
    page.getByRole('table', { name: 'Attendance' }).getByText('Let in twice').first(),
  ).toBeVisible()
})

/** Has the door try to connect at once, not in a few seconds. */
const tryAgain = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('online')))

type WithClock = typeof globalThis & { clockAheadMs: number }

// The page's clock of Playwright would take along what the browser knows of the files that were loaded.
const setClock = (page: Page, aheadMs: number) =>
  page.addInitScript((ms) => {
    const { now } = Date
    const clock = globalThis as WithClock
    clock.clockAheadMs = ms
    globalThis.Date = class extends Date {
      constructor(...given: [] | [number]) {
        super(given.length === 0 ? now() + clock.clockAheadMs : given[0])
      }
      static override now = () => now() + clock.clockAheadMs
    } as DateConstructor
  }, aheadMs)

async function openKit(browser: Browser, link: string, clockAheadMs: number): Promise<Page> {
  const device = await (await browser.newContext()).newPage()
  await setClock(device, clockAheadMs)
  await device.goto(link)
  await expect(connection(device)).toContainText('List of')
  return device
}

/** Scans as fast as a scanner could, whatever is on the screen, while the device's clock goes through so much time until now. */
async function scanAll(device: Page, numbers: readonly string[], withinMs: number) {
  await device.evaluate(
    async ({ codes, lastsMs }) => {
      const clock = globalThis as WithClock
      const ahead = clock.clockAheadMs
      for (const [i, code] of codes.entries()) {
        clock.clockAheadMs = ahead - lastsMs * (1 - (i + 1) / codes.length)
        for (const key of [...code, 'Tab'])
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
        await new Promise((resolve) => setTimeout(resolve))
      }
    },
    { codes: numbers, lastsMs: withinMs },
  )
}

test('the result clears itself, and what is at hand is set, searched and undone', async ({
  page,
  databaseUrl,
}) => {
  const eventId = await newDoor(databaseUrl)
  await ask(
    databaseUrl,
    `update event set capacity = 2, reentry = 'checkout', revision = 9 where event_id = $1`,
    [eventId],
  )
  const [one, two, three] = (await membersOf(databaseUrl)).filter(({ isFinancial }) => isFinancial)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, door, `/scan/harbourside/${eventId}`)
  await expect(connection(page)).toContainText('List of')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('Clear the result').selectOption('After 2 seconds')
  await page.getByLabel('Sound').uncheck()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Settings' }).click()

  await typeAsScanner(page, one!.number)
  await expect(result(page)).toContainText(one!.number)
  await expect(result(page)).toContainText('Ready to scan')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('Clear the result').selectOption('With the next scan')
  const people = page.getByRole('region', { name: 'People in' })
  await expect(people).toContainText('1 left of 2')
  // The next one wins at once, over one whose answer is still on its way.
  const answers = Promise.withResolvers<void>()
  await page.route('**/scans', async (route) => {
    await answers.promise
    await route.continue()
  })
  await typeAsScanner(page, one!.number)
  await expect(result(page)).toContainText('Looking…')
  await typeAsScanner(page, two!.number)
  answers.resolve()
  await expect(result(page)).toContainText(`Welcome${two!.name}`)
  await expect(last(page).filter({ hasText: 'Already in' })).toContainText(one!.name)
  await page.unrouteAll({ behavior: 'wait' })
  await expect(people).toContainText('Full')
  // It is full, and staff let one more in.
  await typeAsScanner(page, three!.number)
  await expect(result(page)).toContainText('Full')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Let in all the same' }).click()
  await page.getByLabel('Reason').fill('The band’s guest')
  await page.getByRole('button', { name: 'Let in', exact: true }).click()
  await expect(result(page)).toContainText('Welcome')
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByRole('button', { name: 'Out', exact: true }).click()
  await expect(page.getByText('Checking out: people leave')).toBeVisible()
  await typeAsScanner(page, one!.number)
  await expect(result(page)).toContainText('Goodbye')
  await expectAccessible(page)
  await typeAsScanner(page, one!.number)
  await expect(result(page)).toContainText('Not in')
  await page.getByRole('button', { name: 'In', exact: true }).click()
  await page.getByRole('button', { name: 'Next' }).click()

  await page
    .getByRole('button', { name: `Undo ${two!.name}` })
    .first()
    .click()
  await page.getByLabel('Why (optional)').fill('Scanned by mistake')
  await page.getByRole('button', { name: 'Undo this scan' }).click()
  await expect(last(page).filter({ hasText: 'Undone' })).toHaveCount(1)
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.getByLabel('Number or name').fill(two!.name)
  await expect(page.getByRole('list', { name: 'Members on the list' })).toContainText(two!.number)
  await expectAccessible(page)
})

test('an account of another business is told so, and somebody else signs in at the same door', async ({
  page,
  databaseUrl,
}) => {
  const eventId = await newDoor(databaseUrl)
  const other = 'admin@valley-golf.example'
  await signIn(page, other, `/scan/harbourside/${eventId}`)
  await expect(
    page.getByText(`You are signed in as ${other}. This door belongs to Harbourside Leagues Club.`),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in as somebody else' }).click()
  await page.getByLabel('Email').fill(door)
  await page.getByLabel('Password').fill('demo-password')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Door test' })).toBeVisible()
})
