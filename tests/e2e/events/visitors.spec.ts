import type { Page } from '@playwright/test'
import { ask } from '#e2e/ask-database.ts'
import { expect, expectAccessible, signIn, step, test } from '#e2e/fixtures.ts'
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
    expect(await page.evaluate(findSpills), `the door at ${width}`).toEqual([])
  }
}

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
    await expect(inside.getByRole('listitem')).toHaveText([/^Gus Guestling/, /^Gwen Guestling/])
    await expect(inside.getByRole('listitem').first()).toContainText(`Guest of ${host}`)
    await inside.getByRole('button', { name: 'Gus Guestling has left' }).click()
    await expect(inside.getByRole('status')).toHaveText('Gus Guestling has left.')
    await expect(inside.getByRole('listitem')).toHaveCount(1)
    await expectAccessible(page)
    await inside.getByRole('button', { name: 'Undo: Gus Guestling is in' }).click()
    await expect(inside.getByRole('listitem')).toHaveCount(2)
    await page.getByRole('button', { name: 'Back to the door' }).click()
    const people = page.getByRole('region', { name: 'People in' })
    await expect(people).toContainText('2 in')
    await expect(people).toContainText('2 of them visitors')
    await expectNoSpill(page)
  })

  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'admin@harbourside.example', '/businesses/harbourside/visitors')

  await step(page, 'is on the list of who is in, on the screen and on paper', async () => {
    await page.goto(`/businesses/harbourside/events/${eventId}/who-is-in`)
    await expect(page.getByText('2 in, 0 seen, 2 to find')).toBeVisible()
    await expect(page.getByText('2 of them visitors')).toBeVisible()
    const gwen = page.getByRole('listitem').filter({ hasText: 'Guestling, Gwen' })
    await expect(gwen).toContainText(`Guest of ${host} · signed in`)
    await expectAccessible(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(gwen).toBeVisible()
    await page.emulateMedia({ media: null })
    await page.goto('/businesses/harbourside/visitors')
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
    await expect(page.getByRole('img', { name: 'Signature of Gus Guestling' })).toBeVisible()
    await expectAccessible(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Menu' })).toHaveCount(0)
    await expect(page.getByRole('img', { name: 'Signature of Gus Guestling' })).toBeVisible()
    await page.emulateMedia({ media: null })
  })
})

test('the rules for visitors are set in the console', async ({ page }) => {
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
