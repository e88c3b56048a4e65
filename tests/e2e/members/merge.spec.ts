import { expect, expectAccessible, expectAccessibleOnBoth, startSession, test } from '#e2e/fixtures.ts'
import { act, nameOption, openMember } from './member-pages.ts'

const admin = 'admin@harbourside.example'
const membersPath = '/businesses/harbourside/members'

test('puts two members side by side, makes one of them, and undoes it', async ({ page }) => {
  await startSession(page, admin)
  await openMember(page, '10002')
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await act(page, 'Merge with another member')
  const dialog = page.getByRole('dialog', { name: 'Merge with another member' })
  await dialog.getByRole('searchbox').fill('10001')
  await expect(dialog.getByRole('listitem').filter({ hasText: '10001' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('listitem').filter({ hasText: '10001' }).getByRole('button').click()

  await expect(page.getByRole('heading', { level: 1, name: 'Merge members' })).toBeVisible()
  await expect(page.getByText(`${name}, 10002 stays.`)).toBeVisible()
  const number = page.getByRole('radiogroup', { name: 'Membership No.' })
  await expect(number.getByRole('radio').first()).toBeChecked()
  await number.getByRole('radio').nth(1).check()
  await expect(page.getByRole('region', { name: 'What follows' })).toContainText('Notes: 2')
  await expectAccessibleOnBoth(page)
  await page.getByRole('button', { name: 'Merge', exact: true }).click()

  await expect(page.getByText('Members merged.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(/^Merged with .+ on .+ by .+\.$/)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('10001')
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText(
    'Uses a wheelchair: keep a table by the ramp.',
  )
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Undo merge' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo merge' }).click()
  await expect(page.getByText('Merge undone.')).toBeVisible()
  await expect(page.getByText(/^Merged with/)).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('10002')
  await openMember(page, '10001')
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText(
    'Uses a wheelchair: keep a table by the ramp.',
  )
})

test('says so when one of the two was changed meanwhile @long', async ({ page, context }) => {
  await nameOption(page, 'Status', 'Suspended', 'On hold')
  await startSession(page, admin)
  await openMember(page, '10003')
  const survivor = page.url().split('/').at(-1) ?? ''
  await openMember(page, '10004')
  const other = page.url().split('/').at(-1) ?? ''
  await page.goto(`${membersPath}/${survivor}/merge?with=${other}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Merge members' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Merge', exact: true })).toBeVisible()

  const elsewhere = await context.newPage()
  await elsewhere.goto(`${membersPath}/${other}?edit=true`)
  await elsewhere.getByLabel('Occupation').fill('Lighthouse keeper')
  await elsewhere.getByLabel('Status').selectOption('On hold')
  await elsewhere.getByRole('button', { name: 'Save' }).click()
  await expect(elsewhere.getByText('Member updated.')).toBeVisible()

  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByText('Somebody else has changed one of these members meanwhile.')).toBeVisible()
  await expect(page.getByText('Lighthouse keeper')).toBeVisible()
  await expect(page.getByRole('radiogroup', { name: 'Status' })).toContainText('On hold')
})
