import { messages } from '#contract/messages.ts'
import { toast } from '#e2e/access/users-page.ts'
import { expect, expectAccessible, longStep, signIn, test } from '#e2e/fixtures.ts'
import {
  askToRevoke,
  choose,
  dialog,
  eventsApiPath as apiPath,
  item,
  keepToday,
  list,
  panel,
  scanSomebody,
} from './events-page.ts'

const text = messages.events
const admin = 'admin@harbourside.example'
const eventsPath = '/businesses/harbourside/events'
const phone = { width: 390, height: 844 }

test('finds events by tab, words, status, day and order, all of it in the address', async ({
  page,
  databaseUrl,
}) => {
  await keepToday(databaseUrl)
  await signIn(page, admin, '/businesses/harbourside')
  await page.getByRole('link', { name: 'Events' }).click()
  await expect(page).toHaveURL(eventsPath)
  await expect(page.getByText(text.selectOne)).toBeVisible()
  await expect(list(page).getByRole('link').first()).toContainText('Members’ Trivia Night')
  await expect(item(page, 'Beach Carnival')).toContainText('Canceled')
  await expect(item(page, 'Western Reunion')).toContainText('Check-in 17:30 – 21:00')
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Today' }).click()
  await expect(list(page).getByRole('link')).toHaveText([
    /Trivia Night.*\d+ check-ins$/,
    /Festival.*\d+ check-ins? today$/,
  ])
  await page.getByRole('tab', { name: 'Upcoming' }).click()
  await expect(list(page).getByRole('link')).toHaveCount(2)
  await expect(page).toHaveURL(/tab=upcoming/)
  await page.getByRole('tab', { name: 'All' }).click()
  await page.getByRole('searchbox', { name: text.searchPlaceholder }).fill('regatta')
  await expect(list(page).getByRole('link')).toHaveText([/Harbour Regatta Weekend/])
  await page.getByRole('searchbox', { name: text.searchPlaceholder }).fill('bingo')
  await expect(page.getByText(text.noneMatching('bingo'))).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByLabel('Status').selectOption('Completed')
  await expect(list(page).getByRole('link')).toHaveText([/Spring Racing Luncheon/])
  await page.getByLabel('Status').selectOption('')
  await page.getByLabel('Sort by').selectOption('Name (A-Z)')
  await expect(list(page).getByRole('link').first()).toContainText('Beach Carnival')
  await page.reload()
  await expect(list(page).getByRole('link').first()).toContainText('Beach Carnival')
  await page.getByRole('textbox', { name: 'Date' }).fill('01/01/2020')
  await page.keyboard.press('Enter')
  await expect(page.getByText(text.noneFound)).toBeVisible()
  await expect(page).toHaveURL(/date=2020-01-01/)
})

test('an event is made, published, changed, tried out, copied and closed', async ({ page }) => {
  await signIn(page, admin, eventsPath)
  await page.getByRole('link', { name: text.createNew }).click()
  await expect(page).toHaveURL(`${eventsPath}/new`)
  // Most of it is as it was the last time.
  await expect(page.getByLabel('Event Location')).not.toHaveValue('')
  for (const field of ['Check-in Start Time', 'Check-in End Time', 'Event Location'])
    await page.getByLabel(field).fill('')
  await page.getByRole('button', { name: text.saveDraft }).click()
  for (const sentence of [
    text.nameRequired,
    text.startDateRequired,
    text.endDateRequired,
    text.checkInStartRequired,
    text.checkInEndRequired,
    text.locationRequired,
  ])
    await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByLabel('Event Name')).toBeFocused()
  await expect(page.getByRole('region', { name: text.eventDetails })).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Event Name').fill('Winter Quiz')
  await page.getByLabel('Event Start Date').fill('02/02/2026')
  await page.getByLabel('Event End Date').fill('01/02/2026')
  await page.getByLabel('Check-in Start Time').fill('19:00')
  await page.getByLabel('Check-in End Time').fill('18:00')
  await page.getByLabel('Event Location').fill('Harbour Room')
  await page.getByRole('button', { name: text.saveDraft }).click()
  await expect(page.getByText(text.endBeforeStart)).toBeVisible()
  await expect(page.getByText(text.checkInEndBeforeStart)).toBeVisible()
  const zones = page.getByLabel('Time Zone').getByRole('option')
  await expect(zones.first()).toHaveText(/^Australia\//)
  await expect(page.getByLabel('Time Zone')).toHaveValue('Australia/Sydney')

  await page.getByRole('button', { name: text.editFilter }).click()
  await dialog(page).getByRole('tab', { name: 'Text' }).click()
  await dialog(page).getByRole('textbox').first().fill('Financial=true&MemberLevel=Gold')
  await expect(dialog(page).getByText(/\d+ members match/)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Apply' }).click()
  const preview = page.getByRole('region', { name: text.preview })
  await expect(preview).toContainText('Winter Quiz')
  await expect(preview).toContainText('Gold')
  await expect(preview).toContainText(/\d+ members/)

  // It is saved, but over before it began.
  await page.getByLabel('Event End Date').fill('03/02/2026')
  await page.getByLabel('Check-in End Time').fill('21:00')
  await page.getByRole('button', { name: text.publish }).click()
  const reason = 'The event ended on 3 Feb 2026. Change its dates to publish it.'
  await expect(page.getByText(text.publishFailed(reason))).toBeVisible()
  await expect(page).toHaveURL(/\/events\/[\w-]{36}$/)
  await expect(page.getByRole('main')).toContainText('2 days')

  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page).toHaveURL(/edit=true$/)
  await page.getByLabel('Event Start Date').fill('02/02/2040')
  await expect(page.getByLabel('Event End Date')).toHaveValue('3 Feb 2040')
  await page.getByLabel('Event End Date').fill('02/02/2040')
  await page.getByRole('button', { name: text.publish }).click()
  await expect(toast(page, text.updated)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Published')

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Event Location').fill('The Terrace')
  await expect(page.getByRole('button', { name: text.publish })).toBeHidden()
  await page.getByRole('button', { name: text.cancel }).click()
  await dialog(page).getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: text.save, exact: true }).click()
  await expect(page.getByRole('main')).toContainText('The Terrace')

  await choose(page, 'Who would get in?')
  await dialog(page).getByRole('searchbox').fill('Smith')
  await dialog(page).getByRole('list', { name: 'Members found' }).getByRole('button').first().click()
  await expect(dialog(page).getByText(/^(Yes|No), .+ would (not )?get in\.$/)).toBeVisible()
  await expect(page.getByText(text.publishFailed(reason))).toBeHidden()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await choose(page, 'Door kits')
  await dialog(page).getByLabel('Name').fill('Side gate')
  await dialog(page).getByRole('button', { name: 'New door kit' }).click()
  await expect(dialog(page).getByText(/\/scan\/harbourside\/.+#kit=kit\.harbourside\./)).toBeVisible()
  await expectAccessible(page)
  await askToRevoke(page, 'Side gate')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(1)
  await askToRevoke(page, 'Side gate')
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(dialog(page)).toHaveCount(1)
  await expect(dialog(page).getByRole('row', { name: /Side gate/ })).toContainText('Revoked')
  await page.keyboard.press('Escape')

  await choose(page, 'Duplicate event')
  await expect(toast(page, text.created)).toBeVisible()
  await expect(page.getByLabel('Event Name')).toHaveValue('Copy of Winter Quiz')
  await page.getByRole('button', { name: text.cancel }).click()
  await expect(page.getByRole('heading', { name: 'Copy of Winter Quiz', level: 1 })).toBeVisible()
  await choose(page, 'Delete event')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(eventsPath)
  await expect(item(page, 'Winter Quiz')).toHaveCount(1)

  await item(page, 'Winter Quiz').click()
  await choose(page, 'Cancel event')
  await dialog(page).getByRole('button', { name: 'Cancel event' }).click()
  await expect(panel(page)).toContainText('Canceled')
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Add to calendar', 'Duplicate event'])
})

test('attendance is told as it happens, and saved as a file', async ({ page, databaseUrl }) => {
  const words = messages.attendance
  await keepToday(databaseUrl)
  await signIn(page, admin, '/account')
  await page.getByLabel('Language of dates').selectOption('American')
  await expect(toast(page, 'Dates changed.')).toBeVisible()
  await page.getByRole('link', { name: 'Events' }).click()
  await page.getByRole('textbox', { name: 'Date' }).click()
  await expect(page.getByRole('columnheader')).toHaveText(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
  await expect(page.getByRole('button', { name: /^[A-Z][a-z]+ 14, \d{4}$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await item(page, 'Members’ Trivia Night').click()
  await expect(panel(page)).toContainText(/[A-Z][a-z]{2} \d+, \d{4}/)
  await page.getByRole('button', { name: 'Attendance' }).click()
  await expect(dialog(page)).toContainText(words.title)
  const count = dialog(page).getByRole('status', { name: words.title })
  await expect(count).toHaveText('46')
  await expect(dialog(page).getByRole('columnheader')).toHaveText([words.memberName, words.level, words.time])
  await expect(dialog(page).getByText('Live', { exact: true })).toBeVisible()
  const chart = dialog(page).getByRole('img', { name: /Arrivals by quarter of an hour.* \d+:\d\d\s[AP]M\.$/ })
  await expect(chart).toBeVisible()
  const cell = dialog(page).getByRole('time').first()
  await expect(cell).toHaveText(/^[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M/)
  await expectAccessible(page)
  await longStep(page, 'it is read on a phone as well', async () => {
    await page.keyboard.press('Escape')
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: 'Attendance' }).click()
    await expect(count).toHaveText('46')
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  // When a stream is taken up again: stream.test.ts.
  await longStep(page, 'a stream that breaks off is taken up again by itself', async () => {
    await page.keyboard.press('Escape')
    await page.route(`**${apiPath}/*/attendance/stream`, (route) => route.abort())
    await page.reload()
    await page.getByRole('button', { name: 'Attendance' }).click()
    await expect(dialog(page).getByText('Connecting…')).toBeVisible()
    await page.unrouteAll()
    await expect(dialog(page).getByText('Live', { exact: true })).toBeVisible()
  })

  const eventId = new URL(page.url()).searchParams.get('event') ?? ''
  expect(await scanSomebody(page, eventId)).toBe('Valid')
  await expect(count).toHaveText('47')
  await expect(page.getByText('47 check-ins')).toBeAttached()
  await dialog(page).getByRole('button', { name: messages.generic.loadMore }).click()
  await expect(dialog(page).getByText(/All 4\d shown/)).toBeVisible()

  const saved = page.waitForEvent('download')
  const told = toast(page, words.downloaded).waitFor()
  await dialog(page).getByLabel('Scans in the file').selectOption('All scans')
  await dialog(page).getByRole('button', { name: 'Download CSV' }).click()
  await told
  expect((await saved).suggestedFilename()).toMatch(/^.+ \d{4}-\d\d-\d\d attendance\.csv$/)
  // The same for every file: reports.spec.ts.
  await longStep(page, 'a file that is refused or fails says so', async () => {
    await page.route(`**${apiPath}/*/attendance/csv*`, (route) =>
      route.fulfill({ status: 409, json: { ErrorMessage: 'Not now.', ErrorCode: 'conflict' } }),
    )
    await dialog(page).getByRole('button', { name: 'Download CSV' }).click()
    await expect(page.getByText(words.downloadRefused)).toBeVisible()
    await page.route(`**${apiPath}/*/attendance/csv*`, (route) => route.abort())
    await dialog(page).getByRole('button', { name: 'Download CSV' }).click()
    await expect(page.getByText(words.downloadFailed)).toBeVisible()
    await page.unrouteAll()
  })

  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await item(page, 'Harbour Regatta Weekend').click()
  await expect(panel(page).getByRole('heading', { name: 'Harbour Regatta Weekend' })).toBeVisible()
  // The same of every list: members-list.spec.ts.
  await longStep(page, 'attendance that can not be had says so, and is tried again', async () => {
    await page.route(`**${apiPath}/*/attendance?*`, (route) => route.abort())
    await page.route(`**${apiPath}/*/attendance`, (route) => route.abort())
    await page.getByRole('button', { name: 'Attendance' }).click()
    await expect(page.getByText(words.loadFailed)).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(words.none)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  })
  await choose(page, 'Complete event')
  await dialog(page).getByRole('button', { name: 'Complete' }).click()
  await expect(panel(page)).toContainText('Completed')
})
