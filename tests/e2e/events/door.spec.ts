import type { BrowserContext, LaunchOptions } from '@playwright/test'
import { ask } from '#e2e/ask-database.ts'
import { test as base, expect, expectAccessible, signIn, startSession } from '#e2e/fixtures.ts'
import { cameraThatSees } from '#tests/fakes/fake-camera.ts'
import { equip, toldOf, type, typeAsScanner, keptKey } from './door-device.ts'
import {
  connection,
  isKept,
  last,
  type Member,
  membersOf,
  newDoor,
  result,
  resultsStay,
} from './door-page.ts'

// Made for every demo: member 10001 exists, whoever they are.
const seen = '10001'
const test = base.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...(await cameraThatSees(seen))] }),
    { scope: 'worker' },
  ],
})

// What these pages keep on the device, the next test must not find.
test.use({ hasOwnPage: true })
test.beforeEach(({ page }) => resultsStay(page))

const phone = { width: 390, height: 844 }
const door = 'door@harbourside.example'
const admin = 'admin@harbourside.example'

const scansOf = (databaseUrl: string, eventId: string) =>
  ask<{ code: string; result: string; undone: boolean }>(
    databaseUrl,
    `select code, result, undone_at is not null as undone from event_scan where event_id = $1 order by scanned_at`,
    [eventId],
  )

test('the camera reads a card, and says who it is', async ({ page, databaseUrl }) => {
  const eventId = await newDoor(databaseUrl)
  await ask(
    databaseUrl,
    `update member set date_financial = current_date + 30 where membership_number = $1`,
    [seen],
  )
  await equip(page)
  await signIn(page, door, `/scan/harbourside/${eventId}`)
  await expect(page.getByRole('heading', { name: 'Door test' })).toBeVisible()
  await expect(result(page)).toContainText('Ready to scan')
  await expect(connection(page)).toContainText(/List of [\d,]+ from \d\d:\d\d/)
  const { screen: lit } = await toldOf(page)
  expect(lit).toContain('screen')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Full screen' }).click()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(result(page)).toContainText('Welcome')
  const [member] = (await membersOf(databaseUrl)).filter(({ number }) => number === seen)
  await expect(result(page)).toContainText(member!.name)
  await expect(result(page)).toContainText(/Bronze|Silver|Gold/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next' }).click()
  const torch = page.getByRole('button', { name: 'Torch' })
  await torch.click()
  await expect(torch).toHaveAttribute('aria-pressed', 'true')
  await torch.click()
  await expect(torch).toHaveAttribute('aria-pressed', 'false')
  // Held before the camera it is one scan.
  await expect(page.getByRole('button', { name: 'Stop the camera' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop the camera' }).click()
  await expect(last(page)).toHaveCount(1)
  await expect
    .poll(() => scansOf(databaseUrl, eventId))
    .toEqual([{ code: seen, result: 'Valid', undone: false }])
  await page.getByRole('button', { name: 'Undo last' }).click()
  await expect(last(page)).toContainText('Undone')
  await expect.poll(async () => (await scansOf(databaseUrl, eventId))[0]?.undone).toBe(true)

  // Another camera has yet to see the card.
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(result(page)).toContainText('Welcome')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Which camera').selectOption('Front camera')
  await expect(result(page)).toContainText('Already in')
  await expect
    .poll(() => toldOf(page))
    .toEqual({
      torch: [{ torch: true }, { torch: false }],
      cameras: ['environment', 'environment', 'front'],
      shakes: [[80], [80], [60, 60, 60]],
      notes: [880, 1320, 880, 1320, 660, 660],
      // It stays on for as long as the page is looked at.
      screen: [...lit, 'full'],
    })
})

test('numbers, names and a scanner’s keys are understood, and every refusal has its words', async ({
  page,
  databaseUrl,
}) => {
  const eventId = await newDoor(databaseUrl)
  const members = await membersOf(databaseUrl)
  const [one, two] = members.filter(({ isFinancial }) => isFinancial)
  const late = members.find(({ isFinancial }) => !isFinancial)
  await page.setViewportSize(phone)
  await equip(page)
  await signIn(page, admin, `/scan/harbourside/${eventId}`)
  await expect(connection(page)).toContainText('List of')
  await expectAccessible(page)

  await type(page, one!.number)
  await expect(result(page)).toContainText(`Welcome${one!.name}`)
  await type(page, one!.number)
  await expect(result(page)).toContainText('Already in')
  await expect(result(page)).toContainText(/In since \d\d:\d\d\./)
  await expectAccessible(page)

  await page.getByLabel('Number or name').fill(two!.name.toUpperCase())
  await page.getByRole('list', { name: 'Members on the list' }).getByRole('button').first().click()
  await expect(result(page)).toContainText(/(Welcome|Already in).*/)
  await page.getByLabel('Number or name').fill('Nobody Atall')
  await expect(page.getByText('Nobody on the list has this name.')).toBeVisible()
  await page.getByLabel('Number or name').fill('')

  await typeAsScanner(page, 'LIBRARY42')
  await expect(result(page)).toContainText('Unknown card')
  const told = await toldOf(page)
  expect(told.shakes.at(-1)).toEqual([300, 80, 300])
  expect(told.notes.slice(-2)).toEqual([220, 180])

  await type(page, late!.number)
  await expect(result(page)).toContainText('Not eligible')
  await expect(result(page)).toContainText(/Unfinancial since \d+ \w+/)
  await expectAccessible(page)
  // The next card that a scanner reads is no reason to let the last one in.
  await page.getByRole('button', { name: 'Let in all the same' }).click()
  await expect(page.getByLabel('Reason')).toBeFocused()
  await typeAsScanner(page, 'LIBRARY43', 'input:focus')
  await expect(result(page)).toContainText('Unknown card')
  await type(page, late!.number)
  await page.getByRole('button', { name: 'Let in all the same' }).click()
  await page.getByLabel('Reason').fill('Paid at the bar')
  await page.getByRole('button', { name: 'Let in', exact: true }).click()
  await expect(result(page)).toContainText('Welcome')

  await page.setViewportSize({ width: 1440, height: 900 })
  await expectAccessible(page)
  await ask(
    databaseUrl,
    `update event set check_in_start = '00:00', check_in_end = '00:00', revision = 9 where event_id = $1`,
    [eventId],
  )
  await type(page, two!.number)
  await expect(result(page)).toContainText('Outside check-in time')
  await ask(databaseUrl, `update event set status = 'Completed', revision=10 where event_id = $1`, [eventId])
  await type(page, two!.number)
  await expect(result(page)).toContainText('Event not open')
  await page.reload()
  await expect(result(page)).toContainText('Event not openThis event is completed.')
})

test('goes on without a connection, also after its tab was closed, and hands all of it in once', async ({
  page: first,
  context,
  databaseUrl,
}) => {
  const eventId = await newDoor(databaseUrl)
  const url = `/scan/harbourside/${eventId}`
  const members = await membersOf(databaseUrl)
  const [one, two, three] = members.filter(({ isFinancial }) => isFinancial)
  const late = members.find(({ isFinancial }) => !isFinancial)
  await signIn(first, door, url)
  await expect(connection(first)).toContainText('List of')
  await isKept(first)
  expect(await keptKey(first)).toMatchObject({ type: 'secret', extractable: false, usages: ['sign'] })
  // What a browser asks for before it offers to install a page.
  const manifest = await (await context.newCDPSession(first)).send('Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  const icons = [{ sizes: 'any' }, { sizes: '192x192' }, { sizes: '512x512' }]
  expect(JSON.parse(manifest.data ?? '')).toMatchObject({ start_url: '.', display: 'standalone', icons })
  expect((await first.request.get('/door/icon-512.png')).headers()['content-type']).toBe('image/png')

  await context.setOffline(true)
  await type(first, one!.number)
  await expect(result(first)).toContainText(`Welcome${one!.name}`)
  // The list has the end of the number, and the year.
  await expect(result(first)).toContainText(`…${one!.number.slice(-2)} · born `)
  await expect(result(first)).toContainText('Decided by this device, offline.')
  await type(first, one!.number)
  await expect(result(first)).toContainText('Already in')
  await type(first, late!.number)
  await expect(result(first)).toContainText('Not on the list of')
  await expect(connection(first)).toContainText('Offline')
  await expect(connection(first)).toContainText('3 scans wait to be sent.')
  await expectAccessible(first)
  await first.close()

  const second = await context.newPage()
  await resultsStay(second)
  await second.goto(url)
  await expect(second.getByRole('heading', { name: 'Door test' })).toBeVisible()
  await expect(connection(second)).toContainText('3 scans wait to be sent.')
  await type(second, two!.number)
  await expect(result(second)).toContainText('Welcome')
  await type(second, three!.number)
  await expect(result(second)).toContainText('Welcome')
  await result(second).getByRole('button', { name: 'Undo' }).click()
  await expect(connection(second)).toContainText('6 scans wait to be sent.')
  // Meanwhile another door has let the first one in, later.
  await scanElsewhere(databaseUrl, eventId, one!)

  await context.setOffline(false)
  await expect(connection(second)).toContainText('Online')
  await expect(connection(second)).toContainText('List of')
  await expect(last(second).filter({ hasText: 'not sent yet' })).toHaveCount(0)
  await expect
    .poll(() => scansOf(databaseUrl, eventId))
    .toEqual([
      { code: one!.number, result: 'Valid', undone: false },
      { code: one!.number, result: 'AlreadyIn', undone: false },
      { code: late!.number, result: 'NotEligible', undone: false },
      { code: two!.number, result: 'Valid', undone: false },
      { code: three!.number, result: 'Valid', undone: true },
      { code: one!.number, result: 'AlreadyIn', undone: false },
    ])
})

test('a door kit opens its door without an account, until it is revoked', async ({
  page,
  browser,
  baseURL,
  databaseUrl,
}) => {
  const eventId = await newDoor(databaseUrl)
  await startSession(page, admin)
  const { token } = await (await page.request.post('/identity/token')).json()
  const headers = { authorization: `Bearer ${token}` }
  const kits = `/api/cherrypass/v1/harbourside/events/${eventId}/door-kits`
  const made = await (await page.request.post(kits, { headers, data: { Name: 'Side gate' } })).json()

  const stranger: BrowserContext = await browser.newContext({ baseURL: baseURL ?? '' })
  const kit = await stranger.newPage()
  await kit.goto(`/scan/harbourside/${eventId}`)
  await expect(kit.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
  await expectAccessible(kit)
  await kit.getByLabel('Email').fill('disabled@harbourside.example')
  await kit.getByLabel('Password').fill('demo-password')
  await kit.getByRole('button', { name: 'Next' }).click()
  await expect(kit.getByRole('alert')).toHaveText('This account has been disabled.')
  await kit.goto(`/scan/harbourside/${eventId}#kit=${made.Secret}`)
  await kit.reload()
  await expect(kit.getByText('Door kit Side gate')).toBeVisible()
  expect(kit.url()).not.toContain('kit=')
  await type(kit, 'LIBRARY42')
  await expect(result(kit)).toContainText('Unknown card')

  await page.request.delete(`${kits}/${made.DoorKit.DoorKitId}`, { headers })
  await type(kit, 'LIBRARY42')
  await expect(kit.getByRole('heading', { name: 'This door is closed' })).toBeVisible()
  await expect(kit.getByText('This door kit no longer works. Ask for a new one.')).toBeVisible()
  await expectAccessible(kit)
  await stranger.close()
})

async function scanElsewhere(databaseUrl: string, eventId: string, member: Member) {
  await ask(
    databaseUrl,
    `insert into event_scan (business_id, event_id, scan_id, member_id, code, result, scanned_at, device_name, actor_id, actor_name)
     values ('harbourside', $1, 'other-door-1', $2, $3, 'Valid', now(), 'Other door', 'x', 'Other door')`,
    [eventId, member.id, member.number],
  )
}
