import type { Locator, Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { expect, isLong, longStep, signIn, step, test } from '#e2e/fixtures.ts'
import { waitsLongest } from '#e2e/requests/waits-longest.ts'

// What somebody has before them on a page is within so many steps.
const farthest = 90

/** Goes on with Tab until it has the focus: what can't be reached so is not there for who has no mouse. */
async function reach(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  // Found once, unless the page has put another in its place: to look for it takes longer than a step.
  let element = await target.elementHandle()
  for (let steps = 0; steps < farthest; steps++) {
    if (!(await element?.evaluate(({ isConnected }) => isConnected))) element = await target.elementHandle()
    if (await element?.evaluate((it) => it === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab doesn’t lead to ${String(target)}`)
}

async function press(page: Page, target: Locator) {
  await reach(page, target)
  await page.keyboard.press('Enter')
}

async function fill(page: Page, target: Locator, text: string) {
  await reach(page, target)
  await page.keyboard.type(text)
}

async function jump(page: Page, words: string, to: RegExp) {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Jump to' })
  await expect(palette.getByRole('textbox')).toBeFocused()
  await page.keyboard.type(words)
  const chosen = palette.locator('[data-combobox-selected]')
  await expect(palette.getByRole('option', { name: to, disabled: false }).and(chosen)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const link = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name }).first()
const today = (page: Page) => page.getByRole('region', { name: 'Today' })
/** Whatever has been done, the keys are still somewhere: on a control, or at the beginning of the page. */
const keepsFocus = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'BODY')).not.toBe('BODY')

/** Once by the keys: who comes next is signed in so in the long form alone. */
async function change(page: Page, email: string) {
  if (isLong) {
    await signOutByKeys(page)
    await signInByKeys(page, email)
    return
  }
  await signIn(page, email)
  await expect(heading(page, /^Welcome/)).toBeVisible()
  await expect(today(page)).toBeVisible()
}

async function signInByKeys(page: Page, email: string) {
  await page.goto('/')
  await fill(page, page.getByLabel('Email'), email)
  await fill(page, page.getByLabel('Password', { exact: true }), 'demo-password')
  await page.keyboard.press('Enter')
  await expect(heading(page, /^Welcome/)).toBeVisible()
  await expect(today(page)).toBeVisible()
}

async function signOutByKeys(page: Page) {
  await press(page, page.getByRole('button', { name: 'Log out' }))
  await expect(page.getByRole('heading', { name: messages.signIn.title })).toBeVisible()
}

test('reception, promotions and finance do their work with the keyboard alone', async ({
  page,
  databaseUrl,
}) => {
  await waitsLongest(databaseUrl, 'Harriet Vance')

  await step(page, 'reception decides from Today, and makes a member', async () => {
    await signInByKeys(page, 'reception@harbourside.example')
    const waiting = today(page)
      .getByRole('listitem')
      .filter({ hasText: /applications wait for a decision/ })
    await press(page, waiting.getByRole('link', { name: 'Review' }))
    await expect(heading(page, 'Harriet Vance')).toBeVisible()
    await press(page, page.getByRole('button', { name: 'Reject', exact: true }))
    const dialog = page.getByRole('dialog')
    await fill(page, dialog.getByLabel('Note'), 'By keys')
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await press(page, dialog.getByRole('button', { name: 'Discard' }))
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeFocused()
    await press(page, page.getByRole('button', { name: 'Accept as proposed' }))
    await expect(heading(page, 'Rory Blackwood')).toBeVisible()
    await keepsFocus(page)
    await jump(page, 'new member', /^New member/)
    await reach(page, page.getByLabel('Venue'))
    await page.keyboard.type('Harbourside Main')
    await fill(page, page.getByLabel('First Name'), 'Keyed')
    await fill(page, page.getByLabel('Last Name'), 'Inn')
    await reach(page, page.getByLabel('Membership Type'))
    await page.keyboard.type('Social')
    await press(page, page.getByRole('button', { name: 'Save', exact: true }))
    await expect(heading(page, 'Keyed Inn')).toBeVisible()
    await keepsFocus(page)
  })

  await step(page, 'promotions finds a member, awards points and sends a gift card', async () => {
    await change(page, 'promotions@harbourside.example')
    await jump(page, 'members', /^Members/)
    await press(page, page.getByRole('main').getByRole('table').getByRole('link').first())
    await expect(page.getByRole('button', { name: 'Actions', exact: true })).toBeVisible()
    await press(page, page.getByRole('button', { name: 'Actions', exact: true }))
    await reachInMenu(page, 'Award Points')
    const dialog = page.getByRole('dialog', { name: messages.points.awardTitle })
    await fill(page, dialog.getByLabel('Dollars'), '5')
    await fill(page, dialog.getByLabel('Note'), 'By keys')
    await press(page, dialog.getByRole('button', { name: 'Add points' }))
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Actions', exact: true })).toBeFocused()
    await jump(page, 'award 10001', /^Award points to Ngaire Ryan Member 10001/)
    await expect(dialog.getByLabel('Dollars')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await keepsFocus(page)
    await sendCardByKeys(page)
  })

  // Its presses are counted in steps.spec.ts.
  await longStep(page, 'finance opens last month’s close pack, and another month’s', async () => {
    await change(page, 'finance@harbourside.example')
    await jump(page, 'reports', /^Reports/)
    await press(page, link(page, 'Finance Close Pack, last month'))
    const lastMonth = page.getByRole('button', { name: 'Last month' })
    await expect(lastMonth).toHaveAttribute('aria-pressed', 'true')
    await keepsFocus(page)
    await press(page, page.getByRole('button', { name: 'This month' }))
    await expect(lastMonth).toHaveAttribute('aria-pressed', 'false')
  })

  // Its presses are counted in steps.spec.ts.
  await longStep(page, 'who manages events publishes one', async () => {
    await change(page, 'admin@harbourside.example')
    await jump(page, 'new event', /^New event/)
    await expect(page.getByLabel('Event Name')).toBeFocused()
    await page.keyboard.type('Night of keys')
    await fill(page, page.getByLabel('Event Start Date'), '31/12/2030')
    await press(page, page.getByRole('button', { name: messages.events.publish, exact: true }))
    await expect(heading(page, 'Night of keys')).toBeVisible()
    await keepsFocus(page)
    await signOutByKeys(page)
  })
})

async function sendCardByKeys(page: Page) {
  await jump(page, 'issue a card', /^Issue a card/)
  const card = page.getByRole('dialog')
  await expect(card.getByLabel('Card program')).toBeFocused()
  await page.keyboard.type('Harbourside Gift')
  await fill(page, card.getByLabel('First name'), 'Keyed')
  await fill(page, card.getByLabel('Last name'), 'Gift')
  await fill(page, card.getByLabel('Email address'), 'keyed.gift@example.org')
  await fill(page, card.getByLabel('Mobile number'), '+61455000125')
  await press(page, card.getByRole('button', { name: 'Send', exact: true }))
  await expect(card).toBeHidden()
  await expect(page.getByRole('row', { name: /Keyed Gift/ })).toBeVisible()
  await keepsFocus(page)
}

async function reachInMenu(page: Page, name: string) {
  const item = page.getByRole('menuitem', { name })
  await expect(item).toBeVisible()
  for (let steps = 0; steps < farthest; steps++) {
    if (await item.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
}
