import { messages } from '#contract/messages.ts'
import { expect, expectAccessible, signIn, test } from '#e2e/fixtures.ts'
import { eventsApiPath as apiPath, item, list, panel } from './events-page.ts'

const text = messages.events
const admin = 'admin@harbourside.example'
const eventsPath = '/businesses/harbourside/events'
const phone = { width: 390, height: 844 }

test('shows one beside the list, or in its place on a phone, and says what failed to load @long', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, admin, eventsPath)
  await item(page, 'Gold Members’ Dinner').click()
  await expect(panel(page).getByRole('heading', { name: 'Gold Members’ Dinner' })).toBeVisible()
  await expect(panel(page)).toContainText('1 day')
  await expect(panel(page)).toContainText(/\d+ members/)
  await page.getByRole('button', { name: text.copyScanUrl }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const eventId = new URL(page.url()).searchParams.get('event') ?? ''
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(new RegExp(`/scan/harbourside/${eventId}$`))
  await expectAccessible(page)
  // What is opened, typed and scrolled to outlives a change of the window's width.
  const [shown, record] = await Promise.all([list(page), panel(page)].map((part) => part.elementHandle()))
  await page.setViewportSize(phone)
  await expect(list(page)).toBeHidden()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(list(page)).toBeVisible()
  for (const part of [shown, record]) expect(await part?.evaluate((it) => it.isConnected)).toBe(true)
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: text.backToAll }).click()
  await expect(item(page, 'Gold Members’ Dinner')).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.route(`**${apiPath}/*/attendance/*`, (route) => route.abort())
  await item(page, 'Western Reunion').click()
  await expect(page.getByText(text.kpisFailed)).toBeVisible()
  await page.route(`**${apiPath}/*`, (route) => route.abort())
  await item(page, 'Beach Carnival').click()
  await expect(page.getByText(text.loadFailed)).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(panel(page).getByRole('heading', { name: 'Beach Carnival' })).toBeVisible()
  await page.route(`**${apiPath}?*`, (route) => route.abort())
  await page.reload()
  await expect(page.getByText(text.searchFailed)).toBeVisible()
})
