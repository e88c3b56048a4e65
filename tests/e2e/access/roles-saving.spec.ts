import type { RoleList } from '#contract/access/roles.ts'
import { expect, expectAccessible, startSession, step, test } from '#e2e/fixtures.ts'
import {
  addRole,
  addUser,
  admin,
  banner,
  callApi,
  choose,
  dialog,
  header,
  openRoles,
  save,
  text,
  tick,
  toast,
} from './roles-page.ts'

test('roles are saved @long', async ({ page, browser, baseURL }) => {
  await startSession(page, admin)
  await addRole(page, 'Goes Away', 'Member.Search')
  await addRole(page, 'Gets More', 'Member.Search')
  await addRole(page, 'Points Person', 'Loyalty.CreditPoints', 'Member.Search')
  await addUser(page, 'Polly Points', 'Points Person')
  await addRole(page, 'Nearly Gone', 'Member.Search')
  await addRole(page, 'Shared Role', 'Member.Search', 'Member.ReadDetails')
  await openRoles(page)

  await step(page, 'added, updated and removed roles are counted and saved together', async () => {
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

  await step(page, 'who is affected is said before saving', async () => {
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
  })

  await step(page, 'a role that somebody was given meanwhile is not removed', async () => {
    await choose(page, 'Nearly Gone', 'Remove')
    await addUser(page, 'Nora Nearly', 'Nearly Gone')
    await save(page)
    const failure = toast(page, text.updateFailed)
    await expect(failure).toContainText("The role Nearly Gone can't be removed: 1 user has it.")
    await expect(banner(page)).toContainText('1 removed')
    await banner(page).getByRole('button', { name: 'Discard' }).click()
    await expect(header(page, 'Nearly Gone')).toContainText('1 user')
  })

  await step(page, 'two browsers at once lose nothing', async () => {
    await tick(page, 'Award Points', 'Shared Role').check()

    const other = await (await browser.newContext({ baseURL })).newPage()
    await openRoles(other, 'super@hub.example')
    await tick(other, 'Search Members', 'Shared Role').uncheck()
    await save(other)
    await expect(toast(other, text.updated)).toBeVisible()
    await other.context().close()

    await save(page)
    // Not the failure of the step before, which may still be told.
    const failure = toast(page, 'Somebody else has changed the roles meanwhile.')
    await expect(failure).toContainText(text.updateFailed)
    const question = dialog(page, 'The roles have changed')
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
