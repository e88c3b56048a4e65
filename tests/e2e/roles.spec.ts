import type { Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { nameTaken } from '#contract/roles.ts'
import type { Role, RoleList } from '#contract/roles.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

const text = messages.roles
const admin = 'admin@harbourside.example'
const rolesPath = '/businesses/harbourside/roles'
const apiPath = '/api/cherrypay/v1/harbourside'
// So high that no bar hides half of a checkbox, which axe would take for one too small.
const phone = { width: 390, height: 1400 }

const matrix = (page: Page) => page.getByRole('grid', { name: 'Permissions by role' })
const header = (page: Page, role: string) => page.getByRole('columnheader', { name: role })
const tick = (page: Page, permission: string, role: string) =>
  page.getByRole('checkbox', { name: `${permission} for ${role}` })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const banner = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })
const toast = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

async function openRoles(page: Page, email = admin) {
  await signIn(page, email)
  await page.goto(rolesPath)
  await expect(page.getByRole('button', { name: text.newTitle })).toBeVisible()
}

async function choose(page: Page, role: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${role}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function save(page: Page) {
  await banner(page).getByRole('button', { name: 'Save' }).click()
}

/** Calls the API as the signed-in user, without the page's help. */
async function callApi<Data>(page: Page, method: 'GET' | 'PUT', path: string, data?: unknown): Promise<Data> {
  const { token } = (await (await page.request.post('/identity/token')).json()) as { token: string }
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await page.request.fetch(apiPath + path, { method, headers, ...(data ? { data } : {}) })
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
  return (answer.status() === 204 ? undefined : await answer.json()) as Data
}

async function saveByApi(page: Page, change: (roles: Role[]) => Role[]) {
  const { Results, Version } = await callApi<RoleList>(page, 'GET', '/configuration/roles')
  await callApi(page, 'PUT', `/configuration/roles?version=${Version}`, change(Results))
}

const addRole = (page: Page, Name: string, ...GrantedPermissions: Role['GrantedPermissions']) =>
  saveByApi(page, (roles) => [
    ...roles,
    { Name, Description: '', GrantedPermissions, IsApplicationDefault: false },
  ])

async function giveRole(page: Page, email: string, Value: string) {
  type Users = { Results: { Uid: string; Email: string }[] }
  const { Results } = await callApi<Users>(page, 'GET', '/user')
  const user = Results.find(({ Email }) => Email === email)
  await callApi(page, 'PUT', `/user/${user?.Uid}/role`, { Value })
}

test.describe('the roles page', () => {
  test('is found in the menu and shows permissions by role, in groups', async ({ page }) => {
    await signIn(page, admin)
    await page.getByRole('link', { name: 'Roles' }).click()
    await expect(page).toHaveURL(rolesPath)
    const groups = page.getByRole('rowheader', {
      name: /^(Members|Member Invitations|Reports|Administration|Other)$/,
    })
    await expect(groups).toHaveText(['Members', 'Member Invitations', 'Reports', 'Administration', 'Other'])
    await expect(page.getByRole('rowheader', { name: 'Award Points' })).toContainText(
      'Add points to a member.',
    )
    await expect(header(page, 'Finance')).toContainText('1 user')
    await expect(tick(page, 'Award Points', 'Duty Manager')).toBeChecked()
    await expect(tick(page, 'Manage Users', 'Duty Manager')).not.toBeChecked()
  })

  test('lets the roles of every business be read and nothing more', async ({ page }) => {
    await openRoles(page)
    await expect(header(page, 'Admin').getByLabel('View-only')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /for Admin$/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Actions for Door' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['View'])
    await page.getByRole('menuitem', { name: 'View' }).click()
    await expect(dialog(page, 'Door')).toContainText('Checks people in at events.')
    await expect(dialog(page, 'Door').getByRole('checkbox')).toHaveCount(0)
    await expectAccessible(page)
  })

  test('is closed to those who may not manage users', async ({ page }) => {
    await signIn(page, 'finance@harbourside.example')
    await expect(page.getByRole('link', { name: 'Home' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Roles' })).toHaveCount(0)
    await page.goto(rolesPath)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No access')
    await expect(matrix(page)).toHaveCount(0)
  })

  test('says when it could not load, and tries again', async ({ page }) => {
    await signIn(page, admin)
    await page.route('**/configuration/roles', (route) => route.fulfill({ status: 400, json: {} }))
    await page.goto(rolesPath)
    await expect(page.getByText(text.loadFailed)).toBeVisible()
    await expect(page.getByText('HTTP 400 error.')).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/configuration/roles')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(matrix(page)).toBeVisible()
  })
})

test.describe('changes of roles', () => {
  test('a new role is checked, held back, saved and there to stay', async ({ page }) => {
    await openRoles(page)
    await page.getByRole('button', { name: text.newTitle }).click()
    const form = dialog(page, text.newTitle)
    const name = form.getByRole('textbox', { name: 'Name' })
    const submit = form.getByRole('button', { name: 'Add role' })
    await submit.click()
    await expect(form.getByText(text.nameRequired)).toBeVisible()
    await expect(form.getByText(text.permissionsRequired)).toBeVisible()
    await expectAccessible(page)
    await name.fill('Bar/Staff')
    await submit.click()
    await expect(form.getByText(text.nameAlphanumeric)).toBeVisible()
    await name.fill('duty manager')
    await submit.click()
    await expect(form.getByText(nameTaken)).toBeVisible()
    await name.fill('Bar Staff')
    await submit.click()
    await expect(form.getByRole('checkbox', { name: 'View Member Details' })).toBeFocused()
    await form.getByRole('checkbox', { name: 'Award Points' }).check()
    await submit.click()

    await expect(banner(page)).toContainText('Unsaved changes: 1 added')
    await expect(header(page, 'Bar Staff')).toContainText('New')
    await save(page)
    await expect(toast(page, text.updated)).toBeVisible()
    await expect(banner(page)).toBeHidden()
    await page.reload()
    await expect(tick(page, 'Award Points', 'Bar Staff')).toBeChecked()
  })

  test('an edit keeps the name, and discarding brings back what was', async ({ page }) => {
    await openRoles(page)
    await choose(page, 'Membership Officer', 'Edit')
    const form = dialog(page, 'Edit Role')
    await expect(form.getByRole('textbox', { name: 'Name' })).not.toBeEditable()
    await form.getByRole('textbox', { name: 'Description' }).fill('Looks after applications.')
    await form.getByRole('checkbox', { name: 'Financial Reports' }).check()
    await form.getByRole('button', { name: 'Apply' }).click()
    await expect(banner(page)).toContainText('Unsaved changes: 1 updated')
    await expect(tick(page, 'Financial Reports', 'Membership Officer')).toBeChecked()
    await banner(page).getByRole('button', { name: 'Discard' }).click()
    await expect(banner(page)).toBeHidden()
    await expect(tick(page, 'Financial Reports', 'Membership Officer')).not.toBeChecked()
  })

  test('added, updated and removed roles are counted and saved together', async ({ page }) => {
    await signIn(page, admin)
    await addRole(page, 'Goes Away', 'Member.Search')
    await addRole(page, 'Gets More', 'Member.Search')
    await openRoles(page)
    await choose(page, 'Goes Away', 'Remove')
    await tick(page, 'Award Points', 'Gets More').check()
    await page.getByRole('button', { name: text.newTitle }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Comes New')
    await dialog(page, text.newTitle).getByRole('checkbox', { name: 'Search Members' }).check()
    await page.getByRole('button', { name: 'Add role' }).click()
    await expect(banner(page)).toContainText('Unsaved changes: 1 added, 1 updated, 1 removed')
    await expectAccessible(page)
    await save(page)
    await expect(toast(page, text.updated)).toBeVisible()
    const { Results } = await callApi<RoleList>(page, 'GET', '/configuration/roles')
    const names = Results.map(({ Name }) => Name)
    expect(names).toContain('Comes New')
    expect(names).not.toContain('Goes Away')
  })

  test('a role without permissions is not saved', async ({ page }) => {
    await signIn(page, admin)
    await addRole(page, 'Has One', 'Member.Search')
    await openRoles(page)
    await tick(page, 'Search Members', 'Has One').uncheck()
    await expect(banner(page)).toContainText(`Has One: ${text.permissionsRequired}`)
    await expect(banner(page).getByRole('button', { name: 'Save' })).toBeDisabled()
    await tick(page, 'Search Members', 'Has One').check()
    await expect(banner(page)).toBeHidden()
  })

  test('who is affected is said before saving, and holds at once', async ({ page, browser, serverUrl }) => {
    await signIn(page, admin)
    await addRole(page, 'Points Person', 'Loyalty.CreditPoints', 'Member.Search')
    await giveRole(page, 'reception@harbourside.example', 'Points Person')
    await openRoles(page)
    await page.getByRole('button', { name: 'Actions for Points Person' }).click()
    await expect(page.getByRole('menuitem', { name: 'Remove' })).toContainText('1 user has this role.')
    await page.keyboard.press('Escape')

    await tick(page, 'Award Points', 'Points Person').uncheck()
    await tick(page, 'Membership Reports', 'Points Person').check()
    await save(page)
    const question = dialog(page, 'Save roles?')
    await expect(question).toContainText(
      'Points Person: 1 user loses Award Points, and gains Membership Reports.',
    )
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, text.updated)).toBeVisible()
    await expect(question).toBeHidden()

    const theirs = await (await browser.newContext({ baseURL: serverUrl })).newPage()
    await signIn(theirs, 'reception@harbourside.example')
    const { token } = (await (await theirs.request.post('/identity/token')).json()) as { token: string }
    const me = await theirs.request.get('/api/cherrypay/v1/me', {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(await me.json()).toMatchObject({ Permissions: ['Member.Search', 'Reporting.Membership'] })
    await theirs.context().close()
  })

  test('a role that somebody was given meanwhile is not removed', async ({ page }) => {
    await signIn(page, admin)
    await addRole(page, 'Nearly Gone', 'Member.Search')
    await openRoles(page)
    await choose(page, 'Nearly Gone', 'Remove')
    await giveRole(page, 'door@harbourside.example', 'Nearly Gone')
    await save(page)
    const failure = toast(page, text.updateFailed)
    await expect(failure).toContainText("The role Nearly Gone can't be removed: 1 user has it.")
    await expect(banner(page)).toContainText('1 removed')
    await banner(page).getByRole('button', { name: 'Discard' }).click()
    await expect(header(page, 'Nearly Gone')).toContainText('1 user')
  })

  test('two browsers at once lose nothing', async ({ page, browser, serverUrl }) => {
    await signIn(page, admin)
    await addRole(page, 'Shared Role', 'Member.Search', 'Member.ReadDetails')
    await openRoles(page)
    await tick(page, 'Award Points', 'Shared Role').check()

    const other = await (await browser.newContext({ baseURL: serverUrl })).newPage()
    await openRoles(other, 'super@hub.example')
    await tick(other, 'Search Members', 'Shared Role').uncheck()
    await save(other)
    await expect(toast(other, text.updated)).toBeVisible()
    await other.context().close()

    await save(page)
    await expect(toast(page, text.updateFailed)).toContainText(
      'Somebody else has changed the roles meanwhile.',
    )
    const question = dialog(page, 'The roles have changed meanwhile')
    await expect(question).toContainText('Shared Role loses Search Members.')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Put mine on top' }).click()
    await expect(tick(page, 'Search Members', 'Shared Role')).not.toBeChecked()
    await expect(tick(page, 'Award Points', 'Shared Role')).toBeChecked()
    await save(page)
    await expect(toast(page, text.updated)).toBeVisible()
    const { Results } = await callApi<RoleList>(page, 'GET', '/configuration/roles')
    expect(Results.find(({ Name }) => Name === 'Shared Role')?.GrantedPermissions).toEqual([
      'Member.ReadDetails',
      'Loyalty.CreditPoints',
    ])
  })
})

test.describe('leaving with unsaved changes', () => {
  test('asks, and stays or leaves as told', async ({ page }) => {
    await signIn(page, admin)
    await page.getByRole('link', { name: 'Roles' }).click()
    await tick(page, 'Manage Users', 'Membership Officer').check()
    await page.getByRole('link', { name: 'Home' }).click()
    const question = dialog(page, 'Discard your changes?')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    await expect(tick(page, 'Manage Users', 'Membership Officer')).toBeChecked()
    await page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL('/businesses/harbourside')
  })

  test('by closing or reloading the tab makes the browser ask', async ({ page }) => {
    await openRoles(page)
    await tick(page, 'Manage Users', 'Membership Officer').check()
    const asked = page.waitForEvent('dialog')
    void page.reload().catch(() => undefined)
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await expect(tick(page, 'Manage Users', 'Membership Officer')).toBeChecked()
  })
})

test('the keyboard reaches every cell of the matrix, and is past it with one Tab', async ({ page }) => {
  await signIn(page, admin)
  await addRole(page, 'A Keyboard Role', 'Member.Search')
  await openRoles(page)
  await page.getByRole('button', { name: text.newTitle }).focus()
  await page.keyboard.press('Tab')
  await expect(tick(page, 'View Member Details', 'A Keyboard Role')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const invite = tick(page, 'Invite To Digital Membership', 'A Keyboard Role')
  await expect(invite).toBeFocused()
  await page.keyboard.press('Space')
  await expect(invite).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(banner(page).getByRole('button', { name: 'Discard' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(invite).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('gridcell').and(page.locator(':focus'))).toHaveText(/Not granted/)
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Actions for A Keyboard Role' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Remove' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(header(page, 'A Keyboard Role')).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('there is one role at a time', async ({ page }) => {
    await openRoles(page)
    await expect(matrix(page)).toHaveCount(0)
    const role = page.getByRole('combobox', { name: 'Role' })
    await role.selectOption('Finance')
    await expect(page.getByRole('heading', { name: 'Finance' })).toBeVisible()
    await expect(page.getByText('Default, view-only · 1 user')).toBeVisible()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await expectAccessible(page)

    await page.getByRole('button', { name: text.newTitle }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Pocket Role')
    await dialog(page, text.newTitle).getByRole('checkbox', { name: 'Search Members' }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add role' }).click()
    await expect(role).toHaveValue('Pocket Role')
    await page.getByRole('checkbox', { name: 'Award Points' }).check()
    await expect(banner(page)).toContainText('1 added')
    await expectAccessible(page)
    await save(page)
    await expect(toast(page, text.updated)).toBeVisible()
    await expect(role).toHaveValue('Pocket Role')
  })
})
