import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { ask } from '#e2e/ask-database.ts'
import { test as base, expect, expectAccessible, startSession, step } from '#e2e/fixtures.ts'
import { addMember, members } from '#e2e/members/member-pages.ts'

/** A carrier that takes its time: what is sent isn't over before somebody on a slow page has paused it. */
const test = base.extend<object, { carrier: string }>({
  carrier: [
    async ({}, use) => {
      const server = createServer(() => {})
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    { scope: 'worker' },
  ],
  settings: async ({ carrier }, use) =>
    use({
      HUB_TWILIO_URL: carrier,
      HUB_TWILIO_ACCOUNT_SID: 'AC1',
      HUB_TWILIO_AUTH_TOKEN: 'token',
      HUB_TWILIO_FROM: '+61400000000',
    }),
})

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

test('many are written to only after a look, a try and the number typed; it is paused, goes on, and is stopped', async ({
  page,
  databaseUrl,
}) => {
  await startSession(page, 'admin@harbourside.example')
  await addMember(page, 'Brakesmany', {
    DateFinancial: '2099-06-30',
    HomeContactDetails: { MobileNumber: '+61491570111' },
  })
  await ask(
    databaseUrl,
    `insert into member (business_id, member_id, member_key, venue_no, first_name, last_name, membership_type,
       date_financial, home_contact)
     select business_id, gen_random_uuid()::text, gen_random_uuid()::text, venue_no, first_name, last_name,
       membership_type, date_financial, home_contact
     from member, generate_series(2, 601) where last_name = 'Brakesmany'`,
  )
  await page.goto(`${members}?q=Brakesmany`)
  await page.getByRole('button', { name: 'Invite all' }).click()

  await step(page, 'it is shown as it will arrive, and tried', async () => {
    await dialog(page).getByLabel('Card').selectOption('Member Card')
    await expect(dialog(page)).toContainText('As Test Brakesmany would get it.')
    await expect(dialog(page)).toContainText(/Goes out as \d text message/)
    await dialog(page).getByRole('tab', { name: 'E-mail' }).click()
    await expect(page.frameLocator('iframe[title="The e-mail"]').getByText('Hello Test,')).toBeVisible()
    await button(page, 'Send a test to me').click()
    await expect(dialog(page)).toContainText('It goes to admin@harbourside.example.')
    await button(page, 'Send the test').click()
    await expect(page.getByText('The test is on its way to you.')).toBeVisible()
    await expectAccessible(page)
  })

  await step(page, 'the number is typed', async () => {
    await expect(button(page, 'Send 601 invitations')).toBeDisabled()
    await dialog(page).getByLabel('Type 601 to confirm').fill('601')
    await button(page, 'Send 601 invitations').click()
    await expect(dialog(page)).toContainText('Sending invitations')
  })

  await step(page, 'it is paused, which outlives a reload', async () => {
    await dialog(page).getByRole('link', { name: 'What became of each' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Member Card' })).toBeVisible()
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'What became of each' })).toContainText('Test Brakesmany')
    await expectAccessible(page)
  })

  await step(page, 'it goes on, and is stopped', async () => {
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByText('Stopped').first()).toBeVisible()
    await page.getByLabel('Show').selectOption('Passed over')
    await expect(page.getByText('There is nobody here yet.')).toBeVisible()
    await page.getByRole('link', { name: 'Invitations sent' }).click()
    await expect(page.getByRole('table', { name: 'Invitations sent' })).toContainText('Stopped')
  })
})
