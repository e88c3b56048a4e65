import type { Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const text = messages.users
const admin = 'admin@harbourside.example'
const usersPath = '/businesses/harbourside/users'
const apiPath = '/api/cherrypay/v1/harbourside/user'

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Users' }).getByRole('row', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const toast = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

async function openUsers(page: Page, email = admin) {
  await signIn(page, email)
  await page.goto(usersPath)
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
}

async function choose(page: Page, name: string, action: string) {
  await row(page, name)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Makes a user without the page's help. */
async function addUser(page: Page, name: string) {
  const { token } = (await (await page.request.post('/identity/token')).json()) as { token: string }
  const headers = { Authorization: `Bearer ${token}` }
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@harbourside.example`
  const made = await page.request.post(apiPath, { headers, data: { Username: email, DisplayName: name } })
  const { Uid } = (await made.json()) as { Uid: string }
  const role = await page.request.put(`${apiPath}/${Uid}/role`, { headers, data: { Value: 'Door' } })
  expect(role.ok()).toBe(true)
}

async function refuse(page: Page, path: string, method: string, sentence: string) {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 409, json: { ErrorMessage: sentence, ErrorCode: 'made_up' } })
      : route.fallback(),
  )
}

test.describe('the users page', () => {
  test('is found in the menu and lists e-mail, name and role', async ({ page }) => {
    await signIn(page, admin)
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page).toHaveURL(usersPath)
    for (const header of ['Email', 'Name', 'Role', 'Status', 'Last sign-in'])
      await expect(page.getByRole('columnheader', { name: header })).toBeVisible()
    const pat = row(page, 'Pat Promotions')
    await expect(pat).toContainText('promotions@harbourside.example')
    await expect(pat).toContainText('Promotions')
    await expect(row(page, 'Dana Disabled')).toContainText('Disabled')
    await expect(row(page, 'Alex Admin')).toContainText(/\d+ \w+ 20\d\d/)
  })

  test('searches e-mail and name, and says when nothing is found', async ({ page }) => {
    await openUsers(page)
    const search = page.getByRole('searchbox', { name: 'Search users' })
    await search.fill('fran')
    await expect(row(page, 'Alex Admin')).toBeHidden()
    await expect(row(page, 'Fran Finance')).toBeVisible()
    await expect(page).toHaveURL(/\?q=fran$/)
    await search.fill('nobody at all')
    await expect(page.getByText(text.noneFound)).toBeVisible()
  })

  test('loads more than 30 on request', async ({ page }) => {
    await signIn(page, admin)
    for (let i = 10; i < 45; i++) await addUser(page, `Usher ${i}`)
    await page.goto(`${usersPath}?q=usher`)
    await expect(page.getByText('30 shown')).toBeVisible()
    await page.getByRole('button', { name: text.loadMore }).click()
    await expect(page.getByText('All 35 shown')).toBeVisible()
    await expect(row(page, 'Usher 44')).toBeVisible()
  })

  test('says what failed to load, and tries again', async ({ page }) => {
    await signIn(page, admin)
    await page.route(`**${apiPath}?*`, (route) => route.abort())
    await page.route(`**${apiPath}`, (route) => route.abort())
    await page.goto(usersPath)
    await expect(page.getByText(messages.generic.pageAreaError)).toBeVisible()
    await expect(page.getByText(messages.generic.unknownError)).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(row(page, 'Alex Admin')).toBeVisible()
  })

  test('is not for those who don’t manage users', async ({ page }) => {
    await signIn(page, 'reception@harbourside.example')
    await expect(page.getByRole('link', { name: 'Home' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Users' })).toBeHidden()
    await page.goto(usersPath)
    await expect(page.getByRole('table', { name: 'Users' })).toBeHidden()
    await expect(page.getByRole('main')).toContainText(/access|allow/)
  })
})

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
    await openUsers(page)
    await addUser(page, 'Stella Stop')
    await page.reload()
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
    await openUsers(page)
    await addUser(page, 'Harriet Half')
    await page.reload()
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

test.describe('the menu of a user', () => {
  test('disables and enables them', async ({ page }) => {
    await openUsers(page)
    await addUser(page, 'Dino Dormant')
    await page.reload()
    await choose(page, 'Dino Dormant', 'Disable')
    await expect(toast(page, text.updated)).toBeVisible()
    await expect(row(page, 'Dino Dormant')).toContainText('Disabled')
    await row(page, 'Dino Dormant')
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await expect(page.getByRole('menuitem', { name: 'Resend invitation' })).toContainText(
      'Enable the user first.',
    )
    await page.getByRole('menuitem', { name: 'Enable', exact: true }).click()
    await expect(row(page, 'Dino Dormant')).toContainText('Invited')
    await choose(page, 'Dino Dormant', 'Resend invitation')
    await expect(toast(page, 'Invitation sent.')).toBeVisible()
  })

  test('gives the reason why one can’t disable or delete oneself', async ({ page }) => {
    await openUsers(page)
    await row(page, 'Alex Admin')
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await expect(page.getByRole('menuitem', { name: 'Disable' })).toContainText("You can't disable yourself.")
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toContainText("You can't delete yourself.")
  })

  test('deletes them, once asked', async ({ page }) => {
    await openUsers(page)
    await addUser(page, 'Gustav Gone')
    await page.reload()
    await choose(page, 'Gustav Gone', 'Delete')
    const question = dialog(page, text.deleteTitle)
    await expect(question.getByText(text.deleteQuestion)).toBeVisible()

    await refuse(page, `**${apiPath}/*`, 'DELETE', 'This was made up.')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, text.deleteFailed)).toContainText('This was made up.')
    await page.unrouteAll()

    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, text.deleted)).toBeVisible()
    await expect(row(page, 'Gustav Gone')).toBeHidden()
  })
})

for (const [device, size] of [
  ['a desk', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test(`users and their dialogs are accessible on ${device}`, async ({ page }) => {
    await page.setViewportSize(size)
    await openUsers(page)
    await expect(row(page, 'Pat Promotions')).toBeVisible()
    await expectAccessible(page)

    await choose(page, 'Pat Promotions', 'Edit')
    const form = dialog(page, text.editTitle)
    await expect(form.getByLabel('Role')).toHaveValue('Promotions')
    await form.getByLabel('Role').selectOption('')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText(text.roleRemoved)).toBeVisible()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.getByRole('button', { name: 'Discard' }).click()

    await page.getByRole('button', { name: text.newTitle }).click()
    await dialog(page, text.newTitle).getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText(text.emailRequired)).toBeVisible()
    await expectAccessible(page)
  })
}
