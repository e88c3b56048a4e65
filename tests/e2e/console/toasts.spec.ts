import type { Locator, Page } from '@playwright/test'
import { expect, signIn, step, test } from '#e2e/fixtures.ts'
import { act, memberNumbered, members } from '#e2e/members/member-pages.ts'

const toast = (page: Page) => page.locator('.mantine-Notification-root')
const dialog = (page: Page) => page.getByRole('dialog')

const points = (page: Page) => dialog(page).getByRole('textbox', { name: 'Points', exact: true })

type Box = { x: number; y: number; width: number; height: number }
const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** No toast stands over any of these, once it has come to rest. */
async function expectUncovered(page: Page, targets: Record<string, Locator>) {
  await toast(page).first().waitFor()
  await toast(page).evaluateAll((shown) =>
    Promise.all(
      shown.flatMap((each) => each.getAnimations({ subtree: true }).map(({ finished }) => finished)),
    ),
  )
  const boxes = await Promise.all((await toast(page).all()).map((each) => each.boundingBox()))
  for (const [name, target] of Object.entries(targets)) {
    await expect(target, name).toBeVisible()
    const box = (await target.boundingBox())!
    for (const over of boxes) expect(overlap(over!, box), `${name} under a toast`).toBe(false)
  }
}

// That a dialog can be closed under them at a desk, too: passes.spec.ts. The second width is read in the long form.
for (const [width, height, tag] of [
  [390, 844, ''],
  [1440, 900, ' @long'],
] as const)
  test(`toasts cover nothing that one works with, at ${width} px${tag}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, 'admin@harbourside.example', '/businesses/harbourside/users')

    await step(page, 'a refusal leaves the dialog free: its field, its buttons, its way out', async () => {
      await page.getByRole('button', { name: 'New User' }).click()
      await dialog(page).getByLabel('Name').fill('Una Under')
      await dialog(page).getByLabel('Email').fill('una@harbourside.example')
      await page.route('**/harbourside/user', (route) =>
        route.fulfill({
          status: 409,
          json: { ErrorCode: 'taken', ErrorMessage: 'Somebody has that address.' },
        }),
      )
      await dialog(page).getByRole('button', { name: 'Create' }).click()
      await expectUncovered(page, {
        'the field': page.locator(':focus'),
        'the first field': dialog(page).getByLabel('Name'),
        'its button': dialog(page).getByRole('button', { name: 'Create' }),
        'the way out': dialog(page).getByRole('button', { name: 'Cancel' }),
        'the cross': dialog(page).locator('.mantine-Modal-close'),
      })
      await page.unrouteAll()
      await dialog(page).getByRole('button', { name: 'Cancel' }).click()
      await dialog(page).getByRole('button', { name: 'Discard' }).click()
    })

    await step(page, 'so does what offers to undo, for as long as it does', async () => {
      const { id } = await memberNumbered(page, '10012')
      await page.goto(`${members}/${id}`)
      await act(page, 'Award Points')
      await points(page).fill('5')
      await dialog(page).getByLabel('Note').fill('Under a toast')
      await dialog(page).getByRole('button', { name: 'Add points' }).click()
      await expect(dialog(page)).toHaveCount(0)
      await expectUncovered(page, {
        'the page’s button': page.getByRole('button', { name: 'Actions', exact: true }),
        'the title': page.getByRole('heading', { level: 1 }),
      })
      await act(page, 'Award Points')
      await expect(points(page)).toBeVisible()
      await expectUncovered(page, {
        'the field': page.locator(':focus'),
        'its button': dialog(page).getByRole('button', { name: 'Add points' }),
        'the way out': dialog(page).getByRole('button', { name: 'Cancel' }),
      })
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
      await act(page, 'Edit Member')
      await page.getByLabel('First Name').fill('Otherwise')
      await expectUncovered(page, {
        'the field': page.locator(':focus'),
        'the form’s button': page.getByRole('button', { name: 'Save', exact: true }),
      })
    })
  })
