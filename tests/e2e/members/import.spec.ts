import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { expect, expectAccessible, expectAccessibleOnBoth, signIn, test } from '#e2e/fixtures.ts'

const admin = 'admin@harbourside.example'
const membersPath = '/businesses/harbourside/members'

const choose = (page: Page, content: string | Buffer, name = 'newcomers.csv') =>
  page
    .getByLabel('File of members')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
const count = (page: Page, words: string) =>
  page.getByRole('listitem').filter({ hasText: words }).getByRole('strong')

const file = [
  'Member Number,Given Name,Surname,Category,D.O.B.,E-mail,Colour,Tier',
  'IMP-1,Ingrid,Newcomer,Ordinary,29/02/1980,ingrid@new.example,red,Gold',
  'IMP-2,Iris,Newcomer,Social,1990-05-17,iris@new.example,blue,',
  'IMP-3,Ivan,,Social,,,green,',
  '10001,Somebody,Known,Ordinary,,,,',
  ',Ingrid,Newcomer,Ordinary,29/2/1980,,,',
].join('\r\n')

test('takes a file from the upload over columns, dry run and choices to members, and gives refused rows back', async ({
  page,
}) => {
  await signIn(page, admin, membersPath)
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import members' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'open-day.csv' })).toContainText('Imported')
  await expectAccessible(page)

  await choose(page, '')
  await expect(page.getByText('The file is empty.')).toBeVisible()
  await choose(page, file)
  await expect(page.getByRole('heading', { level: 1, name: 'newcomers.csv' })).toBeVisible()

  // The columns, with guesses.
  await expect(page.getByLabel('Field of Member Number')).toHaveValue('MembershipNumber')
  await expect(page.getByLabel('Field of E-mail')).toHaveValue('HomeContactDetails.EmailAddress')
  await expect(page.getByLabel('Field of Tier')).toHaveValue('MemberLevel')
  await expect(page.getByLabel('Field of Colour')).toHaveValue('')
  await expect(page.getByText('red · blue · green')).toBeVisible()
  await page.getByLabel('Field of Category').selectOption('Don’t import')
  await expect(page.getByText(/No column fills Membership Type/)).toBeVisible()
  await page.getByLabel('Field of Category').selectOption('Membership Type')
  await page.getByLabel('Venue of new members').selectOption('Harbourside Main Club')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check the file' }).click()

  // The dry run.
  await expect(page.getByRole('heading', { name: 'What would happen' })).toBeVisible()
  await expect(count(page, 'to create')).toHaveText('2')
  await expect(count(page, 'to skip')).toHaveText('2')
  await expect(count(page, 'refused')).toHaveText('1')
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText(
    `Last Name: ${messages.members.lastNameRequired}`,
  )
  await page.getByLabel('Show').selectOption('Same membership number (1)')
  await expect(page.getByRole('table').getByRole('link')).toHaveAttribute('href', /\/members\//)
  await page.getByLabel('Show').selectOption('Same name and birth date (1)')
  await expect(page.getByRole('table')).toContainText('Row 2 of this file')
  await page.getByRole('radiogroup', { name: 'Same name and birth date' }).getByText('Create anyway').click()
  await expect(count(page, 'to create')).toHaveText('3')
  await expectAccessibleOnBoth(page)
  await page.getByRole('button', { name: 'Import', exact: true }).click()

  // The result.
  await expect(count(page, 'created')).toHaveText('3')
  await expect(page.getByRole('main').getByText('Imported', { exact: true })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download refused rows' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^newcomers-refused-[\d-]+\.csv$/)
  expect(await readFile(await download.path(), 'utf8')).toContain('IMP-3,Ivan,,Social,,,green,,Last Name:')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'To the members' }).click()
  await page.getByPlaceholder(messages.members.searchPlaceholder).fill('newcomer')
  await expect(page.getByRole('row').filter({ hasText: 'Newcomer' })).toHaveCount(3)
  await page.goto(`${membersPath}/import`)
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('newcomers.csv')
})

// How it is read: member-imports.test.ts.
test('reads a file of Windows, says what is wrong with one that is no table, and can be cancelled @long', async ({
  page,
}) => {
  await signIn(page, admin, `${membersPath}/import`)
  await choose(page, Buffer.from('First Name;Last Name;Type\r\nRen\u00e9e;M\u00fcller;Social\r\n', 'latin1'))
  await expect(page.getByText('Müller')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel import' }).click()
  await expect(page.getByText('This import was cancelled.')).toBeVisible()

  await page.goto(`${membersPath}/import`)
  await choose(page, '\n\n\n')
  await expect(
    page.getByText('This is not a CSV file. Save the spreadsheet as CSV and choose that file.'),
  ).toBeVisible()
})
