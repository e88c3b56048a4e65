import type { Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { expect, expectAccessible, signIn, step, test } from '#e2e/fixtures.ts'
import { act, addMember, members } from '#e2e/members/member-pages.ts'

const list = '/businesses/harbourside/pass-designer'
const panel = (page: Page) => page.getByRole('complementary')
const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: RegExp) => page.getByRole('row', { name })

async function choose(page: Page, pass: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${pass}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function confirm(page: Page, action: string) {
  await dialog(page).getByRole('button', { name: action }).click()
}

test('a design says what phones say of a change, is retired, brought back and deleted @long', async ({
  page,
}) => {
  await signIn(page, 'admin@harbourside.example', list)
  await page.getByRole('button', { name: 'New pass' }).click()
  await dialog(page).getByLabel('Name').fill('Summer Card')
  await confirm(page, 'Create')
  await expect(page.getByRole('heading', { level: 1, name: 'Summer Card' })).toBeVisible()

  await step(page, 'the notification of a field is read before it is saved', async () => {
    await page.getByRole('button', { name: /^Primary field/ }).click()
    await panel(page).getByRole('switch', { name: 'Notify when it changes' }).check({ force: true })
    const words = panel(page).getByLabel('Notification', { exact: true })
    await expect(words).toHaveValue('Member: %@')
    await words.fill('Hello!')
    await expect(panel(page)).toContainText('Write %@ once in the notification, where the new value goes.')
    await words.fill('You are now %@.')
    await expect(panel(page).getByLabel('The notification as it is read')).toHaveText(
      'You are now Alexandra Nguyen.',
    )
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Settings' }).click()
    await panel(page).getByRole('button', { name: 'Add a place' }).click()
    await panel(page).getByLabel('Text', { exact: true }).fill('Welcome to the club')
    await panel(page).getByLabel('Latitude').fill('-33.8568')
    await panel(page).getByLabel('Longitude').fill('151.2153')
    await expectAccessible(page)
    const unsaved = page.getByRole('region', { name: 'Unsaved changes' })
    await expect(unsaved).toContainText('Changed: Primary field, Places')
    await unsaved.getByRole('button', { name: 'Save' }).click()
    await expect(unsaved).toBeHidden()
  })

  await step(page, 'a barcode offers what it can hold', async () => {
    await page.getByRole('button', { name: /^Barcode:/ }).click()
    await panel(page).getByLabel('Type').selectOption('EAN-13')
    await expect(panel(page)).toContainText('EAN-13 can not hold {CouponCode}. Choose another type')
    await panel(page).getByLabel('Data', { exact: true }).fill('')
    await panel(page).getByLabel('Data', { exact: true }).pressSequentially('{')
    await expect(page.getByRole('option').filter({ hasText: '{' })).toHaveText([
      /MembershipNumber/,
      /BadgeNumber/,
      /CardNumber/,
    ])
    await page
      .getByRole('region', { name: 'Unsaved changes' })
      .getByRole('button', { name: 'Discard' })
      .click()
  })

  await step(page, 'retired, it is offered to nobody', async () => {
    await page.goto(list)
    await choose(page, 'Summer Card', 'Retire')
    await expect(dialog(page)).toContainText('Nobody can be invited to it any more.')
    await confirm(page, 'Retire')
    await expect(row(page, /Summer Card/)).toContainText('Retired')
    await page.getByLabel('Status').selectOption('Retired')
    await expect(row(page, /Member Card/)).toBeHidden()
    await expectAccessible(page)
    const { id } = await addMember(page, 'Summers', { DateFinancial: '2099-06-30' })
    await page.goto(`${members}/${id}?tab=passes`)
    await act(page, messages.passInvitation.action)
    await expect(dialog(page).getByLabel('Card').getByRole('option')).toHaveText([
      'Member Card',
      'Visitor Pass',
    ])
  })

  await step(page, 'brought back, it can be deleted; one that members have can not', async () => {
    await page.goto(`${list}?state=Retired`)
    await row(page, /Summer Card/).click()
    await expect(page.getByText('Retired by Alex Admin')).toBeVisible()
    await page.getByRole('button', { name: 'Bring back' }).click()
    await expect(page.getByText('Retired by Alex Admin')).toBeHidden()
    await page.goto(list)
    await choose(page, 'Member Card', 'Delete')
    await confirm(page, 'Delete')
    await expect(
      page.getByText(/digital membership cards have been issued of it\. Retire it instead/),
    ).toBeVisible()
    await confirm(page, 'Cancel')
    await choose(page, 'Summer Card', 'Delete')
    await confirm(page, 'Delete')
    await expect(row(page, /Summer Card/)).toBeHidden()
  })
})
