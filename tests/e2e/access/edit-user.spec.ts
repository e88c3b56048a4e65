import type { Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { expect, startSession, test } from '#e2e/fixtures.ts'
import { addUser, admin, apiPath, choose, dialog, openUsers, refuse, row, toast } from './users-page.ts'

const text = messages.users

test.describe('a new user', () => {
  test('needs a name and an e-mail address', async ({ page }) => {
    await openUsers(page)
    await page.getByRole('button', { name: text.newTitle }).click()
    const form = dialog(page, text.newTitle)
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(form.getByText(text.nameRequired)).toBeVisible()
    await expect(form.getByText(text.emailRequired)).toBeVisible()
    await expect(form.getByLabel('Name')).toBeFocused()
    await form.getByLabel('Email').fill('ada at the club')
    await form.getByLabel('Name').fill('Ada')
    await expect(form.getByText(text.invalidEmail)).toBeVisible()
  })

  test('is edited right away: role, venues, done', async ({ page }) => {
    await openUsers(page)
    await page.getByRole('button', { name: text.newTitle }).click()
    await dialog(page, text.newTitle).getByLabel('Name').fill('Ada Lovelace')
    await dialog(page, text.newTitle).getByLabel('Email').fill('Ada@Harbourside.Example')
    await page.keyboard.press('Enter')
    await expect(toast(page, text.created)).toBeVisible()

    const form = dialog(page, text.editTitle)
    await expect(form).toContainText('ada@harbourside.example')
    await expect(form.getByText('None is chosen: access to all venues.')).toBeVisible()
    await expect(form.getByText("Without a role this user can't sign in.")).toBeVisible()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText(text.roleRequired)).toBeVisible()
    await expect(form.getByLabel('Role')).toBeFocused()

    await form.getByLabel('Role').selectOption('Reception')
    await expect(form.getByText('Looks members up and invites them')).toBeVisible()
    await form.getByRole('checkbox', { name: 'Harbourside Sports Bar' }).check()
    await expect(form.getByText('Access to the chosen venues only.')).toBeVisible()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, text.updated)).toBeVisible()
    await expect(form).toBeHidden()
    await expect(row(page, 'Ada Lovelace')).toContainText('Reception')
    await expect(row(page, 'Ada Lovelace')).toContainText('Invited')

    await choose(page, 'Ada Lovelace', 'Edit')
    await expect(form.getByRole('checkbox', { name: 'Harbourside Sports Bar' })).toBeChecked()
    await expect(form.getByRole('checkbox', { name: 'Harbourside Main Club' })).not.toBeChecked()
  })

  test('shows a dash until they have a role', async ({ page }) => {
    await openUsers(page)
    await page.getByRole('button', { name: text.newTitle }).click()
    await dialog(page, text.newTitle).getByLabel('Name').fill('Rolf Roleless')
    await dialog(page, text.newTitle).getByLabel('Email').fill('rolf@harbourside.example')
    await page.keyboard.press('Enter')
    await dialog(page, text.editTitle).getByRole('button', { name: 'Cancel' }).click()
    await expect(row(page, 'Rolf Roleless').getByRole('cell').nth(2)).toHaveText('-')
  })

  test('with somebody’s address is refused beside the field', async ({ page }) => {
    await openUsers(page)
    await page.getByRole('button', { name: text.newTitle }).click()
    const form = dialog(page, text.newTitle)
    await form.getByLabel('Name').fill('Vic Again')
    await form.getByLabel('Email').fill('admin@valley-golf.example')
    await form.getByRole('button', { name: 'Create' }).click()
    await expect(toast(page, text.createFailed)).toBeVisible()
    await expect(form.getByText('This e-mail address is already in use.')).toBeVisible()
    await expect(form.getByLabel('Email')).toBeFocused()
  })
})

test.describe('editing a user', () => {
  const form = (page: Page) => dialog(page, text.editTitle)
  const save = (page: Page) => form(page).getByRole('button', { name: 'Save' })

  test('can’t take the role away', async ({ page }) => {
    await openUsers(page)
    await choose(page, 'Drew Door', 'Edit')
    await form(page).getByLabel('Role').selectOption('')
    await save(page).click()
    await expect(form(page).getByText(text.roleRemoved)).toBeVisible()
  })

  test('stops when the role can’t be saved', async ({ page }) => {
    await startSession(page, admin)
    await addUser(page, 'Stella Stop')
    await openUsers(page)
    await refuse(page, `**${apiPath}/*/role`, 'PUT', 'This was made up.')
    let hasSentVenues = false
    page.on('request', (request) => {
      hasSentVenues ||= request.url().endsWith('/authorised-venue')
    })
    await choose(page, 'Stella Stop', 'Edit')
    await form(page).getByLabel('Role').selectOption('Finance')
    await form(page).getByRole('checkbox', { name: 'Harbourside Main Club' }).check()
    await save(page).click()
    await expect(toast(page, text.updateFailed)).toBeVisible()
    await expect(form(page).getByText('Nothing was saved. This was made up.')).toBeVisible()
    expect(hasSentVenues).toBe(false)
  })

  test('says that the role was saved when the venues were not, and tries those alone again', async ({
    page,
  }) => {
    await startSession(page, admin)
    await addUser(page, 'Harriet Half')
    await openUsers(page)
    await refuse(page, `**${apiPath}/*/authorised-venue`, 'PUT', 'This was made up.')
    await choose(page, 'Harriet Half', 'Edit')
    await form(page).getByLabel('Role').selectOption('Finance')
    await form(page).getByRole('checkbox', { name: 'Harbourside Main Club' }).check()
    await save(page).click()
    await expect(toast(page, text.updateFailed)).toBeVisible()
    await expect(
      form(page).getByText('The role was saved, the venues were not. This was made up.'),
    ).toBeVisible()

    await page.unrouteAll()
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
    await save(page).click()
    await expect(toast(page, text.updated)).toBeVisible()
    expect(sent).toEqual([expect.stringMatching(/authorised-venue$/)])
    await expect(row(page, 'Harriet Half')).toContainText('Finance')
  })

  test('leaves one’s own role to others', async ({ page }) => {
    await openUsers(page)
    await choose(page, 'Alex Admin', 'Edit')
    await expect(form(page).getByLabel('Role')).toHaveAttribute('readonly')
    await expect(form(page).getByText("You can't change your own role.")).toBeVisible()
  })

  test('is refused where it would leave the business without an Admin', async ({ page }) => {
    await openUsers(page, 'super@hub.example')
    await choose(page, 'Alex Admin', 'Edit')
    await form(page).getByLabel('Role').selectOption('Door')
    await save(page).click()
    await expect(form(page).getByText('This is the last enabled Admin of the business.')).toBeVisible()
  })

  test('says when the roles can’t be loaded, and tries again', async ({ page }) => {
    await openUsers(page)
    await page.route('**/configuration/roles', (route) => route.abort())
    await choose(page, 'Drew Door', 'Edit')
    await expect(form(page).getByText(messages.roles.loadFailed)).toBeVisible()
    await page.unrouteAll()
    await form(page).getByRole('button', { name: 'Retry' }).click()
    await expect(form(page).getByLabel('Role')).toHaveValue('Door')
  })
})
