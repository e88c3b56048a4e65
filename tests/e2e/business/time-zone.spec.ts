import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { registerWords } from '#contract/business/register-words.ts'
import { businessSuspended } from '#contract/business/standing-words.ts'
import { enter } from '#e2e/access/sign-in-page.ts'
import { toast } from '#e2e/access/users-page.ts'
import { expect, expectAccessibleOnBoth, signIn, startSession, step, test } from '#e2e/fixtures.ts'
import { callApi, superAdmin } from './configuration-page.ts'

/** A picture that is wider than a logo. */
const logo = () =>
  sharp({ create: { width: 960, height: 200, channels: 3, background: '#0d5768' } })
    .png()
    .toBuffer()

const zone = (page: Page) => page.getByRole('combobox', { name: 'Time Zone' })

/** A business of the test's own, in the zone of its state. */
async function makeBusiness(page: Page, name: string): Promise<string> {
  await startSession(page, superAdmin)
  const found = await callApi(page, 'GET', `/business/lookup/name?q=${encodeURIComponent(name)}`)
  const { Results } = (await found.json()) as { Results: object[] }
  const made = await callApi(page, 'POST', '/business', Results[0])
  return ((await made.json()) as { BusinessId: string }).BusinessId
}

// Its rules: time-zone.test.ts and business-day.test.ts.
test('the time zone of a business @long', async ({ page }) => {
  const businessId = await makeBusiness(page, 'Murray Bridge Bowls')

  await step(page, 'is that of its state until another is chosen', async () => {
    await page.goto(`/businesses/${businessId}/configuration?tab=business`)
    await expect(zone(page)).toHaveValue('Australia/Adelaide')
    await zone(page).selectOption('Australia/Perth')
    await page.getByRole('button', { name: 'Save time zone' }).click()
    await expect(toast(page, 'Time zone updated.')).toBeVisible()
    await page.reload()
    await expect(zone(page)).toHaveValue('Australia/Perth')
  })

  await step(page, 'is the one that times are shown in, with its name', async () => {
    await page.goto(`/businesses/${businessId}/audit`)
    await expect(page.getByRole('cell', { name: 'AWST' }).first()).toBeVisible()
  })

  await step(page, 'is the venues’ unless one has its own', async () => {
    await page.goto(`/businesses/${businessId}/configuration`)
    await page.getByRole('button', { name: 'New Venue' }).first().click()
    await expect(zone(page).getByRole('option').first()).toHaveText('As the business: Australia/Perth')
    await page.getByLabel('Display name').fill('Pier')
    await page.getByLabel('Maximum').fill('600')
    await zone(page).selectOption('Australia/Darwin')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    const answer = await callApi(page, 'GET', `/cherrypay/v1/${businessId}/venues`)
    expect(await answer.json()).toMatchObject({
      Results: [{ DisplayName: 'Pier', TimeZone: 'Australia/Darwin' }],
    })
  })
})

// Who is let in: suspended.test.ts.
test('a business that is suspended @long', async ({ page, browser, baseURL }) => {
  await step(page, 'is so once a reason is given, and the list of businesses says it', async () => {
    await signIn(page, superAdmin, '/businesses/valley-golf/configuration?tab=standing')
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('textbox', { name: 'Reason' }).fill('Nobody has paid.')
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    await expect(page.getByRole('button', { name: 'Lift the suspension' })).toBeVisible()
    await expectAccessibleOnBoth(page)
    await page.goto('/businesses')
    await expect(page.getByRole('row', { name: /Valley Golf/ })).toContainText('Suspended')
  })

  await step(page, 'lets nobody in, and says why', async () => {
    const theirs = await browser.newPage({ baseURL: baseURL! })
    await theirs.goto('/')
    await enter(theirs, 'admin@valley-golf.example')
    await expect(theirs.getByText(businessSuspended)).toBeVisible()
    await theirs.close()
  })
})

test('the settings of a business are accessible on both, and patrons see what is saved @long', async ({
  page,
}) => {
  await signIn(page, superAdmin, '/businesses/harbourside/configuration?tab=business')
  await expect(zone(page)).toHaveValue('Australia/Sydney')
  await expectAccessibleOnBoth(page)

  await step(page, 'with another ABN, which has to be meant where the register doesn’t know it', async () => {
    const registration = page.getByRole('region', { name: 'Registration' })
    const dialog = page.getByRole('dialog', { name: 'Change ABN' })
    const meant = dialog.getByLabel(registerWords.meant)
    const abn = dialog.getByLabel('ABN', { exact: true })
    const send = async (digits: string) => {
      await abn.fill(digits)
      await dialog.getByRole('button', { name: 'Save' }).click()
    }
    await page.getByRole('button', { name: 'Change ABN' }).click()
    await send('53 004 085 617')
    await expect(dialog).toContainText('This ABN is not valid.')
    await send('53 004 085 616')
    await expect(dialog.getByRole('alert')).toHaveText(registerWords.unknown)
    await meant.check()
    await expectAccessibleOnBoth(page)
    // Meant was that one, and no other.
    await abn.fill('50 600 079 196')
    await expect(meant).toBeHidden()
    await send('53 004 085 616')
    await expect(registration).toContainText('53 004 085 616')
    await expect(registration).toContainText('Not by the register')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Change ABN' }).click()
    await send('50 600 079 196')
    await expect(registration).toContainText('Harbourside Golf Club')
    await expect(dialog).toBeHidden()
  })

  await step(page, 'with its name, colour and contact', async () => {
    await page.getByLabel('Display name').fill('The Harbourside')
    await page.getByLabel('Phone number').fill('02 5550 1234')
    await page.getByRole('textbox', { name: 'Colour' }).fill('#ffcc00')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(toast(page, 'Business settings updated.')).toBeVisible()
    await page.goto('/apply/harbourside-membership')
    const head = page.getByRole('banner')
    await expect(head).toHaveText('The Harbourside')
    await expect(head).toHaveCSS('background-color', 'rgb(255, 204, 0)')
    await expect(head).toHaveCSS('color', 'rgb(0, 0, 0)')
    await expect(page.getByRole('contentinfo')).toContainText('02 5550 1234')
    await expectAccessibleOnBoth(page)
  })

  await step(page, 'with its logo, until it is removed', async () => {
    await page.goto('/businesses/harbourside/configuration?tab=business')
    const dialog = page.getByRole('dialog', { name: 'Logo' })
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      dialog.getByLabel('Picture').setInputFiles({ name, mimeType, buffer })
    await page.getByRole('button', { name: 'Upload logo' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toContainText('Choose a picture.')
    await choose('logo.txt', 'text/plain', Buffer.from('no picture'))
    await expect(dialog).toContainText('The picture must be a PNG or a JPEG.')
    await choose('logo.png', 'image/png', Buffer.from('no picture'))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByLabel('Picture')).toHaveAccessibleDescription(/picture/)
    await choose('logo.png', 'image/png', await logo())
    await expectAccessibleOnBoth(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Logo saved.')).toBeVisible()
    await expect(page.getByRole('img', { name: 'Logo of the business' })).toBeVisible()
    await page.goto('/apply/harbourside-membership')
    await expect(page.getByRole('banner').locator('img')).toBeVisible()
    await page.goto('/businesses/harbourside/configuration?tab=business')
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('No logo yet.')).toBeVisible()
  })
})
