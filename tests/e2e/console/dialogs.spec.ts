import type { Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { admin } from '#e2e/access/users-page.ts'
import { expect, startSession, step, test } from '#e2e/fixtures.ts'
import { memberNumbered, members } from '#e2e/members/member-pages.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'New member' })
const opener = (page: Page) => page.getByRole('button', { name: 'New member' })
const submit = (page: Page) => page.getByRole('button', { name: 'Create member' })

async function openForm(page: Page) {
  await opener(page).click()
  await expect(page.getByLabel('Name')).toBeFocused()
}

async function discard(page: Page) {
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page)).toBeHidden()
}

test('a form in a dialog', async ({ page }) => {
  await page.goto('/dev/ui')
  await step(page, 'closes on Escape when nothing was changed, and gives the focus back', async () => {
    await openForm(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(opener(page)).toBeFocused()
  })

  await step(page, 'asks before changes are lost', async () => {
    await openForm(page)
    await page.getByLabel('Name').fill('Ada')
    await page.keyboard.press('Escape')
    await expect(page.getByText('Discard your changes?')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Discard your changes?')).toBeHidden()
    await expect(page.getByLabel('Name')).toHaveValue('Ada')

    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(opener(page)).toBeFocused()
    await opener(page).click()
    await expect(page.getByLabel('Name')).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  })

  await step(page, 'asks before the page is left', async () => {
    await openForm(page)
    await page.getByLabel('Name').fill('Ada')
    const question = page.waitForEvent('dialog')
    // By the page itself: the browser closes a page unasked that takes a second to say whether it may be.
    await page.evaluate(() => void setTimeout(() => location.reload()))
    expect((await question).type()).toBe('beforeunload')
    await (await question).dismiss()
    await expect(page.getByLabel('Name')).toHaveValue('Ada')
    await discard(page)
  })

  await step(page, 'gives the focus to the first wrong field, and submits on Enter', async () => {
    await openForm(page)
    await page.getByLabel('Email').fill('not an address')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Name')).toBeFocused()
    await expect(page.getByText('Name is required')).toBeVisible()
    await expect(page.getByText('Invalid email address')).toBeVisible()
    await page.getByLabel('Name').fill('Ada')
    await expect(page.getByText('Name is required')).toBeHidden()
    await discard(page)
  })

  await step(page, 'finds fault with a changed field when it is left, not with one passed by', async () => {
    await openForm(page)
    await page.getByLabel('Email').fill('nope')
    await page.getByLabel('Level').focus()
    await expect(page.getByText('Invalid email address')).toBeVisible()
    await expect(page.getByText('Name is required')).toBeHidden()
    await discard(page)
  })

  await step(page, 'puts a refusal where it belongs', async () => {
    await openForm(page)
    await page.getByLabel('Name').fill('taken')
    await page.getByLabel('Email').fill('ada@club.example')
    await submit(page).click()
    await expect(page.getByText('Someone has this e-mail already.')).toBeVisible()
    await expect(page.getByLabel('Email')).toBeFocused()

    await page.getByLabel('Name').fill('broken')
    await submit(page).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('HTTP 503 error.')
    await expect(submit(page)).not.toHaveAttribute('aria-disabled')
    await discard(page)
  })

  await step(page, 'takes a date typed or picked; Escape closes the calendar first', async () => {
    await openForm(page)
    const birth = page.getByLabel('Birth date')
    const month = page.getByRole('button', { name: 'November 1976', exact: true })
    await birth.fill('14/11/76')
    await expect(month).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(month).toBeHidden()
    await expect(page.getByText('Discard your changes?')).toBeHidden()
    await page.keyboard.press('Tab')
    await expect(birth).toHaveValue('14 Nov 1976')
    await birth.click()
    await page.getByRole('button', { name: '20 November 1976' }).click()
    await expect(birth).toHaveValue('20 Nov 1976')
  })
})

test.describe('on a page of its own', () => {
  test.use({ hasOwnPage: true })

  test('a form in a dialog is sent once, however often the button is pressed', async ({ page }) => {
    await page.goto('/dev/ui')
    await openForm(page)
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Email').fill('ada@club.example')
    await page.clock.pauseAt(Date.now() + 60_000)
    await submit(page).dblclick()
    await expect(submit(page)).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeVisible()
    await page.clock.resume()
    await expect(page.getByText('Member created.')).toBeVisible()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText('Sent 1 times')).toBeVisible()
    await expect(opener(page)).toBeFocused()
  })

  test('the menu that it was opened from has the focus again, however slow the menu', async ({ page }) => {
    // It takes the focus back after 10 ms: here when the dialog's code has come, as on a device that is busy.
    await page.addInitScript(() => {
      const later = setTimeout.bind(window)
      window.setTimeout = ((work: TimerHandler, ms?: number) =>
        later(work, ms === 10 ? 2_000 : ms)) as typeof setTimeout
    })
    await startSession(page, admin)
    const { id } = await memberNumbered(page, '10001')
    await page.goto(`${members}/${id}`)
    const actions = page.getByRole('button', { name: 'Actions', exact: true })
    await actions.press('Enter')
    await page.getByRole('menuitem', { name: 'Award Points' }).press('Enter')
    const award = page.getByRole('dialog', { name: messages.points.awardTitle })
    await expect(award.getByLabel('Dollars')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(award).toBeHidden()
    await expect(actions).toBeFocused()
  })
})

test.describe('fading', () => {
  // A fade that takes its time: what is fading is pressed once more.
  test.use({ hasOwnPage: true, contextOptions: { reducedMotion: 'no-preference' } })

  test('a question', async ({ page }) => {
    await page.goto('/dev/ui')
    await step(
      page,
      'that is dangerous offers Cancel first and keeps the focus for what opened it',
      async () => {
        const button = page.getByRole('button', { name: 'Delete member' })
        await button.click()
        await expect(page.getByText('Are you sure you wish to delete this member?')).toBeVisible()
        await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('dialog')).toBeHidden()
        await expect(button).toBeFocused()
      },
    )

    await step(
      page,
      'shows it is working, can’t be pressed twice or left meanwhile, and closes when done',
      async () => {
        await page.getByRole('button', { name: 'Publish event' }).click()
        const confirm = page.getByRole('button', { name: 'Publish', exact: true })
        await expect(confirm).toBeFocused()
        await page.clock.pauseAt(Date.now() + 60_000)
        await confirm.press('Enter')
        await expect(confirm).toHaveAttribute('aria-disabled', 'true')
        await page.keyboard.press('Escape')
        await page.clock.runFor(300)
        await expect(confirm).toBeVisible()
        await page.clock.runFor(250)
        await confirm.press('Enter')
        await page.clock.resume()
        await expect(page.getByRole('dialog')).toBeHidden()
        await expect(page.getByText('Sent 1 times')).toBeVisible()
      },
    )
  })
})

test('a button that is pressed stays under the mouse, whatever the field that is left has to say', async ({
  page,
}) => {
  const email = page.getByLabel('Email')
  const cancel = page.getByRole('button', { name: messages.reset.cancel })
  const press = async () => {
    await page.goto('/')
    await email.fill('super@hub.example')
    await page.getByRole('button', { name: messages.signIn.forgot }).click()
    await email.fill('')
    const { x, y, height } = (await cancel.boundingBox())!
    await page.mouse.move(x + 20, y + height / 2)
    await page.mouse.down()
    await expect(email).not.toBeFocused()
    await expect(email).toHaveAccessibleDescription('')
  }
  await press()
  await page.mouse.up()
  await expect(page.getByRole('heading', { name: messages.signIn.title })).toBeVisible()
  // Let go elsewhere, nothing was pressed, and the field says what is wrong.
  await press()
  await page.mouse.move(0, 0)
  await page.mouse.up()
  await expect(email).toHaveAccessibleDescription(messages.signIn.emailRequired)
})
