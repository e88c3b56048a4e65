import type { Page } from '@playwright/test'
import { findViolations } from '#e2e/find-violations.ts'
import { expect, expectAccessible, expectAccessibleOnBoth, step, test } from '#e2e/fixtures.ts'

const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const state = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search members' })

async function openParts(page: Page) {
  await page.goto('/dev/ui')
  await expect(page.getByRole('heading', { name: 'Parts', level: 1 })).toBeVisible()
}

test('a page that is there in the demo alone is not found elsewhere', async ({ page }) => {
  await page.goto('/dev/till')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expectAccessible(page)
})

test('what is wrong with a page is found, in rows that differ in it from those before too', async ({
  page,
}) => {
  await openParts(page)
  const wrongWith = async (list: string) => {
    await page
      .locator('main')
      .evaluate((main, html) => (main.innerHTML = html), `<h1>Parts</h1><ul>${list}</ul>`)
    return (await findViolations(page)).map(({ id, where }) => [id, where.length])
  }
  const row = '<li><a href="/one">One</a></li>'
  expect(await wrongWith(row + row)).toEqual([])
  expect(await wrongWith(`${row}<li><button style="padding: 2em"></button></li>${row}`)).toEqual([
    ['button-name', 1],
  ])
  // What was wrong is told again, once for all alike.
  expect(await wrongWith('<li><button style="padding: 2em"></button></li>'.repeat(2))).toEqual([
    ['button-name', 1],
  ])
  expect(await wrongWith(row + row.replace('href', 'style="color: #eee" href'))).toEqual([
    ['color-contrast', 1],
  ])
  expect(await wrongWith(row + row.replace('One', ''))).toEqual([['link-name', 1]])
  // In a part that was read before, too, and beside one.
  const form = '<li><form aria-label="Form"><label>Name <input></label></form></li>'
  expect(await wrongWith(form)).toEqual([])
  expect(await wrongWith(form.replace('Name ', ''))).toEqual([['label', 1]])
  expect(await wrongWith(`${form}<li><input></li>`)).toEqual([['label', 1]])
})

test('a table', async ({ page }) => {
  await openParts(page)
  await step(page, 'has the shape of its rows while they load', async () => {
    const table = state(page, 'Loading').getByRole('table')
    await expect(table).toHaveAttribute('aria-busy', 'true')
    await expect(table.getByRole('columnheader', { name: 'Membership No' })).toBeAttached()
    await expect(table.locator('tbody tr:visible')).toHaveCount(4)
    // The heading's: nobody is told of rows that aren't there yet.
    await expect(table.getByRole('row')).toHaveCount(1)
  })

  await step(page, 'says in a sentence that it is empty', async () => {
    await expect(state(page, 'Empty').getByRole('status')).toHaveText('No members found matching query')
  })

  await step(page, 'says what failed, the detail, and tries again', async () => {
    const failed = state(page, 'Failed')
    await expect(failed.getByText('An error was encountered while searching members.')).toBeVisible()
    await expect(failed.getByText('HTTP 503 error.')).toBeVisible()
    await failed.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Trying again.')).toBeVisible()
  })

  await step(page, 'keeps its rows while they are refreshed and when more fail to load', async () => {
    await expect(
      state(page, 'Refreshing').getByRole('cell', { name: 'Ada Okafor', exact: true }),
    ).toBeVisible()
    const failed = state(page, 'Loading more failed')
    await expect(failed.getByRole('cell', { name: 'Ada Okafor', exact: true })).toBeVisible()
    await expect(failed.getByRole('alert')).toContainText('HTTP 503 error.')
    await expect(failed.getByRole('button', { name: 'Retry' })).toBeVisible()
  })

  await step(page, 'loads more, counts what is shown, and keeps the focus at its end', async () => {
    const section = state(page, 'Table')
    await expect(section.getByRole('status')).toHaveText('5 shown')
    await section.getByRole('button', { name: 'Load more...' }).press('Enter')
    await expect(section.getByRole('status')).toHaveText('All 8 shown')
    await expect(section.getByRole('button', { name: 'Load more...' })).toBeHidden()
    await expect(section.getByRole('status')).toBeFocused()
    await expect(section.getByRole('row')).toHaveCount(9)
  })

  await step(page, 'shows a dash for nothing', async () => {
    const row = state(page, 'Table').getByRole('row', { name: 'Dimitri Papadopoulos' })
    await expect(row.getByRole('cell').nth(2)).toHaveText('-')
  })

  await step(page, 'runs what is picked from a row’s menu, and not the row’s link', async () => {
    await page
      .getByRole('table', { name: 'Members' })
      .getByRole('button', { name: /Ada Okafor/ })
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(page.getByText('Editing Ada Okafor.')).toBeVisible()
    await expect(page).not.toHaveURL(/#member/)
  })

  await step(page, 'has a menu that tells by keyboard why something cannot be done', async () => {
    const button = page.getByRole('table', { name: 'Members' }).getByRole('button', { name: /Chloe Nguyen/ })
    await button.press('Enter')
    const transfer = page.getByRole('menuitem', { name: 'Transfer points' })
    await expect(transfer).toContainText('The membership has lapsed.')
    // A key that is pressed before the menu has the focus scrolls the page, which closes it.
    await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await expect(transfer).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(transfer).toBeVisible()
    await expect(page.getByText('Points transferred.')).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(transfer).toBeHidden()
    await expect(button).toBeFocused()
  })

  await step(page, 'has whole rows that are links, for pointers and keys alike', async () => {
    const members = page.getByRole('table', { name: 'Members' })
    await members.getByRole('row', { name: 'Ada Okafor' }).click()
    await expect(page).toHaveURL(/#member-10021$/)
    await members.getByRole('link', { name: 'Elena Rossi' }).press('Enter')
    await expect(page).toHaveURL(/#member-10025$/)
  })

  await step(page, 'keeps its header in sight', async () => {
    await page.setViewportSize({ width: 1440, height: 300 })
    const members = page.getByRole('table', { name: 'Members' })
    await members.getByText('Elena Rossi').hover()
    await page.mouse.wheel(0, 60)
    await expect(members.getByRole('columnheader', { name: 'Balance' })).toBeInViewport({ ratio: 1 })
    await page.setViewportSize(desk)
  })

  await step(
    page,
    'is made of cards on a phone, still a table, and nothing lies beyond the edge',
    async () => {
      await page.evaluate(() => window.scrollTo(0, 0))
      await page.setViewportSize(phone)
      const row = page.getByRole('table', { name: 'Members' }).getByRole('row', { name: 'Ada Okafor' })
      await expect(row.getByText('10021')).toBeVisible()
      await expect(row.getByText('ada.okafor@club.example')).toBeHidden()
      await expect(row.getByRole('button', { name: /Ada Okafor/ })).toBeInViewport({ ratio: 1 })
      const { x, width } = (await row.boundingBox())!
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(phone.width)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
    },
  )
})

test('a filter bar', async ({ page }) => {
  await openParts(page)
  await step(page, 'gets the focus by /, but not from behind a dialog', async () => {
    await page.keyboard.press('/')
    await expect(box(page)).toBeFocused()
    await expect(box(page)).toHaveValue('')
    await page.getByRole('button', { name: 'Delete member' }).click()
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('/')
    await expect(box(page)).not.toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await step(page, 'offers the way back when anything is set', async () => {
    const reset = page.getByRole('search').getByRole('button', { name: 'Reset' })
    await expect(reset).toBeHidden()
    await box(page).fill('ada')
    await page.getByLabel('Status').selectOption('Lapsed')
    await page.getByLabel('Rows').selectOption('250')
    await page.getByLabel('Joined from').fill('14/11/2026')
    await expect(
      page.getByText('{"q":"ada","status":"Lapsed","from":"2026-11-14","limit":250}'),
    ).toBeVisible()
    await reset.click()
    await expect(page.getByText('Filters: {"q":"","from":null,"limit":50}')).toBeVisible()
    await expect(box(page)).toHaveValue('')
    await expect(page.getByLabel('Joined from')).toHaveValue('')
    await expect(reset).toBeHidden()
  })
})

test.describe('by the clock', () => {
  test.use({ hasOwnPage: true })

  test('a filter bar by the clock', async ({ page }) => {
    await openParts(page)
    await page.clock.pauseAt(Date.now() + 60_000)
    await step(page, 'searches once, 400 ms after the last key', async () => {
      await box(page).pressSequentially('ada')
      await page.clock.runFor(399)
      await expect(page.getByText('Searched 0 times.')).toBeVisible()
      await page.clock.runFor(1)
      await expect(page.getByText('Searched 1 times. Filters: {"q":"ada"')).toBeVisible()
      await expect(box(page)).toBeFocused()
    })

    await step(page, 'searches at once on Enter and when it is emptied', async () => {
      await box(page).fill('bert')
      await box(page).press('Enter')
      await expect(page.getByText('Searched 2 times.')).toBeVisible()
      await page.getByRole('button', { name: 'Clear search' }).click()
      await expect(page.getByText('Searched 3 times. Filters: {"q":""')).toBeVisible()
      await expect(box(page)).toBeFocused()
      await page.clock.runFor(1000)
      await expect(page.getByText('Searched 3 times.')).toBeVisible()
    })
  })

  test('toasts of success last 2 seconds, of failure 5, at the top', async ({ page }) => {
    await openParts(page)
    const created = page.getByRole('status').filter({ hasText: 'Venue created.' })
    const failed = page.getByRole('status').filter({ hasText: 'Venue creation failed.' })
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Succeed' }).click()
    await page.getByRole('button', { name: 'Fail', exact: true }).click()
    await page.clock.runFor(1900)
    await expect(created).toBeInViewport()
    await page.clock.runFor(400)
    await expect(created).toBeHidden()
    await page.clock.runFor(2600)
    await expect(failed).toBeInViewport()
    expect((await failed.boundingBox())!.y).toBeLessThan(100)
    await page.clock.runFor(400)
    await expect(failed).toBeHidden()
  })
})

test('every part is accessible at a desk and on a phone', async ({ page }) => {
  await openParts(page)
  await step(page, 'is every part', async () => {
    for (const size of [desk, phone]) {
      await page.setViewportSize(size)
      await page.getByRole('button', { name: 'Succeed' }).click()
      await page.getByRole('button', { name: 'Fail', exact: true }).click()
      await expect(page.getByText('Venue creation failed.').last()).toBeVisible()
      await page
        .getByRole('table', { name: 'Members' })
        .getByRole('button', { name: /Chloe Nguyen/ })
        .click()
      await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('menuitem', { name: 'Delete' }).press('Escape')
    }
    await page.setViewportSize(desk)
  })

  await step(page, 'is a question', async () => {
    await page.getByRole('button', { name: 'Delete member' }).click()
    await expect(page.getByRole('dialog', { name: 'Delete Member?' })).toBeVisible()
    await expectAccessibleOnBoth(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await step(page, 'is a record beside its list', async () => {
    await page.getByRole('button', { name: 'Open record' }).click()
    await expect(page.getByRole('dialog', { name: 'Ada Okafor' })).toBeVisible()
    await expectAccessibleOnBoth(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await step(page, 'is a form with errors and a calendar', async () => {
    await page.getByRole('button', { name: 'New member' }).click()
    await page.getByRole('button', { name: 'Create member' }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await page.getByLabel('Birth date').click()
    await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible()
    await expectAccessibleOnBoth(page)
  })
})
