import type { Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { admin, dialog, toast } from '#e2e/access/users-page.ts'
import { ask } from '#e2e/ask-database.ts'
import { expect, expectAccessible, signIn, step, test } from '#e2e/fixtures.ts'
import { waitsLongest } from '#e2e/requests/waits-longest.ts'
import { counterOf } from './counter.ts'

const home = '/businesses/harbourside'
const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true })
const option = (page: Page, name: RegExp) =>
  page.getByRole('dialog', { name: 'Jump to' }).getByRole('option', { name, disabled: false })

test('points are awarded by 4 presses and 2 fields, and taken back by 1', async ({ page }) => {
  await signIn(page, admin, home)
  const form = dialog(page, messages.points.awardTitle)

  await step(page, 'awarded from anywhere, to whom the number says', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const hand = counterOf(page)
    await hand.key('Control+k')
    await expect(page.getByRole('dialog', { name: 'Jump to' }).getByRole('textbox')).toBeFocused()
    await hand.look('award 10001')
    await expect(option(page, /^Award points to Ngaire Ryan Member 10001/)).toBeVisible()
    await expectAccessible(page)
    await hand.key('Enter')
    await hand.fillFirst(form.getByLabel('Dollars'), '5')
    await hand.fill(form.getByLabel('Note'), 'Counted')
    await hand.press(form.getByRole('button', { name: 'Add points' }))
    await expect(toast(page, messages.points.awarded)).toBeVisible()
    hand.expectAtMost({ presses: 4, fields: 2 })

    const undoing = counterOf(page)
    await undoing.press(page.getByRole('button', { name: 'Undo' }))
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    undoing.expectAtMost({ presses: 1, fields: 0 })
  })

  await step(page, 'what was opened is offered first, and the history has both', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('10001')
    await expect(option(page, /^Ngaire Ryan Member 10001/)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Ngaire Ryan' })).toBeVisible()
    await page.getByRole('tab', { name: 'Points' }).click()
    const history = page.getByRole('table', { name: 'Points history' })
    await expect(history.getByRole('row').filter({ hasText: 'Counted' })).toContainText('Reversed')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Jump to' }).getByRole('option').first()).toContainText(
      'Ngaire Ryan',
    )
    await page.keyboard.press('Escape')
  })
})

test('a member with contact is made on one page by 8 presses and 6 fields', async ({ page }) => {
  await signIn(page, admin, home)
  const hand = counterOf(page)
  await hand.press(menu(page, 'Members'))
  await hand.press(page.getByRole('link', { name: 'New Member' }))
  await hand.choose(page.getByLabel('Venue'), 'Harbourside Main Club')
  const contact = (name: string) => page.getByRole('textbox', { name, exact: true })
  await hand.fillFirst(page.getByLabel('First Name'), 'Ngaire')
  await hand.fill(page.getByLabel('Last Name'), 'Ryan')
  const doubles = page.getByRole('status').filter({ hasText: 'May be a member already' })
  await expect(doubles.getByRole('link', { name: 'Ngaire Ryan' }).first()).toBeVisible()
  await expect(doubles).toContainText('same name')
  await expectAccessible(page)
  await hand.choose(page.getByLabel('Membership Type'), 'Social')
  await hand.fill(contact('Email'), 'ngaire.counted@example.org')
  await hand.fill(contact('Mobile'), '+61455000123')
  await hand.press(page.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: 'Ngaire Ryan' })).toBeVisible()
  hand.expectAtMost({ presses: 8, fields: 6 })
  await page.getByRole('tab', { name: 'Contact', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Home', exact: true })).toContainText(
    'ngaire.counted@example.org',
  )
})

test('an event of one night is published by 5 presses and 4 fields', async ({ page }) => {
  await signIn(page, admin, home)
  const hand = counterOf(page)
  await hand.press(menu(page, 'Events'))
  await hand.press(page.getByRole('link', { name: 'Create New Event' }))
  await hand.fillFirst(page.getByLabel('Event Name'), 'Counted Night')
  await hand.fill(page.getByLabel('Event Start Date'), '31/12/2030')
  await hand.press(page.getByRole('button', { name: messages.events.publish, exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: 'Counted Night' })).toBeVisible()
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()
  hand.expectAtMost({ presses: 5, fields: 4 })
})

test('the first event of a business is published by 3 presses and 1 field', async ({ page, databaseUrl }) => {
  await ask(
    databaseUrl,
    `update event set status = 'Deleted' where business_id = 'harbourside' and kind = 'Event'`,
  )
  await signIn(page, admin, home)
  const hand = counterOf(page)
  await hand.press(menu(page, 'Events'))
  await hand.press(page.getByRole('link', { name: 'Create New Event' }).first())
  await hand.fillFirst(page.getByLabel('Event Name'), 'First Night')
  await expect(page.getByLabel('Event Location')).toHaveValue('Harbourside Main Club')
  await hand.press(page.getByRole('button', { name: messages.events.publish, exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: 'First Night' })).toBeVisible()
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()
  hand.expectAtMost({ presses: 3, fields: 1 })
})

test('an application is decided on by 2 presses from Today, and the next opens', async ({
  page,
  databaseUrl,
}) => {
  await waitsLongest(databaseUrl, 'Harriet Vance')
  await signIn(page, 'reception@harbourside.example', home)
  const waiting = page
    .getByRole('region', { name: 'Today' })
    .getByRole('listitem')
    .filter({ hasText: /applications wait for a decision/ })
  const hand = counterOf(page)
  await hand.press(waiting.getByRole('link', { name: 'Review' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Harriet Vance' })).toBeVisible()
  await hand.press(page.getByRole('button', { name: 'Accept as proposed' }))
  await expect(toast(page, 'Request accepted.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Rory Blackwood' })).toBeVisible()
  hand.expectAtMost({ presses: 2, fields: 0 })
})

test('a gift card goes to a non-member by 6 presses and 4 fields', async ({ page }) => {
  await signIn(page, admin, home)
  const hand = counterOf(page)
  await hand.press(menu(page, 'Cards'))
  await hand.press(page.getByRole('button', { name: /^Send Harbourside Gift/ }))
  const form = page.getByRole('dialog')
  await hand.fillFirst(form.getByLabel('First name'), 'Gift')
  await hand.fill(form.getByLabel('Last name'), 'Counted')
  await hand.fill(form.getByLabel('Email address'), 'gift.counted@example.org')
  await hand.fill(form.getByLabel('Mobile number'), '+61455000124')
  await hand.press(form.getByRole('button', { name: 'Send', exact: true }))
  await expect(form).toBeHidden()
  await expect(page.getByRole('row', { name: /Gift Counted/ })).toBeVisible()
  hand.expectAtMost({ presses: 6, fields: 4 })
})

test('a colleague is invited by 5 presses and 3 fields, in one dialog that goes on', async ({ page }) => {
  await signIn(page, admin, home)
  const hand = counterOf(page)
  await hand.press(menu(page, 'Users'))
  await hand.press(page.getByRole('button', { name: messages.users.newTitle }))
  const form = dialog(page, messages.users.newTitle)
  await hand.fillFirst(form.getByLabel('Name'), 'Casey Counted')
  await hand.fill(form.getByLabel('Email'), 'casey.counted@harbourside.example')
  await hand.choose(form.getByLabel('Role'), 'Reception')
  await hand.press(form.getByRole('button', { name: 'Create' }))
  await expect(dialog(page, messages.users.editTitle).getByLabel('Name')).toHaveValue('Casey Counted')
  hand.expectAtMost({ presses: 5, fields: 3 })
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Jump to' }).getByRole('textbox')).toBeFocused()
  await page.keyboard.type('invite')
  await expect(option(page, /^Invite user/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Name')).toBeFocused()
  await expect(page).toHaveURL(/\/users$/)
})

test('last month’s close pack is 2 presses away, and by the palette too', async ({ page }) => {
  await signIn(page, 'finance@harbourside.example', home)
  const hand = counterOf(page)
  await hand.press(menu(page, 'Reports'))
  await hand.press(page.getByRole('link', { name: 'Finance Close Pack, last month' }))
  await expect(page.getByRole('button', { name: 'Last month' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('table').first()).toBeVisible()
  hand.expectAtMost({ presses: 2, fields: 0 })
  await expectAccessible(page)
  const shown = page.url()
  await page.goto(home)
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(option(page, /^Close pack last month/)).toBeVisible()
  // What the role doesn't open isn't offered.
  await expect(option(page, /^(Invite user|New member|Award points)/)).toHaveCount(0)
  await page.keyboard.type('close pack last')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(shown)
})
