import type { Page } from '@playwright/test'
import { visitorTexts } from '#contract/visitors/visitor-words.ts'
import { ask } from '#e2e/ask-database.ts'
import { expect, expectAccessible, isLong, signIn, startSession, step, test } from '#e2e/fixtures.ts'
import { findSpills } from '#e2e/layout/find-spills.ts'

// What these pages keep on the device, the next test must not find.
test.use({ hasOwnPage: true })

const phone = { width: 390, height: 844 }

/** An event that is open whatever the hour, and a member who may bring guests to it. */
async function newDoor(databaseUrl: string) {
  const [row] = await ask<{ eventId: string; number: string; host: string }>(
    databaseUrl,
    `with door as (
       insert into event (business_id, name, location, start_date, end_date, check_in_start, check_in_end, time_zone,
         member_filter, status, published_at)
       values ('harbourside', 'Guest night', 'Hall', current_date - 1, current_date + 1, '00:00', '23:59',
         'Australia/Sydney', '', 'Published', now()) returning event_id)
     select event_id as "eventId", membership_number as number, first_name || ' ' || last_name as host
     from door, member where business_id = 'harbourside' and deleted_at is null and status = 'Active'
       and date_financial > current_date + 2 order by membership_number limit 1`,
  )
  return row!
}

// The door at work, which the test of all layouts sees signed out alone.
async function expectNoSpill(page: Page) {
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(findSpills), `${page.url()} at ${width}`).toEqual([])
  }
}

/** Whatever is pressed in a queue is where the thumb of the hand is that holds the phone, and large enough for it. */
async function expectOneHand(page: Page, names: readonly string[]) {
  await page.setViewportSize(phone)
  for (const name of names) {
    const { y, height } = (await page.getByRole('button', { name, exact: true }).boundingBox())!
    expect(y, name).toBeGreaterThan(phone.height / 2)
    expect(y + height, name).toBeLessThanOrEqual(phone.height)
  }
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button, select, input:not([type=radio], [type=checkbox])')]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
      .map((element) => element.outerHTML),
  )
  expect(small).toEqual([])
}

/** On paper nothing is cut off, no line is torn apart, and a table has its headings on every sheet. */
async function expectPrintsWell(page: Page, lines: string) {
  await page.emulateMedia({ media: 'print' })
  // A sheet of A4 without its margins of 12 mm.
  await page.setViewportSize({ width: 703, height: 1032 })
  expect(await page.evaluate(findSpills)).toEqual([])
  const broken = await page.locator(lines).evaluateAll((all) => {
    const isWhole = (line: Element) => getComputedStyle(line).breakInside === 'avoid'
    const headings = [...document.querySelectorAll('thead')].map((head) => getComputedStyle(head).display)
    return { torn: all.filter((line) => !isWhole(line)).length, headings: [...new Set(headings)] }
  })
  const isTable = lines.endsWith('tr')
  expect(broken).toEqual({ torn: 0, headings: isTable ? ['table-header-group'] : [] })
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
  await page.emulateMedia({ media: null })
}

/** As many as go on no single sheet. */
const bringMany = (databaseUrl: string, eventId: string) =>
  ask(
    databaseUrl,
    `insert into visitor_entry (business_id, visit_id, event_id, kind, first_name, last_name, address, signature,
       signed_in_at, day, device_name, actor_id, actor_name)
     select 'harbourside', $1 || n, $1, 'TemporaryMember', 'Guest ' || n, repeat('Longlongname', 4),
       '1 Very Long Street, Somewhere Far From Here', 'M0 0L50 20', now(), business_zone_day.today, 'Door', '', 'Door'
     from generate_series(1, 80) n,
       (select (now() at time zone time_zone)::date as today from business where business_id = 'harbourside') business_zone_day`,
    [eventId],
  )

async function sign(page: Page) {
  const pad = page.getByRole('img', { name: 'Signature' })
  await pad.scrollIntoViewIfNeeded()
  const { x, y } = (await pad.boundingBox())!
  await page.mouse.move(x + 40, y + 60)
  await page.mouse.down()
  for (const [right, down] of [
    [80, 20],
    [120, 80],
    [180, 30],
  ] as const)
    await page.mouse.move(x + right, y + down)
  await page.mouse.up()
}

async function fill(page: Page, first: string) {
  await page.getByLabel('First name').fill(first)
  await page.getByLabel('Last name').fill('Guestling')
  await page.getByLabel('Suburb').fill('Newtown')
  await sign(page)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a guest is signed in at the door, and is in the register', async ({ page, databaseUrl }) => {
  const { eventId, number, host } = await newDoor(databaseUrl)
  await page.setViewportSize(phone)
  await signIn(page, 'door@harbourside.example', `/scan/harbourside/${eventId}`)

  await step(page, 'says what is missing, and signs the guest in', async () => {
    await page.getByRole('button', { name: 'Sign in guests' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('Enter the visitor’s first name.')).toBeVisible()
    await page.getByLabel('Member’s number or name').fill(number)
    await page.getByRole('button', { name: 'Find the member' }).click()
    await expect(page.getByText(`Guest of ${host}`)).toBeVisible()
    await expectAccessible(page)
    await fill(page, 'Gwen')
    await expect(page.getByText('Gwen Guestling is signed in.')).toBeVisible()
  })

  await step(page, 'asks for a reason where as many are in as may be', async () => {
    await ask(databaseUrl, `update event set capacity = 1, revision = revision + 1 where event_id = $1`, [
      eventId,
    ])
    await fill(page, 'Greta')
    await expect(page.getByRole('alert')).toHaveText(visitorTexts.full)
    await page.getByLabel('Reason to let them in').fill('The band’s driver')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('Greta Guestling is signed in.')).toBeVisible()
    await expect(page.getByLabel('Reason to let them in')).toBeHidden()
  })

  await step(page, 'keeps another without a connection, and hands it in', async () => {
    await page.context().setOffline(true)
    await fill(page, 'Gus')
    await expect(page.getByText('Gus Guestling is noted')).toBeVisible()
    await expect(page.getByRole('region', { name: 'To be handed in' })).toContainText('Gus Guestling')
    await page.context().setOffline(false)
    await expect(page.getByRole('region', { name: 'To be handed in' })).toBeHidden()
  })

  await step(page, 'has them both in, and one leave and come back', async () => {
    const inside = page.getByRole('region', { name: 'In now' })
    await expect(inside.getByRole('listitem')).toHaveText([
      /^Greta Guestling/,
      /^Gus Guestling/,
      /^Gwen Guestling/,
    ])
    await expect(inside.getByRole('listitem').first()).toContainText(`Guest of ${host}`)
    await expectNoSpill(page)
    await page.setViewportSize(phone)
    await inside.getByRole('button', { name: 'Gus Guestling has left' }).click()
    await expect(inside.getByRole('status')).toHaveText('Gus Guestling has left.')
    await expect(inside.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page)
    await inside.getByRole('button', { name: 'Undo: Gus Guestling is in' }).click()
    await expect(inside.getByRole('listitem')).toHaveCount(3)
    await page.getByRole('button', { name: 'Back to the door' }).click()
    const people = page.getByRole('region', { name: 'People in' })
    await expect(people).toContainText('3 in')
    await expect(people).toContainText('3 of them visitors')
    await expectOneHand(page, ['Check in', 'Scan with the camera', 'Sign in guests'])
    await expectNoSpill(page)
  })

  await page.setViewportSize({ width: 1280, height: 800 })
  await startSession(page, 'admin@harbourside.example')

  await step(page, 'is on the list of who is in, on the screen and on paper', async () => {
    await page.goto(`/businesses/harbourside/events/${eventId}/who-is-in`)
    await expect(page.getByText('3 in, 0 seen, 3 to find')).toBeVisible()
    await expect(page.getByText('3 of them visitors')).toBeVisible()
    const gwen = page.getByRole('listitem').filter({ hasText: 'Guestling, Gwen' })
    await expect(gwen).toContainText(`Guest of ${host} · signed in`)
    await expectAccessible(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(gwen).toBeVisible()
    await page.emulateMedia({ media: null })
    // How wide these two are: layout.spec.ts, with long names.
    if (isLong) await expectNoSpill(page)
    await page.goto('/businesses/harbourside/visitors')
    await expect(page.getByRole('table', { name: 'Visitors' }).getByRole('row').nth(1)).toBeVisible()
    if (isLong) await expectNoSpill(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await step(page, 'is found in the register, with the signature', async () => {
    await page.getByRole('searchbox', { name: 'Search by visitor or member' }).fill('gwen')
    const table = page.getByRole('table', { name: 'Visitors' })
    await expect(table.getByRole('row')).toHaveCount(2)
    await table.getByRole('link', { name: 'Gwen Guestling' }).click()
    const panel = page.getByRole('dialog', { name: 'Gwen Guestling' })
    await expect(panel.getByRole('img', { name: 'Signature of Gwen Guestling' })).toBeVisible()
    await expect(panel).toContainText(host)
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Has left' }).click()
    await expect(panel).toContainText('Checked out by')
    await panel.getByRole('button', { name: 'Is in after all' }).click()
    await expect(panel).not.toContainText('Checked out by')
  })

  await step(page, 'is voided with a reason, and printed as such', async () => {
    await page.getByRole('button', { name: 'Void the entry' }).click()
    const dialog = page.getByRole('dialog', { name: 'Void the entry of Gwen Guestling?' })
    await dialog.getByLabel('Reason').fill('Came twice')
    await dialog.getByRole('button', { name: 'Void the entry' }).click()
    await expect(page.getByText('Entry voided.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Gwen Guestling' })).toBeHidden()
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByRole('link', { name: 'Print view' }).click()
    const lines = page.getByRole('table').getByRole('row')
    await expect(lines.filter({ hasText: 'Gwen Guestling' })).toContainText('Voided: Came twice')
    await expect(lines.filter({ hasText: 'Greta Guestling' })).toContainText(
      'Let in beyond the capacity: The band’s driver',
    )
    await expect(page.getByRole('img', { name: 'Signature of Gus Guestling' })).toBeVisible()
    await expectAccessible(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Menu' })).toHaveCount(0)
    await expect(page.getByRole('img', { name: 'Signature of Gus Guestling' })).toBeVisible()
    await page.emulateMedia({ media: null })
  })

  await step(page, 'is one of many on several sheets, of the register and of who is in', async () => {
    await bringMany(databaseUrl, eventId)
    await page.reload()
    await expect(page.getByRole('row').filter({ hasText: 'Guest 80' })).toBeVisible()
    await expectPrintsWell(page, 'tbody tr')
    await page.goto(`/businesses/harbourside/events/${eventId}/who-is-in`)
    await expect(page.getByText('82 in, 0 seen, 82 to find')).toBeVisible()
    await expectPrintsWell(page, 'main li:has(input)')
  })
})

// Its rules: sign-in.test.ts and register.test.ts.
test('the rules for visitors are set in the console @long', async ({ page }) => {
  await signIn(page, 'admin@harbourside.example', '/businesses/harbourside/visitors')
  await page.getByRole('button', { name: 'Rules' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rules for visitors' })
  await dialog.getByLabel('Guests per member and day').fill('4')
  await dialog.getByRole('button', { name: 'Add a club' }).click()
  await dialog.getByLabel('Name of club 1').fill('Bowls Club')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Rules updated.')).toBeVisible()
})
